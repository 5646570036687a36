# A formula for Homebrew, to be put into a tap; it was not tried on a Mac.
#
# Where the sources of a release lie, and their hash, is for whoever publishes one to fill in.
class Tilequill < Formula
  desc "Cut hand-drawn maps into the small tiles that map views show"
  homepage "https://example.org/tilequill"
  url "https://example.org/tilequill/tilequill-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "isa-l"
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libmicrohttpd"
  depends_on "libpng"
  depends_on "little-cms2"
  depends_on :macos
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "tilequill"
    bin.install ".build/release/tilequill"
    generate_completions_from_executable(bin/"tilequill", "completions")
  end

  test do
    assert_match "14/4825/6156",
                 shell_output("#{bin}/tilequill list --point -73.97,40.77 --zoom 14")
  end
end
