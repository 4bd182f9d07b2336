// What a thread has counted since it started. Counting is one lookup in a map. Threads hand their counts
// to the main thread as plain samples, where they are added up and shown as Prometheus text.
import { type MetricName, type MetricShape, metricNames, metricTable } from './metric-table.ts';

/** Plain data, which crosses a thread boundary. */
export interface Sample {
  readonly name: MetricName;
  /** Values, in the order of the labels of the table. */
  readonly labels: readonly string[];
  /** Of a histogram: the sum of what was observed. */
  readonly value: number;
  /** Of a histogram: how many were observed in each bucket, beyond the last one at the end. */
  readonly counts?: readonly number[];
}

interface Series {
  readonly labels: readonly string[];
  value: number;
  readonly counts: number[] | null;
}

/** Names of models come from outside; more series than this share one. */
const seriesMax = 500;
const labelMax = 100;
const other = 'other';

const bucketsOf = (name: MetricName): readonly number[] | undefined =>
  (metricTable[name] as MetricShape).buckets;

/** Where threads that count report to. */
export interface Counting {
  add(name: MetricName, labels?: readonly string[], by?: number): void;
  observe(name: MetricName, value: number, labels?: readonly string[]): void;
}

export const noCounting: Counting = { add: () => undefined, observe: () => undefined };

const none: readonly string[] = [];

export class Metrics implements Counting {
  readonly #series = new Map<MetricName, Map<string, Series>>();
  readonly #adopted = new Map<string, readonly Sample[]>();
  #changes = 0;

  /** Rises with everything that is counted. */
  get changes(): number {
    return this.#changes;
  }

  add(name: MetricName, labels: readonly string[] = none, by = 1): void {
    this.#changes += 1;
    this.#find(name, labels).value += by;
  }

  observe(name: MetricName, value: number, labels: readonly string[] = none): void {
    this.#changes += 1;
    const series = this.#find(name, labels);
    const bounds = bucketsOf(name) ?? [];
    let index = 0;
    while (index < bounds.length && value > (bounds[index] as number)) index += 1;
    series.value += value;
    if (series.counts) series.counts[index] = (series.counts[index] ?? 0) + 1;
  }

  /** The newest samples of another thread, in place of those before. */
  adopt(source: string, samples: readonly Sample[]): void {
    this.#changes += 1;
    this.#adopted.set(source, samples);
  }

  samples(): Sample[] {
    const own = [...this.#series].flatMap(([name, all]) =>
      [...all.values()].map(({ labels, value, counts }): Sample => {
        return { name, labels, value, ...(counts ? { counts: [...counts] } : {}) };
      }),
    );
    return [...own, ...[...this.#adopted.values()].flat()];
  }

  #find(name: MetricName, labels: readonly string[]): Series {
    let all = this.#series.get(name);
    if (!all) {
      all = new Map();
      this.#series.set(name, all);
    }
    const key = labels.length === 1 ? (labels[0] as string) : labels.join('\0');
    const known = all.get(key);
    if (known) return known;
    if (all.size >= seriesMax && !labels.every((label) => label === other)) {
      return this.#find(
        name,
        labels.map(() => other),
      );
    }
    const bounds = bucketsOf(name);
    const counts = bounds ? new Array<number>(bounds.length + 1).fill(0) : null;
    const series = { labels: labels.map((label) => label.slice(0, labelMax)), value: 0, counts };
    all.set(key, series);
    return series;
  }
}

const escapedLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const labelText = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.length === 0
    ? ''
    : `{${pairs.map(([name, value]) => `${name}="${escapedLabel(value)}"`).join(',')}}`;

function sum(one: Sample, more: Sample): Sample {
  const { counts } = one;
  const value = one.value + more.value;
  if (!counts) return { ...one, value };
  return {
    ...one,
    value,
    counts: counts.map((count, index) => count + (more.counts?.[index] ?? 0)),
  };
}

/** Of all threads together, by their labels. */
function added(samples: readonly Sample[]): Map<string, Sample> {
  const all = new Map<string, Sample>();
  for (const sample of samples) {
    const key = sample.labels.join('\0');
    const known = all.get(key);
    all.set(key, known ? sum(known, sample) : sample);
  }
  return all;
}

function linesOf(name: MetricName, { labels, value, counts }: Sample): string[] {
  const { labels: names, buckets } = metricTable[name] as MetricShape;
  const pairs = names.map((label, index) => [label, labels[index] ?? ''] as const);
  if (!buckets) return [`${name}${labelText(pairs)} ${value}`];
  let count = 0;
  const lines = [...buckets.map(String), '+Inf'].map((bound, index) => {
    count += counts?.[index] ?? 0;
    return `${name}_bucket${labelText([...pairs, ['le', bound]])} ${count}`;
  });
  return [
    ...lines,
    `${name}_sum${labelText(pairs)} ${value}`,
    `${name}_count${labelText(pairs)} ${count}`,
  ];
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The text format of Prometheus. */
export function metricsText(samples: readonly Sample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name);
  const lines = metricNames.flatMap((name) => {
    const { type, help, labels } = metricTable[name] as MetricShape;
    const all = added(byName.get(name) ?? []);
    // Without labels there is one series, also before anything happened; a gauge nobody read has none.
    if (all.size === 0 && labels.length === 0 && type === 'counter') {
      all.set('', { name, labels: [], value: 0 });
    }
    const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
    return [...head, ...[...all.values()].flatMap((sample) => linesOf(name, sample))];
  });
  return `${lines.join('\n')}\n`;
}

const shareEveryMs = 1_000;

/** Sends what a thread has counted, about once a second while it counts; gives a function that stops. */
export function shareMetrics(metrics: Metrics, send: (samples: Sample[]) => void): () => void {
  let sent = 0;
  const timer = setInterval(() => {
    if (metrics.changes === sent) return;
    sent = metrics.changes;
    send(metrics.samples());
  }, shareEveryMs).unref();
  return () => clearInterval(timer);
}
