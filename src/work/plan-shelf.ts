// Plans that were read a moment ago: executions of one plan share its reading.
import { isPlanwrightError } from '../base/errors.ts';
import type { SchedulablePlan } from '../contract/plan-schedulable.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { readArtifact } from '../engine/artifacts.ts';
import { type PlanReading, readPlan } from '../schedule/read/plan.ts';
import type { Reader } from '../store/store.ts';
import type { ForecastPlan } from './execution-forecast.ts';

const MOST_PLANS = 20;

export class PlanShelf {
  readonly #reader: Reader;
  /** By their hash; the one that was used last comes last. */
  readonly #plans = new Map<string, ForecastPlan | null>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Null when there is none, or none with a schedule. */
  async read(tenant: string, plan: string): Promise<ForecastPlan | null> {
    const row = await this.#reader.artifact(tenant, plan, 'plan.json');
    if (row === null) return null;
    const key = `${tenant} ${plan} ${row.sha256}`;
    const known = this.#plans.get(key);
    const found = known === undefined ? await this.#readNew(tenant, plan) : known;
    this.#plans.delete(key);
    this.#plans.set(key, found);
    if (this.#plans.size > MOST_PLANS) this.#plans.delete(this.#plans.keys().next().value ?? '');
    return found;
  }

  async #readNew(tenant: string, plan: string): Promise<ForecastPlan | null> {
    const file = await readArtifact(this.#reader, tenant, plan, 'plan.json');
    return file === null ? null : scheduledPlan(Buffer.from(file.bytes).toString('utf8'));
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
