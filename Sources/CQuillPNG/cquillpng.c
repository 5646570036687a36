#include "cquillpng.h"
