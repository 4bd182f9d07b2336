// How long the answers of a real mind are, by stage: those of the recorded case study where it is there,
// else what was seen at the writing desk. Characters of JSON, the mean of all answers of the stage.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cassette } from '../../src/plan/brains/recorded/cassette.ts';
import { readCassette } from '../../src/plan/brains/recorded/read-cassette.ts';

export type ReplyLengths = Readonly<Record<string, number>>;

const recording = fileURLToPath(
  new URL('../../examples/dog-breeders/recording.json', import.meta.url),
);

export const usualLengths: ReplyLengths = {
  ...{ review: 900, directives: 2_600, purpose: 900, redline: 500, premise: 900, levers: 2_800 },
  ...{ places: 1_200, resources: 1_500, 'lever-triage': 1_400, scenarios: 3_000, choice: 1_500 },
  ...{ assumptions: 6_500, risks: 7_500, charter: 5_000, outline: 9_000, team: 4_500 },
  ...{ related: 2_800, swot: 2_600, papers: 4_500, panel: 2_200, details: 9_500, experts: 2_400 },
  ...{ premortem: 1_900, premises: 3_800, attack: 2_000, rebuttal: 4_500, judge: 3_000 },
  ...{ summary: 2_400, answers: 4_200, adherence: 3_500 },
};

function recordedLengths({ entries, contents }: Cassette): ReplyLengths {
  const sums = new Map<string, { chars: number; count: number }>();
  for (const { stage, reply } of entries) {
    const text = (contents[reply.content] ?? []).join('\n');
    const sum = sums.get(stage) ?? { chars: 0, count: 0 };
    sum.chars += JSON.stringify(JSON.parse(text) as unknown).length;
    sum.count += 1;
    sums.set(stage, sum);
  }
  return Object.fromEntries(
    [...sums].map(([stage, { chars, count }]) => [stage, Math.round(chars / count)]),
  );
}

/** And where they are from. */
export function replyLengths(file = recording): { source: string; lengths: ReplyLengths } {
  if (!existsSync(file)) return { source: 'estimated', lengths: usualLengths };
  const recorded = recordedLengths(readCassette(readFileSync(file, 'utf8')));
  return { source: 'recorded', lengths: { ...usualLengths, ...recorded } };
}
