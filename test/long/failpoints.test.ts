// Every failpoint at one passing after another, as far as the story comes: npm run test:long, or
// FAILPOINT_PASSINGS=60 for more.
import { beforeAll, describe, expect, it } from 'vitest';
import { type FailpointName, failpointNames } from '../../src/base/failpoints.ts';
import { expectUndone, tellAtFailpoints } from '../crash/failpoint-story.ts';

const hourMs = 3_600_000;
const passings = Number(process.env.FAILPOINT_PASSINGS ?? 20);
const longNotes = 1_050;

/** How often the story is sure to pass. */
const reached: Record<FailpointName, number> = {
  'schema-noted': 1,
  'schema-made': 1,
  'commit-before-begin': 40,
  'commit-before-commit': 40,
  'commit-done': 40,
  'run-decided': 25,
  'run-committed': 25,
  'take-decided': 5,
  'take-committed': 5,
  'undo-decided': 9,
  'undo-committed': 9,
  'snapshot-before': 1,
  'snapshot-after': 1,
  'delivery-before': 2,
  'delivery-sent': 2,
  'delivery-noted': 2,
};

describe('kill -9 at a failpoint, at every passing', () => {
  let undisturbed: readonly string[] = [];
  beforeAll(async () => {
    undisturbed = (await tellAtFailpoints()).left.words;
  });

  it.each(failpointNames)('[CR5] [CR6] %s', { timeout: hourMs }, async (name) => {
    const notes = name.startsWith('snapshot') ? longNotes : 0;
    for (let passing = 1; passing <= Math.min(passings, reached[name]); passing += 1) {
      const told = await tellAtFailpoints({ failpoints: [`${name}=kill@${passing}`], notes });
      expectUndone(told);
      expect(told.left.words).toEqual(undisturbed);
      expect(told.kills).toBe(1);
    }
  });
});
