#include <lcms2.h>

// Swift does not see macros with a cast. Four bytes a pixel each; of a grey one the first counts.
static const cmsUInt32Number clcms_rgba = TYPE_RGBA_8;
static const cmsUInt32Number clcms_gray = COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
static const cmsUInt32Number clcms_relative = INTENT_RELATIVE_COLORIMETRIC;
static const cmsUInt32Number clcms_no_cache = cmsFLAGS_NOCACHE;
static const cmsUInt32Number clcms_space_rgb = (cmsUInt32Number)cmsSigRgbData;
static const cmsUInt32Number clcms_space_gray = (cmsUInt32Number)cmsSigGrayData;
