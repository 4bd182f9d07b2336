// Figures as a table for people: one line per figure, nested names joined with dots.

export function formatTable(figures: object): string {
  const rows = flatten(figures, '');
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function flatten(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof inner === 'object' && inner !== null) return flatten(inner, name);
    return [[name, formatValue(inner)]];
  });
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'not measured here';
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toPrecision(4);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
