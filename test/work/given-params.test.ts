// A mind decides and a tool acts: the parameters of a step come from the answer to the one before it, or from
// whoever helps when it failed. What is given so goes no further than anything else that a mind wants.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Approval } from '../../src/contract/approvals.ts';
import { restCall } from '../security/faces.ts';
import { type Json, planFile, taskOf } from '../support/small-plan.ts';
import { footprint } from './coding-story.ts';
import { readStory } from './proof-recording.ts';
import { Proof } from './proof-run.ts';
import { proofPlan } from './proof-story.ts';

let proof: Proof;
beforeEach(() => {
  proof = new Proof(restCall, 'converges');
});
afterEach(() => proof.close());

describe('parameters that a mind gives', () => {
  /** What was recorded, in its order. */
  const [first, second, third] = readStory('converges').exchange.map(({ answered }) => answered);

  it('[TL63] are told their form, and sent back with the place where they do not fit', async () => {
    await proof.open();
    const giver = await proof.next();
    const { output_schema: schema } = giver.step;
    expect(schema).toMatchObject({ required: ['params'] });
    expect(JSON.stringify(schema)).toContain('Parameters for file_edit.');
    const refused = await proof.answer(giver, { edit: 'a' });
    expect([refused.code, refused.text]).toEqual([
      'output_invalid',
      expect.stringContaining('output.params'),
    ]);
    expect((await proof.answer(giver, first ?? {})).code).toBeNull();
  });

  it('[TL64] a helper is handed what went wrong, whole, and an answer that fits nothing is sent back', async () => {
    await proof.open();
    await proof.answer(await proof.next(), first ?? {});
    const helper = await proof.next();
    expect(helper.step).toMatchObject({ step_id: 'task_1_7_h1', rescues: 'task_1_7' });
    expect(helper.step.context.last_error).toContain('there are 7 and 16');
    expect(Object.keys(helper.step.inputs)).toContain('task_1_6');
    const refused = await proof.answer(helper, first ?? {});
    expect([refused.code, refused.text]).toEqual([
      'INVALID_ARGUMENTS',
      expect.stringMatching(/output\.params.*there are 7 and 16.*still yours/),
    ]);
    expect((await proof.answer(helper, second ?? {})).code).toBeNull();
    const { step } = await proof.next();
    expect([step.rescues, step.context.last_error]).toEqual([
      'task_1_7_ar1',
      expect.stringContaining('not ok 3 - entries of one day are billed together'),
    ]);
  });

  it('[TL64] helpers that never come to an end are bounded by the ladder', async () => {
    const before = footprint(proof.repository);
    await proof.open();
    await proof.answer(await proof.next(), second ?? {});
    // Another comment is no better code.
    for (const [step, old] of [
      ['task_1_7_h1', 'cents'],
      ['task_1_7_ar1_h1', 'cents.'],
    ] as const) {
      const helper = await proof.next();
      expect(helper.step.step_id).toBe(step);
      const params = { path: 'src/invoice.mjs', replace: [{ old, new: `${old}.` }] };
      expect((await proof.answer(helper, { params })).code).toBeNull();
    }
    expect(await proof.claim()).toBeNull();
    expect((await proof.status()).state).toBe('CANCELLED');
    expect(footprint(proof.repository)).toEqual(before);
  });

  const hostile = { params: { path: '../outside.txt', replace: [{ old: 'a', new: 'b' }] } };

  it('[TL63][TL66] reach no further than the policy: one that is forbidden fails for good', async () => {
    await proof.open();
    await proof.answer(await proof.next(), hostile);
    expect(await proof.claim()).toBeNull();
    expect(proof.said).toContain('The execution is FAILED');
    const { state, blocked } = await proof.status();
    expect(state).toBe('FAILED');
    expect(JSON.stringify(blocked)).toContain('task_1_7');
    expect(proof.repository.git('status', '--porcelain')).toBe('?? notes.txt');
  });

  const careful = { tiers: { file_edit: 'T2' } };
  /** A person who says yes to what is to be done in general, and is then asked about the act itself. */
  async function actAsked(step: string): Promise<Approval> {
    const general = await proof.asked();
    expect(general).toMatchObject({ step_id: step, what: { proposal: null } });
    await proof.approve(general);
    const find = async () => {
      const asked = await proof.asked();
      return asked.digest === general.digest ? null : asked;
    };
    return (await vi.waitUntil(find, { timeout: 60_000, interval: 20 })) as Approval;
  }

  it('[TL63] are shown to a person as they are where the tool needs that; an approval without them is none', async () => {
    await proof.open(proofPlan('converges'), careful);
    await proof.answer(await proof.next(), second ?? {});
    const asked = await actAsked('task_1_7');
    expect(asked.what?.proposal).toMatchObject({ tool: 'file_edit', params: second?.params });
    expect(proof.repository.git('status', '--porcelain')).toBe('?? notes.txt');
    await proof.approve(asked);
    const helper = await proof.next();
    expect(helper.step.context.last_error).toContain('45 == 30');
    // Of a helper they stand in the contract that the person approves.
    await proof.answer(helper, third ?? {});
    const last = await proof.asked();
    expect(last).toMatchObject({ step_id: 'task_1_7_ar1', what: { params: third?.params } });
    await proof.approve(last);
    expect(await proof.claim()).toBeNull();
    expect((await proof.status()).state).toBe('COMPLETED');
  });

  it.each([
    ['a step that is not before it', 'task_1_8', 'not among its dependencies'],
    ['a step by a tool', 'task_1_2', 'not done by an agent, a person or a model'],
  ])('[TL63] come from %s: the plan is refused', async (_, from, message) => {
    const text = JSON.stringify(proofPlan('converges'));
    const plan = JSON.parse(
      text.replace('"params_from":"task_1_6"', `"params_from":"${from}"`),
    ) as Json;
    await expect(proof.open(plan)).rejects.toThrow(message);
  });
});

describe('what a step is handed out with', () => {
  const big = { text: 'x'.repeat(200_000) };

  it('[TL64] is limited, and what is left out is told', async () => {
    const giving = ['task_1_1', 'task_1_2', 'task_1_3'];
    const give = giving.map((subtask_id) => ({
      ...{ subtask_id, performer: 'agent', action: 'propose_edit', params: {}, dependencies: [] },
    }));
    const take = { subtask_id: 'task_1_4', action: 'repair_code', dependencies: giving };
    await proof.open(planFile([taskOf([...give, take])]));
    for (const id of giving) {
      const claim = await proof.next();
      expect([claim.step.step_id, claim.step.inputs]).toEqual([id, {}]);
      await proof.answer(claim, big);
    }
    const { step } = await proof.next();
    expect(step.inputs).toEqual({
      ...{ task_1_1: big, task_1_2: big },
      task_1_3: '(left out: 200011 bytes)',
    });
  });
});
