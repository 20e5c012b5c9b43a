"""Makes src/dalembert/report/math_font/math_font.css: the letters and signs that formulas of a page use, out of STIX Math.

Run by hand where the set of characters changes; the build reads the file that lies in the repository. Needs Debian's
packages fonts-stix, python3-fonttools and python3-brotli.
"""

import base64
import io
import pathlib

from fontTools import subset
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf"
TARGET = pathlib.Path(__file__).resolve().parent.parent / "src/dalembert/report/math_font/math_font.css"
NAME = "Dalembert Math"  # the licence reserves the name of the original

RANGES = [
    (0x20, 0x7E), (0xA0, 0xA0), (0xA8, 0xA8), (0xB1, 0xB3), (0xB7, 0xB7), (0xB9, 0xB9), (0xD7, 0xD7),  # ASCII, ± ² ³ · ×
    (0x2D9, 0x2D9), (0x302, 0x302), (0x307, 0x308), (0x20D7, 0x20D7), (0x20DB, 0x20DC),  # dots and accents
    (0x391, 0x3A9), (0x3B1, 0x3C9), (0x3D1, 0x3D1), (0x3D5, 0x3D5), (0x3F5, 0x3F5),  # Greek
    (0x2026, 0x2026), (0x2032, 0x2034), (0x2061, 0x2064), (0x2070, 0x2070), (0x2074, 0x207B),  # … ′ superscripts
    (0x2080, 0x2089), (0x210E, 0x210E), (0x2190, 0x2194), (0x2202, 0x2202), (0x2206, 0x2208), (0x220F, 0x220F),
    (0x2211, 0x2213), (0x2215, 0x2215), (0x221A, 0x221A), (0x221D, 0x221E), (0x2223, 0x2223), (0x222B, 0x222B),
    (0x2248, 0x2248), (0x2260, 0x2261), (0x2264, 0x2265), (0x22C5, 0x22C5), (0x22EE, 0x22F1), (0x27E8, 0x27E9),
    (0x1D434, 0x1D467), (0x1D6E2, 0x1D71B),  # italic letters
]


def main():
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = True
    options.notdef_outline = True
    font = TTFont(SOURCE)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)])
    maker.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16, 18):
            record.string = NAME.replace(" ", "") if record.nameID == 6 else NAME
    font["CFF "].cff.fontNames = [NAME.replace(" ", "")]
    font.recalcTimestamp = False
    font.flavor = "woff2"
    data = io.BytesIO()
    font.save(data)
    text = base64.b64encode(data.getvalue()).decode()
    lines = "\\\n".join(text[i:i + 120] for i in range(0, len(text), 120))
    TARGET.write_text(f'@font-face {{ font-family: "{NAME}"; src: url("data:font/woff2;base64,\\\n{lines}") format("woff2"); }}\n')
    print(TARGET, len(data.getvalue()), "bytes of WOFF2")


if __name__ == "__main__":
    main()
