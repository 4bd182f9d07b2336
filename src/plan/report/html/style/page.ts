// The page: contents at the left, the plan beside it, on narrow screens one above the other.
export const pageStyle = `
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 var(--font); -webkit-text-size-adjust: 100%; display: grid; grid-template-columns: 272px minmax(0, 1fr); overflow-wrap: anywhere; }
p, li, dd, td, h1, h2, h3, h4, blockquote, summary > span { unicode-bidi: plaintext; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; top: 0; background: var(--card); padding: 8px 12px; z-index: 3; }
.skip:focus { left: 8px; top: 8px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted { color: var(--muted); }
code { font: 0.85em var(--mono); background: var(--open-soft); padding: 1px 5px; border-radius: 4px; }
pre { font: 0.85em/1.5 var(--mono); background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 12px; white-space: pre-wrap; }
[hidden] { display: none; }

.side { position: sticky; top: 0; height: 100vh; overflow-y: auto; background: var(--raised); border-inline-end: 1px solid var(--line); padding: 20px 14px 16px; font-size: 14px; line-height: 1.4; display: flex; flex-direction: column; gap: 10px; }
.side p { margin: 0; }
.side-title { font-weight: 650; padding: 0 8px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; flex: none; }
.search input { width: 100%; font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--line-strong); border-radius: 8px; padding: 7px 10px; }
#found { color: var(--muted); font-size: 12.5px; padding: 4px 8px 0; }
#found:empty { display: none; }
.toc { flex: 1 0 auto; }
.toc > summary { display: none; }
.toc ol { list-style: none; margin: 0; padding: 0; }
.toc li > ol { padding-inline-start: 12px; font-size: 13px; }
.toc a { display: block; padding: 4px 8px; color: var(--muted); text-decoration: none; border-inline-start: 2px solid transparent; border-radius: 0 6px 6px 0; }
.toc a:hover { color: var(--text); background: var(--open-soft); }
.toc a[aria-current] { color: var(--accent); border-inline-start-color: var(--accent); font-weight: 600; background: var(--accent-soft); }
.toc a[data-hits]::after { content: attr(data-hits); float: inline-end; font-size: 12px; font-weight: 600; color: var(--accent); }
.toc-group { font-size: 12px; font-weight: 650; text-transform: uppercase; letter-spacing: 0.05em; color: var(--muted); padding: 12px 8px 3px; }
.tools { display: flex; gap: 6px; position: sticky; bottom: -16px; background: var(--raised); padding: 8px 0; }
button { font: inherit; font-size: 13px; color: var(--text); background: var(--card); border: 1px solid var(--line-strong); border-radius: 8px; padding: 5px 10px; cursor: pointer; }
button:hover { background: var(--accent-soft); }
.tools[hidden] { display: none; }

main { padding: 22px clamp(16px, 3.2vw, 56px) 64px; max-width: 1240px; min-width: 0; width: 100%; outline: none; }
.section { border-top: 1px solid var(--line); padding: 6px 0; }
.section > summary { display: flex; align-items: baseline; gap: 12px; cursor: pointer; list-style: none; padding: 12px 0; }
.section > summary::-webkit-details-marker, .task > summary::-webkit-details-marker { display: none; }
.section > summary::before { content: ""; flex: none; width: 8px; height: 8px; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(-45deg); translate: 0 -2px; }
.section[open] > summary::before { transform: rotate(45deg); translate: 0 -4px; }
.section > summary h2 { margin: 0; font-size: 21px; line-height: 1.3; letter-spacing: -0.01em; }
.digest { color: var(--muted); font-size: 14px; }
.section > .body { padding: 0 0 20px; scroll-margin-top: 72px; }
h3 { font-size: 16.5px; margin: 26px 0 8px; scroll-margin-top: 16px; }
h3 .muted { font-weight: 400; font-size: 14px; margin-inline-start: 6px; }
h4 { font-size: 14px; margin: 14px 0 4px; }
.body > p, .own p { max-width: 74ch; }
.body > p { margin: 8px 0; }
.lead { font-size: 20px; font-weight: 600; letter-spacing: -0.01em; }
.call { border-inline-start: 3px solid var(--accent); background: var(--accent-soft); border-radius: 0 8px 8px 0; padding: 10px 14px; }
.text { white-space: pre-wrap; margin: 8px 0 16px; padding: 12px 16px; background: var(--raised); border-radius: 8px; max-width: 90ch; }
ul, ol { padding-inline-start: 22px; margin: 6px 0; }
.body > ul > li { max-width: 80ch; margin: 3px 0; }
.end { color: var(--muted); font: 12px var(--mono); border-top: 1px solid var(--line); padding-top: 14px; }

@media (max-width: 900px) {
  body { display: block; }
  .side { position: static; height: auto; border: 0; border-bottom: 1px solid var(--line); padding: 12px 16px; }
  .side-title { display: none; }
  .toc > summary { display: list-item; font-weight: 600; cursor: pointer; padding: 4px 2px; }
  .toc a { padding: 7px 8px; }
  .tools { position: static; padding: 0; }
  main { padding: 18px 16px 48px; }
  .section > summary { flex-wrap: wrap; row-gap: 2px; }
  .digest { flex-basis: 100%; padding-inline-start: 20px; }
}
`;
