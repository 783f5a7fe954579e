"""page_check.py FILE: an exported page must be well-formed, stand alone, and have no link to nowhere."""
import sys
import xml.etree.ElementTree as ElementTree

root = ElementTree.parse(sys.argv[1]).getroot()
elements = list(root.iter())
names = [element.tag.split("}")[-1] for element in elements]
ids = [element.get("id") for element in elements if element.get("id")]
links = [element.get("href") for element in elements if element.tag == "a"]
problems = []

if root.get("lang") is None or names.count("title") != 1:
    problems.append("no language, or not one title")
if not any(element.get("charset") == "utf-8" for element in elements):
    problems.append("no charset")
if len(ids) != len(set(ids)):
    problems.append("an id is there twice")
for name in ("script", "link", "iframe", "object", "img", "form"):
    if name in names:
        problems.append("there is an element " + name)
for element in elements:
    for attribute in element.keys():
        if attribute.startswith("on") or attribute in ("src", "style"):
            problems.append("there is an attribute " + attribute)
for link in links:
    if link.startswith("#"):
        if link[1:] not in ids:
            problems.append("nothing is called " + link)
    elif not link.lower().startswith(("http://", "https://", "mailto:")):
        problems.append("there is a link to " + link)

print("\n".join(problems))
sys.exit(1 if problems else 0)
