// Reads the text format of Prometheus as strictly as a scraper: every sample belongs to a family that
// was announced, names and labels are well formed, histograms add up, and no series comes twice.
export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: Map<string, number>;
}

const head = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const line = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|[+-]Inf|NaN)$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

function labelsOf(text: string): [string, string][] {
  const found: [string, string][] = [];
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const match = label.exec(text);
    if (!match) throw new Error(`labels cannot be read: ${text}`);
    found.push([match[1] ?? '', match[2] ?? '']);
  }
  const names = found.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Error(`a label comes twice: ${text}`);
  return found;
}

const base = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

function familyOf(families: ReadonlyMap<string, Family>, name: string): Family {
  const own = families.get(name);
  if (own && own.type !== 'histogram') return own;
  const histogram = families.get(base(name));
  if (histogram?.type !== 'histogram') throw new Error(`no family for ${name}`);
  return histogram;
}

function checkHistogram(name: string, { samples }: Family): void {
  const groups = new Map<string, { counts: number[]; bounds: string[] }>();
  for (const [series, value] of samples) {
    if (!series.startsWith(`${name}_bucket`)) continue;
    const bound = /le="([^"]+)"/.exec(series)?.[1];
    if (bound === undefined) throw new Error(`a bucket without a bound: ${series}`);
    const key = series.replace(/,?le="[^"]+"/, '').replace('{}', '');
    const group = groups.get(key) ?? { counts: [], bounds: [] };
    group.counts.push(value);
    group.bounds.push(bound);
    groups.set(key, group);
  }
  for (const [key, { counts, bounds }] of groups) {
    const rising = counts.every((count, index) => index === 0 || count >= (counts[index - 1] ?? 0));
    const numbers = bounds.map((bound) => (bound === '+Inf' ? Infinity : Number(bound)));
    const inOrder = numbers.every((one, index) => index === 0 || one > (numbers[index - 1] ?? 0));
    const count = samples.get(key.replace('_bucket', '_count'));
    const sum = samples.get(key.replace('_bucket', '_sum'));
    if (!rising || !inOrder || bounds.at(-1) !== '+Inf') throw new Error(`bad buckets: ${key}`);
    if (count !== counts.at(-1) || sum === undefined) throw new Error(`does not add up: ${key}`);
  }
}

export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  for (const row of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = head.exec(row) ?? [];
    if (kind === 'HELP') helps.set(name, rest);
    else if (kind === 'TYPE') {
      if (families.has(name)) throw new Error(`${name} is announced twice`);
      families.set(name, { type: rest, help: helps.get(name) ?? '', samples: new Map() });
    } else {
      const [, sample = '', labels = '', value = ''] = line.exec(row) ?? [];
      if (sample === '') throw new Error(`cannot be read: ${row}`);
      const { samples } = familyOf(families, sample);
      const shown = labelsOf(labels).map(([key, of]) => `${key}="${of}"`);
      const series = shown.length === 0 ? sample : `${sample}{${shown.join(',')}}`;
      if (samples.has(series)) throw new Error(`${series} comes twice`);
      samples.set(series, Number(value));
    }
  }
  for (const [name, family] of families) {
    if (family.help === '') throw new Error(`${name} has no help`);
    if (family.type === 'counter' && !name.endsWith('_total'))
      throw new Error(`${name}: no _total`);
    if (family.type === 'histogram') checkHistogram(name, family);
  }
  return families;
}

/** The value of one series. */
export function seriesOf(text: string, series: string): number | undefined {
  const name = series.replace(/\{.*/s, '');
  const families = readExposition(text);
  return (families.get(name) ?? families.get(base(name)))?.samples.get(series);
}
