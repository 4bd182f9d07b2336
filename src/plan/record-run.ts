// A recording of how a plan was thought about, whoever thought: each finished step that a mind
// answered, with the very prompt that it had.

import { contentJson } from '../engine/content.ts';
import { noTokens } from '../models/model.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { type RecordedCall, type Recording, recordCassette } from './brains/recorded/record.ts';
import { readStageWork } from './stage-work.ts';
import { isThoughtWork, promptOf } from './thought.ts';

async function callOf(
  reader: Reader,
  plan: Rows['plans'],
  row: Rows['steps'],
): Promise<RecordedCall[]> {
  const place = { run: row.run, plan: plan.id, spec: row.spec };
  const work = await readStageWork(reader, plan.tenant, place);
  const { does } = work.spec;
  if (!isThoughtWork(work) || (does !== undefined && does !== 'part')) return [];
  const output = await reader.content(row.output);
  if (!output) return [];
  const { system, prompt, schema } = promptOf(work);
  return [
    {
      ...{ stage: work.stage.name, system, prompt, schema },
      reply: { kind: 'value', value: contentJson(output) },
      model: work.settings.brain,
      tokens: noTokens,
      finish: 'stop',
    },
  ];
}

export async function recordPlan(reader: Reader, plan: Rows['plans']): Promise<Recording> {
  const rows = (await reader.steps(plan.run)).filter(
    ({ state, purpose }) => state === 'VERIFIED' && purpose === 'work',
  );
  const calls: RecordedCall[] = [];
  for (const row of rows) calls.push(...(await callOf(reader, plan, row)));
  return recordCassette(calls);
}
