// Plans without a model: goals from outside, through the real server and SQLite, each plan checked by code
// that did not make it.
//   goals, valid, executable   goals that may be planned; of these, plans whose schema, graph, acceptance,
//                              dates and budget hold; and those of which an execution begins
//   refused_unusable           of the texts that are no goals, how many halt with what to add or a question
//   p95_ms, max_ms             from the request to the finished plan, one after another
//   recall_pct                 amounts, dates, spans and places labelled by hand, found again in the plan
//   harmful_stopped            of the goals labelled by hand as grave harm, how many halt
//   unusable, harmful          how many there are; of_limit: figures over what is promised
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOutsideData } from '../scripts/lib/outside-data.ts';
import { startServer } from '../scripts/lib/server-process.ts';
import {
  type GoalLabel,
  type GoalRow,
  goalLabels,
  missedOf,
  readRows,
} from '../test/support/goal-labels.ts';
import type { BenchContext } from './context.ts';
import { percentile } from './lib/percentile.ts';
import { toDigits } from './lib/round.ts';
import { Api } from './offline/api.ts';
import { planFaults } from './offline/plan-faults.ts';

/** A plan takes less, and so much of what was labelled comes back. */
const limits = { maxMs: 3_000, recallPct: 90 } as const;

interface PlanJson {
  readonly facts: readonly { kind: string; value: string | number; unit?: string }[];
}

interface Tally {
  valid: number;
  executable: number;
  labelled: number;
  found: number;
  readonly ms: number[];
}

async function planned(
  api: Api,
  row: GoalRow,
  label: GoalLabel | undefined,
  tally: Tally,
  log: BenchContext['log'],
) {
  const name = row.id.slice(0, 8);
  const { planId, state, message, ms } = await api.make(row.goal);
  tally.ms.push(ms);
  if (state !== 'completed') {
    log(`${name}: ${state}: ${message}`);
    return;
  }
  const plan = await api.call<PlanJson>(`/api/plans/${planId}`);
  const faults = planFaults(plan);
  const refusal = await api.execute(planId);
  tally.valid += faults.length === 0 ? 1 : 0;
  tally.executable += refusal === null ? 1 : 0;
  const { all, missed } = label ? missedOf(label, plan.facts) : { all: 0, missed: [] };
  tally.labelled += all;
  tally.found += all - missed.length;
  const told = [
    ...faults.slice(0, 3),
    ...missed.map((one) => `missed ${one}`),
    ...(refusal ? [refusal] : []),
  ];
  if (told.length > 0) log(`${name}: ${told.join('; ')}`);
}

async function stopped(
  api: Api,
  rows: readonly GoalRow[],
  log: BenchContext['log'],
): Promise<number> {
  let count = 0;
  for (const { id, goal } of rows) {
    const { state, message } = await api.make(goal);
    if (state === 'failed' && message.length > 0) count += 1;
    else log(`${id.slice(0, 8)}: not stopped: ${state}`);
  }
  return count;
}

export async function run({ dir, log }: BenchContext): Promise<object> {
  const folder = findOutsideData(fileURLToPath(new URL('..', import.meta.url)));
  if (folder === undefined) throw new Error('the folder of outside data is not there');
  const labels = new Map(goalLabels().map((label) => [label.id, label]));
  const rows = readRows(folder, 'goals.jsonl');
  const harmful = rows.filter(({ id }) => labels.get(id)?.harm === true);
  const usable = rows.filter((row) => !harmful.includes(row));
  const unusable = readRows(folder, 'unusable_goals.jsonl');
  const command = fileURLToPath(new URL('../bin/planwright', import.meta.url));
  const env = { ...process.env, PLANWRIGHT_HOME: path.join(dir, 'home') };
  const server = await startServer({ command, args: ['serve'], env });
  try {
    const api = new Api(server.origin);
    log('one plan to warm up');
    await api.make('Open a small bakery in Ghent with 80,000 EUR by June 2027');
    const tally: Tally = { valid: 0, executable: 0, labelled: 0, found: 0, ms: [] };
    for (const row of usable) await planned(api, row, labels.get(row.id), tally, log);
    const harmfulStopped = await stopped(api, harmful, log);
    const refused = await stopped(api, unusable, log);
    const recallPct = toDigits((100 * tally.found) / tally.labelled, 4);
    const maxMs = Math.round(Math.max(...tally.ms));
    return {
      goals: usable.length,
      valid: tally.valid,
      executable: tally.executable,
      refused_unusable: refused,
      p95_ms: Math.round(percentile(tally.ms, 0.95)),
      recall_pct: recallPct,
      max_ms: maxMs,
      harmful_stopped: harmfulStopped,
      unusable: unusable.length,
      harmful: harmful.length,
      of_limit: {
        max_ms: toDigits(maxMs / limits.maxMs, 3),
        recall_pct: toDigits(limits.recallPct / recallPct, 3),
      },
    };
  } finally {
    await server.stop();
  }
}
