// Plans that were read a moment ago: executions of one plan share its reading.
import { isPlanwrightError } from '../base/errors.ts';
import type { SchedulablePlan } from '../contract/plan-schedulable.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { contentText } from '../engine/content.ts';
import { type PlanReading, readPlan } from '../schedule/read/plan.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { ForecastPlan } from './execution-forecast.ts';

const MOST_PLANS = 20;
/** Of their files; what is read from them is a few times larger. */
const MOST_BYTES = 32 * 2 ** 20;

interface Kept {
  readonly reading: Promise<ForecastPlan | null>;
  readonly bytes: number;
}

export class PlanShelf {
  readonly #reader: Reader;
  /** By their hash; the one that was used last comes last. */
  readonly #plans = new Map<string, Kept>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Null when there is none, or none with a schedule. */
  async read(tenant: string, plan: string): Promise<ForecastPlan | null> {
    const row = await this.#reader.artifact(tenant, plan, 'plan.json');
    if (row === null) return null;
    const key = `${tenant} ${plan} ${row.sha256}`;
    const kept = this.#plans.get(key) ?? this.#begin(key, row);
    this.#plans.delete(key);
    this.#plans.set(key, kept);
    this.#makeRoom();
    return kept.reading;
  }

  /** The promise is kept, so those who ask at once share one read. One that failed is not. */
  #begin(key: string, row: Rows['artifacts']): Kept {
    const kept = { reading: this.#readNew(row), bytes: row.size };
    kept.reading.catch(() => {
      if (this.#plans.get(key) === kept) this.#plans.delete(key);
    });
    return kept;
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const kept of this.#plans.values()) bytes += kept.bytes;
    for (const [key, kept] of this.#plans) {
      const isLast = this.#plans.size === 1;
      if (isLast || (this.#plans.size <= MOST_PLANS && bytes <= MOST_BYTES)) return;
      this.#plans.delete(key);
      bytes -= kept.bytes;
    }
  }

  async #readNew({ content }: Rows['artifacts']): Promise<ForecastPlan | null> {
    const file = await this.#reader.content(content);
    return file === null ? null : scheduledPlan(contentText(file));
  }
}

/** A plan of another kind has no dates to follow. */
function scheduledPlan(text: string): ForecastPlan | null {
  try {
    const reading = readPlan(migratePlan(JSON.parse(text)));
    const { baseline } = reading;
    if (baseline === null || baseline.length === 0) return null;
    return { ...reading, baseline, usdRate: usdRateOf(reading) };
  } catch (error) {
    if (isPlanwrightError(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

function usdRateOf({ currency, ranged }: PlanReading): number | null {
  if (currency === 'USD') return 1;
  const { currencies = [] } = ranged.plan as Pick<SchedulablePlan, 'currencies'>;
  return currencies.find(({ code }) => code === 'USD')?.rate_to_project ?? null;
}
