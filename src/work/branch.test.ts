import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effect, leaf } from '../../test/support/run-driver.ts';
import { openTempEngine, type TempEngine, tenant, until } from '../../test/support/temp-engine.ts';
import { contentJson } from '../engine/content.ts';
import { type InlineWorker, startInlineWorker } from '../engine/inline-worker.ts';
import { branchSteps, createBranchHandler, type Evaluator, tally } from './branch.ts';

const wish = (evaluator: Evaluator, candidates = 3) => ({ candidates, evaluator });
const critic: Evaluator = { by: 'critic', performer: 'model' };

describe('a step with candidates', () => {
  let temp: TempEngine;
  let worker: InlineWorker;
  /** Of the critics, by step. */
  let choices: Record<string, string>;
  let failing: string[];

  beforeEach(async () => {
    temp = await openTempEngine();
    [choices, failing] = [{}, []];
    const branch = createBranchHandler(temp.store);
    worker = startInlineWorker(temp.engine, {
      holder: 'worker_branch1',
      onError: () => undefined,
      async handle(step) {
        const own = await branch(step);
        if (own) return own;
        if (failing.includes(step.step)) throw new Error('no');
        const choice = choices[step.step];
        return { output: { by: step.step }, ...(choice === undefined ? {} : { choice }) };
      },
    });
  });
  afterEach(async () => {
    await worker.stop();
    await temp.close();
  });

  async function play(evaluator: Evaluator, candidates = 3): Promise<string> {
    const step = {
      def: leaf('task_1', [], { performer: 'model', attempts_max: 1 }),
      spec: { title: 'Write' },
    };
    const next = { def: leaf('task_2', ['task_1'], { performer: 'model' }), spec: {} };
    const steps = [...branchSteps(step, wish(evaluator, candidates)), next];
    const about = { kind: 'execution', plan: 'plan_temp1', tenant, by: 'person_a' } as const;
    await temp.engine.createRun({ run: 'exec_branch1', ...about, steps });
    const run = () => temp.store.run('exec_branch1');
    await until(async () => ['COMPLETED', 'FAILED'].includes((await run())?.status ?? ''));
    const row = (await temp.store.steps('exec_branch1')).find((one) => one.step === 'task_1');
    const output = row && row.output !== '' ? await temp.store.content(row.output) : null;
    return output ? (contentJson(output) as { by: string }).by : ((await run())?.status ?? '');
  }

  it('[RC7] hands on what the critic chose, under its own id', async () => {
    choices = { task_1_be: 'task_1_b2' };
    expect(await play(critic)).toBe('task_1_b2');
  });

  it('[RC7] lets a function choose, and goes on with those that came to something', async () => {
    choices = { task_1_be: 'task_1_b3' };
    failing = ['task_1_b1'];
    expect(await play({ by: 'function', action: 'pick_longest' })).toBe('task_1_b3');
  });

  it('[RC7] counts votes', async () => {
    choices = { task_1_bv1: 'task_1_b2', task_1_bv2: 'task_1_b1', task_1_bv3: 'task_1_b2' };
    expect(await play({ by: 'vote', performer: 'model', voters: 3 }, 2)).toBe('task_1_b2');
  });

  it('[RC7] fails where nothing was chosen', async () => {
    choices = { task_1_be: 'none' };
    expect(await play(critic)).toBe('FAILED');
  });
});

describe('what may branch', () => {
  const step = (def = leaf('task_1')) => ({ def, spec: {} });

  it('[RC7] has two or three candidates, acts on nothing outside, and is work', () => {
    for (const count of [1, 4, 2.5]) {
      expect(() => branchSteps(step(), wish(critic, count))).toThrow('candidates');
    }
    expect(() => branchSteps(step(effect('task_1')), wish(critic))).toThrow('cannot branch');
    const decision = leaf('task_1', [], { purpose: 'decision' });
    expect(() => branchSteps(step(decision), wish(critic))).toThrow('cannot branch');
    const many: Evaluator = { by: 'vote', performer: 'model', voters: 99 };
    expect(() => branchSteps(step(), wish(many))).toThrow('voters');
  });

  it('[RC7] most votes win, of equals the first, and votes for others do not count', () => {
    const names = ['a', 'b', 'c'];
    expect(tally(names, ['b', 'c', 'c'])).toBe('c');
    expect(tally(names, ['c', 'b'])).toBe('b');
    expect(tally(names, ['x', 'y'])).toBe('none');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { minLength: 1 }), (votes) => {
        const count = (name: string) => votes.filter((vote) => vote === name).length;
        const won = tally(names, votes);
        expect(count(won)).toBe(Math.max(...names.map(count)));
      }),
    );
  });
});
