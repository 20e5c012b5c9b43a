#!/usr/bin/env python3
"""Packs the extension of VS Code into a .vsix, which is a zip of its files and two that describe them.

    editors/vscode/package.py --modules build/editors/node_modules --out build/editors/dalembert.vsix

The client of the protocol and esbuild come from npm (package-lock.json); `./dev editors` fetches them. The same files
give the same bytes.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
LICENSE = HERE.parent.parent / "LICENSE"
FILES = ("language-configuration.json", "syntaxes/mech.tmLanguage.json", "README.md")
DATE = (1980, 1, 1, 0, 0, 0)

TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Tags>mech,dalembert</Tags>
    <Categories>{categories}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def manifest(package):
    return MANIFEST.format(name=quoteattr(package["name"]), version=quoteattr(package["version"]),
                           publisher=quoteattr(package["publisher"]), title=escape(package["displayName"]),
                           description=escape(package["description"]), categories=escape(",".join(package["categories"])),
                           engine=quoteattr(package["engines"]["vscode"]))


def bundle(modules):
    """The client and what it needs as one file."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "extension.js"
        subprocess.run([str(modules / ".bin" / "esbuild"), str(HERE / "src" / "extension.js"), "--bundle", "--platform=node",
                        "--target=node18", "--external:vscode", "--minify-syntax", "--minify-whitespace", "--log-level=warning",
                        f"--outfile={out}"], check=True, env={**os.environ, "NODE_PATH": str(modules)})
        return out.read_bytes()


def packed(modules):
    """Names and contents of the files of the archive, in order."""
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    yield "[Content_Types].xml", TYPES.encode()
    yield "extension.vsixmanifest", manifest(package).encode()
    shipped = {key: value for key, value in package.items() if key != "devDependencies"}
    yield "extension/package.json", (json.dumps(shipped, indent=2) + "\n").encode()
    yield "extension/LICENSE.txt", LICENSE.read_bytes()
    for name in FILES:
        yield f"extension/{name}", (HERE / name).read_bytes()
    yield "extension/dist/extension.js", bundle(modules)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", required=True, type=pathlib.Path, help="the node_modules of package-lock.json")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="the .vsix to write")
    options = parser.parse_args()
    modules = options.modules.resolve()
    if not (modules / ".bin" / "esbuild").exists():
        print(f"package.py: {modules} has no esbuild; ./dev editors fetches it", file=sys.stderr)
        return 1
    contents = list(packed(modules))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(options.out, "w") as archive:
        for name, data in contents:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
