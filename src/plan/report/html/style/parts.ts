// The pieces: first screen, cards, badges, tables, tasks.
export const partsStyle = `
.first { padding-bottom: 22px; }
h1 { font-size: clamp(23px, 2.4vw, 29px); line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 10px; text-wrap: balance; }
.verdict { margin: 0 0 8px; padding: 7px 14px; border-radius: var(--radius); max-width: none; }
.goal { margin: 0 0 10px; max-width: none; font-size: 15px; line-height: 1.45; }
.notice { color: var(--muted); font-size: 13px; margin: 12px 0 0; }
.notice.rules { border-left: 3px solid var(--line); margin: 0 0 12px; padding-left: 10px; }
.asks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); gap: 6px 24px; margin: 0 0 12px; font-size: 13.5px; line-height: 1.4; }
.asks dt { font-size: 12.5px; font-weight: 600; color: var(--muted); }
.asks dt a { color: inherit; }
.asks dd { margin: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 12px; }
.body .cards { grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 10px 16px; min-width: 0; scroll-margin-top: 16px; }
.card h2 { font-size: 14px; margin: 0 0 5px; }
.card h2 a { color: inherit; text-decoration: none; }
.card h2 a:hover { text-decoration: underline; }
.card h3, .card h4 { margin: 0 0 6px; font-size: 15px; }
.card p { margin: 6px 0; }
.card.chosen { border-color: var(--good); box-shadow: inset 0 0 0 1px var(--good); }
.big { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 0 0 6px; }
.big dt { font-size: 12.5px; color: var(--muted); }
.big dd { margin: 0; font-size: 18px; font-weight: 620; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; }
.big dd a { color: inherit; text-decoration-color: var(--line-strong); }
.lesser dd { font-size: 14.5px; font-weight: 550; }
.big:empty { display: none; }
.rare { margin: 0 0 6px !important; font-size: 13.5px; }
.more { margin: 0; font-size: 14px; }
.small { max-width: 560px; }
.small .scroll { margin-top: 4px; }
.fold > summary { cursor: pointer; color: var(--muted); font-size: 14px; }
.remedy { margin: 14px 0 0; }
.side-head { font-size: 12.5px; font-weight: 600; color: var(--muted); margin: 8px 0 0 !important; }
.held { margin: 0; font-size: 14px; font-weight: 550; padding: 6px 10px; border-radius: 8px; display: flex; gap: 7px; align-items: flex-start; }
.icon { width: 16px; height: 16px; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; margin-top: 3px; }
.good { color: var(--good); background: var(--good-soft); }
.poor { color: var(--poor); background: var(--poor-soft); }
.bad { color: var(--bad); background: var(--bad-soft); }
.open { color: var(--open); background: var(--open-soft); }
.verdict a { color: inherit; }
.lines { margin: 0; padding-inline-start: 20px; font-size: 14px; line-height: 1.4; }
.lines li { margin: 0 0 4px; }
.lines li::marker { color: var(--muted); }
.badge { display: inline-block; font-size: 12px; line-height: 1.4; font-weight: 600; padding: 1px 7px; border-radius: 20px; white-space: nowrap; }
.claim-observed { color: var(--good); background: var(--good-soft); }
.claim-derived { color: var(--accent); background: var(--accent-soft); }
.claim-estimated { color: var(--open); background: var(--open-soft); }
.claim-assumed { color: var(--poor); background: var(--poor-soft); }
.claim-speculative { color: var(--bad); background: var(--bad-soft); border: 1px dashed currentColor; }
.badge.critical { color: var(--bad); background: var(--bad-soft); }

.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 210px), 1fr)); gap: 10px 24px; margin: 12px 0; font-size: 14.5px; }
.facts dt { font-size: 12.5px; color: var(--muted); }
.facts dd { margin: 0; }
.facts ul, td ul { margin: 0; padding-inline-start: 18px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 4px 24px; }
.plain { list-style: none; padding: 0 !important; }
.gates { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr)); gap: 6px 16px; font-size: 14.5px; }
.signs { list-style: none; padding: 0; }
.signs li { padding-inline-start: 18px; position: relative; }
.signs li::before { position: absolute; inset-inline-start: 2px; font-weight: 700; }
.signs .plus::before { content: "+"; color: var(--good); }
.signs .minus::before { content: "−"; color: var(--bad); }
.answers dt { font-weight: 600; margin-top: 12px; }
.answers dd { margin: 2px 0 0; max-width: 80ch; }
del { color: var(--bad); text-decoration-thickness: 1px; }
ins { color: var(--good); text-decoration: none; background: var(--good-soft); }

.scroll { overflow-x: auto; margin: 10px 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.45; }
th, td { text-align: start; vertical-align: top; padding: 8px 14px 8px 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { font-size: 12.5px; color: var(--muted); font-weight: 600; white-space: nowrap; }
th button { all: unset; cursor: pointer; padding: 2px 0; }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
th button:hover { color: var(--text); text-decoration: underline; }
th[aria-sort="ascending"] button::after { content: " ↑"; }
th[aria-sort="descending"] button::after { content: " ↓"; }
.num { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { min-width: 150px; }
td[data-h="By"], td[data-h="Due"] { white-space: nowrap; }
td .badge { margin-inline-end: 2px; }
tr[id] { scroll-margin-top: 40px; }
tr:target, .card:target { background: var(--accent-soft); }
#cost-total td, #phase-total td { border-top: 2px solid var(--line-strong); border-bottom: 0; }

.task { border: 1px solid var(--line); border-radius: var(--radius); margin: 6px 0; background: var(--card); }
.task > summary { display: grid; grid-template-columns: 34px minmax(0, 1fr) auto; gap: 4px 8px; padding: 8px 14px; cursor: pointer; list-style: none; align-items: baseline; }
.task > summary:hover { background: var(--raised); border-radius: var(--radius); }
.task > summary .muted { font-size: 13.5px; text-align: end; }
.task[open] > summary .task-title { font-weight: 600; }
.number { color: var(--muted); font-variant-numeric: tabular-nums; }
.task > div { padding: 0 14px 8px 56px; scroll-margin-top: 56px; }
.task p { margin: 4px 0; max-width: 80ch; }
.task .facts { display: flex; flex-wrap: wrap; gap: 8px 26px; border-top: 1px solid var(--line); padding-top: 8px; margin-bottom: 6px; }
.task .facts > div { max-width: 320px; }
.task .line { display: flex; flex-wrap: wrap; gap: 2px 18px; border-top: 1px solid var(--line); padding-top: 8px; margin: 8px 0 6px; max-width: none; font-size: 14px; line-height: 24px; }
.task .line a { display: inline-block; min-width: 24px; }
.findings li { margin: 0 0 7px; max-width: 92ch; scroll-margin-top: 40px; }
.findings li:target { background: var(--accent-soft); }
.task:has(> div:target) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
::highlight(hits) { background: var(--mark); color: var(--text); }
::highlight(hit) { background: var(--accent); color: var(--page); }

@media (max-width: 900px) {
  .big { gap: 8px 18px; }
  .task > summary { grid-template-columns: 30px minmax(0, 1fr); }
  .task > summary .muted { grid-column: 2; text-align: start; }
  .task > div { padding: 0 14px 10px; }
}
@media (max-width: 640px) {
  .facts { gap: 4px; }
  .facts > div, .task .facts > div { max-width: none; width: 100%; display: grid; grid-template-columns: 96px minmax(0, 1fr); align-items: baseline; }
  .num { white-space: normal; }
  .scroll { overflow-x: visible; }
  table.sortable, .sortable tbody, .sortable tr, .sortable td { display: block; width: 100%; }
  .sortable thead { display: none; }
  .sortable tr { border: 1px solid var(--line); border-radius: var(--radius); padding: 8px 12px; margin: 8px 0; }
  .sortable td { border: 0 !important; padding: 2px 0 2px 96px; text-align: start; position: relative; min-height: 1.6em; }
  .sortable td:empty { display: none; }
  .sortable td::before { content: attr(data-h); position: absolute; inset-inline-start: 0; top: 3px; width: 90px; font-size: 12px; color: var(--muted); }
  .sortable td[data-h="Id"] { padding-inline-start: 0; font-weight: 600; }
  .sortable td[data-h="Id"]::before { content: none; }
}
`;
