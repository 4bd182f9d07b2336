// Pictures: the chart of days, the strips of odds, money by month, the matrix of risks.
export const chartsStyle = `
.gantt { margin: 4px 0 8px; font-size: 13.5px; }
.gantt ol { list-style: none; margin: 0; padding: 0; }
.gantt-row { display: grid; grid-template-columns: minmax(0, 34%) minmax(0, 1fr); column-gap: 14px; align-items: center; }
.gantt-row > a { color: var(--text); text-decoration: none; padding: 3px 0; line-height: 1.35; }
.gantt-row > a:hover { text-decoration: underline; }
li.gantt-row > a { padding-inline-start: 14px; }
.gantt-row:hover { background: var(--raised); }
.is-phase > a { font-weight: 650; }
.track { display: block; width: 100%; height: 100%; align-self: stretch; min-height: 26px; overflow: visible; }
.axis .track { height: 20px; min-height: 20px; }
svg text { fill: var(--muted); font: 11.5px var(--font); }
.grid { stroke: var(--line); }
.bar { fill: var(--bar); }
.bar.critical { fill: var(--bad-fill); }
.phase { fill: var(--line-strong); }
.slack { fill: var(--line-strong); opacity: 0.45; }
line.wait { stroke: var(--line-strong); stroke-width: 8; stroke-dasharray: 2 3; }
line.due { stroke: var(--poor); stroke-width: 2; stroke-dasharray: 4 3; }
rect.due { fill: var(--poor); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 12.5px; color: var(--muted); margin: 6px 0 14px; }
.key { display: inline-flex; align-items: center; gap: 5px; }
.strip { display: block; width: 100%; max-width: 640px; overflow: visible; }
.band { fill: var(--accent-soft); stroke: var(--bar); }
.band.core { fill: var(--bar); }
.dot { fill: var(--card); stroke: var(--bar); stroke-width: 2; }
.dot.strong { fill: var(--accent); stroke: var(--accent); }
.cash { margin: 8px 0; max-width: 640px; }
.cash figcaption { font-size: 12.5px; color: var(--muted); }
.cash svg { display: block; width: 100%; overflow: hidden; }
.matrix { width: auto; margin: 6px 0 16px; font-size: 14px; }
.matrix caption { text-align: start; font-size: 12.5px; color: var(--muted); padding-bottom: 4px; }
.matrix td { width: 96px; height: 40px; text-align: center; vertical-align: middle; border: 2px solid var(--page); padding: 2px 4px; }
.matrix th { border: 0; padding: 2px 10px 2px 0; }
.matrix tfoot th { text-align: center; padding: 4px; }
.matrix tfoot td { height: auto; }
.matrix td a { font-weight: 600; color: var(--text); display: inline-block; min-width: 28px; padding: 3px; }
.strip-key { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 12.5px; color: var(--muted); margin: 0 0 10px; }
.heat-1 { background: var(--good-soft); }
.heat-2, .heat-3 { background: light-dark(#f4f3dc, #2b2a14); }
.heat-4 { background: var(--poor-soft); }
.heat-6 { background: light-dark(#fbd9c4, #4f2f16); }
.heat-9 { background: light-dark(#f8c4bf, #612520); }
@media (max-width: 640px) {
  .gantt-row { grid-template-columns: minmax(0, 1fr); row-gap: 0; padding: 3px 0; border-bottom: 1px solid var(--line); }
  li.gantt-row > a { padding-inline-start: 0; }
  .track { height: 26px; }
  .matrix td { width: 80px; }
}
`;
