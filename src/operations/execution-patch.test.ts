import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
beforeEach(async () => {
  await bakery.start();
});
afterAll(() => bakery.close());

const patch = (more: object, baseRev = 1) =>
  bakery.ask('execution_patch', {
    execution_id: bakery.executionId,
    base_rev: baseRev,
    ...more,
  });

const extra = { step_id: 'extra_1', title: 'Taste the bread', action: 'taste_bread', priority: 9 };

/** Takes steps until it has the one that is meant. */
async function claimStep(id: string) {
  for (;;) {
    const taken = await bakery.mustClaim();
    if (taken.step.step_id === id) return taken;
  }
}

describe('an edit of the graph', () => {
  it('[OP12] adds a step that is handed out like any other', async () => {
    const before = await bakery.status();
    const done = await patch({ add: [extra] });
    expect(done).toMatchObject({ status: 200, body: { rev: 2 } });
    expect(await bakery.status()).toMatchObject({
      rev: 2,
      progress: { total: before.progress.total + 1 },
    });
    const { step } = await claimStep('extra_1');
    expect(step).toMatchObject({ title: 'Taste the bread', action: 'taste_bread' });
  });

  it('[OP12] a new member is part of its group, which then waits for it', async () => {
    await patch({ add: [{ ...extra, parent: 'phase_1' }] });
    const { reader } = bakery.app.services;
    const event = (await reader.events(bakery.executionId, 0, 100)).at(-1);
    const data = JSON.parse(event?.header ?? '{}') as {
      data: { changed: { id: string; needs: string[] }[] };
    };
    expect(data.data.changed.find(({ id }) => id === 'phase_1')?.needs).toContain('extra_1');
    expect(await bakery.task('extra_1')).toMatchObject({ parent: 'phase_1' });
  });

  it('[OP12] changes what it names and leaves the rest', async () => {
    await patch({ add: [{ ...extra, description: 'Slowly.', risk_tier: 'T2' }] });
    await patch({ change: [{ step_id: 'extra_1', title: 'Smell the bread' }] }, 2);
    expect(await bakery.task('extra_1')).toMatchObject({
      title: 'Smell the bread',
      description: 'Slowly.',
      action: 'taste_bread',
      risk_tier: 'T2',
    });
  });

  it('[OP12] cancels a step', async () => {
    await patch({ add: [extra] });
    await patch({ cancel: ['extra_1'] }, 2);
    expect(await bakery.task('extra_1')).toMatchObject({ state: 'CANCELLED' });
  });

  it('[OP12] an edit of an older revision of the same part is stale', async () => {
    await patch({ add: [extra] });
    await patch({ change: [{ step_id: 'extra_1', title: 'Smell the bread' }] }, 2);
    const stale = await patch({ change: [{ step_id: 'extra_1', title: 'Eat it' }] }, 2);
    expect(stale).toMatchObject({ status: 409, code: 'stale_patch' });
  });

  it.each([
    ['nothing at all', {}, 'Say what to change'],
    ['a step that is not there', { change: [{ step_id: 'no_such' }] }, 'no_such'],
    ['a parent that is no group', { add: [{ ...extra, parent: 'extra_0' }] }, 'extra_0'],
    ['a need that is not there', { add: [{ ...extra, needs: ['no_such'] }] }, 'no_such'],
  ])('[OP12] %s is refused with the reason', async (_, more, hint) => {
    const refused = await patch(more);
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
    expect(refused.text).toContain(hint);
    expect((await bakery.status()).rev).toBe(1);
  });

  it('[OP12] a step that waits for an event is woken by its signal', async () => {
    await patch({ add: [{ ...extra, wait: { for: 'event', key: 'oven_here' } }] });
    const { blocked } = await bakery.status();
    expect(blocked).toContainEqual(
      expect.objectContaining({ step_id: 'extra_1', waits_for: 'event' }),
    );
    await bakery.control('signal', { key: 'oven_here' });
    expect(await bakery.task('extra_1')).toMatchObject({ state: 'QUEUED' });
  });
});

describe('undo', () => {
  const withEffect = {
    ...extra,
    reversibility: 'compensable',
    undo: { performer: 'agent', action: 'return_bread' },
  };

  async function doneThenCancelled(step: object): Promise<void> {
    await patch({ add: [step] });
    const { token } = await claimStep('extra_1');
    await bakery.call('work_complete', { lease_token: token, output: { eaten: true } });
    await bakery.control('cancel', { drain_seconds: 0 });
  }

  it('[OP13] is handed out after a cancel, with a key of its own, and then all is over', async () => {
    await doneThenCancelled(withEffect);
    expect(await bakery.status()).toMatchObject({ state: 'RUNNING', ending: 'CANCELLED' });
    const { token, step } = await bakery.mustClaim();
    expect(step).toMatchObject({
      action: 'return_bread',
      undoes: 'extra_1',
      idempotency_key: `${bakery.executionId}:extra_1:undo`,
    });
    await bakery.call('work_complete', { lease_token: token, output: { returned: true } });
    expect(await bakery.status()).toMatchObject({ state: 'CANCELLED', uncompensated: [] });
    expect(await bakery.task('extra_1')).toMatchObject({ engine_state: 'COMPENSATED' });
  });

  it('[OP13] what cannot be undone is listed at the end', async () => {
    await doneThenCancelled({ ...extra, reversibility: 'irreversible' });
    expect(await bakery.status()).toMatchObject({
      state: 'CANCELLED',
      uncompensated: ['extra_1'],
      next_action: expect.stringContaining('uncompensated') as string,
    });
  });
});
