// What it costs to trust a run: chains of 60 steps in one process on SQLite, step by step, in turns.
//   check_us, reserve_us, approve_us   what a step takes longer with a check of its own (a step that
//                                      a worker of this process does), with a price that is reserved
//                                      and settled, and with a person's approval
//   slowdown_pct                       how much slower steps with a price and the default check are
//                                      than steps without either
//   planted, caught                    bugs of test/planted, and how many the suites noticed; with
//                                      BENCH_JUDGEMENT_PLANTED=0 they are left out (null)
import process from 'node:process';
import type { BenchContext } from './context.ts';
import { huntPlanted } from './judgement/planted.ts';
import { openTrials } from './judgement/trials.ts';
import { alternate, type Rates } from './lib/alternate.ts';
import { median } from './lib/median.ts';

const rounds = 5;
const windowMs = 2_000;

type Kind = 'bare' | 'plain' | 'reserved' | 'checked' | 'approved';

const stepUs = (rates: Rates<Kind>, kind: Kind): number[] => rates[kind].map((rate) => 1e6 / rate);

/** Within each round, since the machine is another one in the next. */
function addedUs(rates: Rates<Kind>, kind: Kind, over: Kind): number {
  const base = stepUs(rates, over);
  return median(stepUs(rates, kind).map((us, round) => us - (base[round] ?? 0)));
}

function slowdownPct(rates: Rates<Kind>): number {
  const bare = stepUs(rates, 'bare');
  return median(stepUs(rates, 'reserved').map((us, round) => (us / (bare[round] ?? us) - 1) * 100));
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

export async function run({ dir, log }: BenchContext): Promise<object> {
  const trials = await openTrials(dir);
  try {
    const rates = await alternate<Kind>(rounds, windowMs, {
      bare: () => trials.chain({ hasSchema: false }),
      plain: () => trials.chain({}),
      reserved: () => trials.chain({ isPaid: true }),
      checked: () => trials.chain({ isChecked: true }),
      approved: () => trials.chain({ isApproved: true }),
    });
    log(`steps/s: ${JSON.stringify(rates)}`);
    const figures = {
      check_us: rounded(addedUs(rates, 'checked', 'plain')),
      reserve_us: rounded(addedUs(rates, 'reserved', 'plain')),
      approve_us: rounded(addedUs(rates, 'approved', 'plain')),
      slowdown_pct: rounded(slowdownPct(rates)),
    };
    const hunt = process.env.BENCH_JUDGEMENT_PLANTED === '0' ? null : huntPlanted(log);
    return { ...figures, planted: hunt?.planted ?? null, caught: hunt?.caught ?? null };
  } finally {
    await trials.close();
  }
}
