// On paper everything is open, in dark ink, and nothing is there only to be clicked.
export const printStyle = `
@page { margin: 16mm 14mm; }
@media print {
  :root, :root[data-theme] { color-scheme: light; }
  body { display: block; font-size: 9.5pt; line-height: 1.4; }
  h1 { font-size: 18pt; }
  .section > summary h2 { font-size: 14pt; }
  h3 { font-size: 11pt; margin: 12px 0 4px; }
  h4 { font-size: 9.5pt; margin: 6px 0 2px; }
  .section { padding: 0; }
  .section > .body { padding-bottom: 8px; }
  .cards, .body .cards { grid-template-columns: 1fr 1fr; gap: 8px; }
  .card { padding: 8px 10px; }
  .lines, .held, .facts, .gates, .legend { font-size: 9pt; }
  .big dd { font-size: 12pt; }
  .facts { grid-template-columns: repeat(3, 1fr); gap: 4px 14px; margin: 6px 0; }
  .facts dt { font-size: 8pt; }
  .task { margin: 4px 0; }
  .task > summary { padding: 4px 8px; grid-template-columns: 26px minmax(0, 1fr) auto; }
  .task > summary .muted { grid-column: 3; font-size: 8.5pt; text-align: end; }
  .task > div { padding: 0 8px 4px 42px; }
  .digest { flex-basis: auto; padding: 0; font-size: 9pt; }
  .gantt { font-size: 8.5pt; }
  .answers dt { margin-top: 6px; }
  ul, ol, .body > p, .task p { margin-top: 2px; margin-bottom: 2px; }
  .side, .skip, .tools { display: none; }
  main { padding: 0; max-width: none; }
  a { color: inherit; text-decoration: none; }
  details::details-content { content-visibility: visible; block-size: auto; display: block; }
  .section > summary::before { display: none; }
  .section > summary, h3, h4, .task > summary { break-after: avoid; }
  .card, .task, tr, .gantt-row, figure, .matrix, .held { break-inside: avoid; }
  .scroll { overflow: visible; }
  .wide { min-width: 0; }
  table { font-size: 8.5pt; }
  .task .line { font-size: 8.5pt; line-height: 1.4; }
  th, td { padding: 4px 8px 4px 0; }
  th { white-space: normal; }
  thead { display: table-header-group; }
  .bar, .phase, .slack, .band, .dot, .badge, .held, .verdict, .card, .call, [class^="heat-"], rect { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
