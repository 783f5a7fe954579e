;;; (fermata display style) -- how a page of HTML looks: on light and dark screens, and on paper.

(define-module (fermata display style)
  #:export (page-style))

;; The style sheet of a page.
(define page-style "\
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfdfb; --dim: #6a6a70; --line: #d8d8d2;
  --shade: #f3f2ec; --accent: #7a3e12; --wrong: #a3201c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e2dc; --paper: #191a1c; --dim: #9b9aa0; --line: #3a3b3f; --shade: #232428;
    --accent: #e0a878; --wrong: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 Charter, \"Bitstream Charter\", Cambria, Georgia, serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin: 2em 0 0.6em; overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin-top: 0.5em; margin-bottom: 0.2em; }
h2 { font-size: 1.5rem; border-bottom: 1px solid var(--line); padding-bottom: 0.2em; }
h3 { font-size: 1.25rem; }
h4, h5, h6 { font-size: 1.0625rem; }
a { color: var(--accent); }
.number { color: var(--dim); font-variant-numeric: tabular-nums; margin-right: 0.25em; }
.by { color: var(--dim); font-size: 0.85rem; margin: 0.2em 0; }
.broken { color: var(--wrong); }
nav { margin: 1.5rem 0; padding: 0.75rem 1.25rem; background: var(--shade); border-radius: 6px; }
nav ul { list-style: none; margin: 0; padding-left: 1.25em; }
nav > ul { padding-left: 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
p, ul, ol, blockquote { margin: 0.7em 0; overflow-wrap: anywhere; }
figure { margin: 1.2em 0; }
figcaption, .label { color: var(--dim); font-size: 0.9rem; font-weight: 600; margin: 0 0 0.3em; }
.caption { color: var(--ink); font-weight: 400; }
pre { margin: 0.3em 0; padding: 0.7em 0.9em; overflow-x: auto; background: var(--shade);
  border-radius: 6px; font: 0.82rem/1.45 \"DejaVu Sans Mono\", Menlo, Consolas, monospace; }
code { font-family: \"DejaVu Sans Mono\", Menlo, Consolas, monospace; font-size: 0.88em; }
pre code { font-size: inherit; }
.engraved { overflow-x: auto; padding: 0.5em; border-radius: 6px; background: #fff; color: #000; }
.engraved svg { max-width: 100%; height: auto; }
.annotation, .digest, blockquote { margin: 1em 0; padding: 0.1em 1em;
  border-left: 3px solid var(--accent); }
.digest, blockquote { border-left-color: var(--line); }
details { font-size: 0.9rem; color: var(--dim); }
summary { cursor: pointer; }
@media print {
  :root { --ink: #000; --paper: #fff; --dim: #555; --line: #bbb; --shade: #fff; --accent: #000;
    --wrong: #000; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; border: 1px solid var(--line); }
  h1, h2, h3, h4, h5, h6, figcaption, .label { break-after: avoid; }
  figure, pre, .annotation { break-inside: avoid; }
  details { display: none; }
  a { text-decoration: none; }
}
")
