import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentRef, createCommand, leaf } from '../../test/support/run-driver.ts';
import { openTempEngine, type TempEngine, turn } from '../../test/support/temp-engine.ts';
import type { CommitResult, Store, WriteSet } from '../store/store.ts';
import { fold } from './apply.ts';
import type { Command } from './commands.ts';
import type { RunEvent } from './event-types.ts';
import { noOutbox } from './outbox-source.ts';
import { runRow } from './projection.ts';
import { type ActorPorts, RunActor } from './run-actor.ts';

const run = 'exec_actor1';
const noteOf = (kind: string): Command => ({
  type: 'note',
  by: 'agent_a',
  step: '',
  kind,
  reportedAt: 0,
  note: contentRef('ct_note'),
});
const create = createCommand([leaf('task_1'), leaf('task_2', ['task_1'])]);
const lease = { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 60_000 } as const;
const completion = (attempt: number, holder = 'agent_a'): Command => ({
  type: 'complete',
  step: 'task_1',
  attempt,
  holder,
  output: contentRef('ct_out'),
});

/** A store whose commits the test may count, hold back or fail. */
class Gate {
  readonly commits: WriteSet[] = [];
  before: (() => Promise<void>) | null = null;
  readonly store: Store;

  constructor(real: Store) {
    const commit = async (sets: readonly WriteSet[]): Promise<CommitResult[]> => {
      this.commits.push(...sets);
      await this.before?.();
      return real.commit(sets);
    };
    this.store = { ...real, commit };
  }
}

describe('a run actor', () => {
  let temp: TempEngine;
  let gate: Gate;
  let actor: RunActor;
  let committed: RunEvent[];
  const ports = (store: Store, told: RunEvent[]): ActorPorts => ({
    store,
    outbox: noOutbox,
    slots: new Map(),
    onCommitted: (_, events) => told.push(...events),
    onUncertain: () => undefined,
    onError: (error) => temp.errors.push(error),
  });
  const otherActor = (): RunActor => new RunActor(run, ports(temp.openStore(), []));
  const log = async () => temp.store.events(run, 0, 1_000);

  beforeEach(async () => {
    temp = await openTempEngine();
    gate = new Gate(temp.store);
    committed = [];
    actor = new RunActor(run, ports(gate.store, committed));
    await actor.submit({ commands: [create] });
  });
  afterEach(() => temp.close());

  it('[EN18] commands that come while a commit runs go out together', async () => {
    gate.commits.length = 0;
    const kinds = Array.from({ length: 50 }, (_, index) => `kind${index}`);
    const outcomes = await Promise.all(
      kinds.map((kind) => actor.submit({ commands: [noteOf(kind)] })),
    );
    expect(gate.commits.length).toBeLessThanOrEqual(2);
    const seqs = outcomes.map((outcome) => (outcome.ok ? outcome.events[0]?.seq : null));
    expect(seqs).toEqual(kinds.map((_, index) => index + 4));
    expect(committed.slice(3).map((event) => event.seq)).toEqual(seqs);
  });

  it('[EN18] each caller of a batch gets its own events or its own refusal', async () => {
    const outcomes = await Promise.all([
      actor.submit({ commands: [lease] }),
      actor.submit({ commands: [{ ...lease, holder: 'agent_b' }] }),
      actor.submit({ commands: [completion(1)] }),
      actor.submit({ commands: [completion(1)] }),
      actor.submit({ commands: [noteOf('remark')] }),
    ]);
    const answers = outcomes.map((outcome) =>
      outcome.ok ? outcome.events.map((event) => event.type) : outcome.rejection.code,
    );
    expect(answers).toEqual([
      ['run.started', 'step.leased'],
      'not_allowed_now',
      ['step.verified'],
      'lease_lost',
      ['note.recorded'],
    ]);
  });

  it('[EN18] a command is decided again when the run moved elsewhere', async () => {
    const other = otherActor();
    await other.submit({ commands: [lease] });
    const outcome = await actor.submit({ commands: [noteOf('remark')] });
    expect(outcome).toMatchObject({ ok: true, events: [{ seq: 6 }] });
    expect(fold(run, await log()).steps.get('task_1')?.state).toBe('LEASED');
  });

  it('[EN18] what was right before the run moved is refused after', async () => {
    await actor.submit({ commands: [lease] });
    const other = otherActor();
    await other.submit({ commands: [{ type: 'expire', step: 'task_1', attempt: 1 }] });
    const late = await actor.submit({ commands: [completion(1)] });
    expect(late).toMatchObject({ ok: false, rejection: { code: 'lease_lost' } });
    expect(fold(run, await log()).leavesDone).toBe(0);
  });

  it('[EN18] a refusal is never given on old knowledge', async () => {
    const other = otherActor();
    await other.submit({ commands: [lease] });
    const outcome = await actor.submit({ commands: [completion(1)] });
    expect(outcome.ok).toBe(true);
  });

  it('[EN18] two actors that write at once lose nothing and double nothing', async () => {
    const other = otherActor();
    const both = [actor, other].flatMap((one, index) =>
      Array.from({ length: 40 }, (_, at) =>
        one.submit({ commands: [noteOf(`from${index}_${at}`)] }),
      ),
    );
    const outcomes = await Promise.all(both);
    const seqs = outcomes.map((outcome) => (outcome.ok ? (outcome.events[0]?.seq ?? 0) : 0));
    expect(seqs.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 80 }, (_, index) => index + 4),
    );
    const state = fold(run, await log());
    expect(state.seq).toBe(83);
    expect(await temp.store.run(run)).toEqual(runRow(state));
  });

  it('[EN18] a command that cannot be written does not fail its batch mates', async () => {
    const outcomes = await Promise.allSettled([
      actor.submit({ commands: [noteOf('first')] }),
      actor.submit({ commands: [noteOf('this is free text')] }),
      actor.submit({ commands: [noteOf('third')] }),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    const kinds = (await log()).slice(3).map((event) => /"kind":"(\w+)"/.exec(event.header)?.[1]);
    expect(kinds).toEqual(['first', 'third']);
  });

  it('[EN18] a failed commit is told, and what it decided is forgotten', async () => {
    gate.before = async () => {
      throw new Error('the disk is gone');
    };
    await expect(actor.submit({ commands: [lease] })).rejects.toThrow('the disk is gone');
    gate.before = null;
    expect(await actor.read((state) => state.steps.get('task_1')?.state)).toBe('READY');
    expect((await actor.submit({ commands: [lease] })).ok).toBe(true);
  });

  it('[EN18] a look waits for the commit under way and never sees what was not committed', async () => {
    const opened = Promise.withResolvers<void>();
    gate.before = () => opened.promise;
    const leased = actor.submit({ commands: [lease] });
    const look = actor.read((state) => state.seq);
    let isSeen = false;
    void look.then(() => {
      isSeen = true;
    });
    for (let count = 0; count < 20; count += 1) await turn();
    expect(isSeen).toBe(false);
    opened.reject(new Error('the disk is gone'));
    await expect(leased).rejects.toThrow('the disk is gone');
    expect(await look).toBe(3);
  });

  it('[EN18] a look sees what another process wrote', async () => {
    const other = otherActor();
    await actor.read((state) => state.seq);
    await other.submit({ commands: [lease] });
    expect(await actor.read((state) => state.steps.get('task_1')?.lease?.holder)).toBe('agent_a');
  });

  it('[EN18] a command with a requirement goes alone and gives way when it does not hold', async () => {
    gate.commits.length = 0;
    const unique = { unique: 'key1', value: 'first', until: temp.clock.now() + 1_000 };
    const outcomes = await Promise.all([
      actor.submit({ commands: [noteOf('before')] }),
      actor.submit({ commands: [noteOf('one')], require: [unique] }),
      actor.submit({ commands: [noteOf('two')], require: [{ ...unique, value: 'second' }] }),
      actor.submit({ commands: [noteOf('after')] }),
    ]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, false, true]);
    expect(outcomes[2]).toMatchObject({ takenValue: 'first', rejection: { code: 'conflict' } });
    expect(gate.commits).toHaveLength(4);
    expect(await log()).toHaveLength(6);
  });

  it('[EN18] times within a run never fall, even when the clock does', async () => {
    temp.clock.advance(-5_000);
    await actor.submit({ commands: [noteOf('remark')] });
    const [first, last] = [(await log())[0], (await log()).at(-1)].map((event) => event?.header);
    const at = (header = '') => Number(/"at":(\d+)/.exec(header)?.[1]);
    expect(at(last)).toBe(at(first));
  });

  it('[EN18] all commands of one submission, or none: what was half done is forgotten', async () => {
    const broken = { commands: [lease, completion(7)] };
    const refused = await actor.submit(broken);
    expect(refused).toMatchObject({ ok: false, rejection: { code: 'lease_lost' } });
    expect(await actor.read((state) => [state.seq, state.steps.get('task_1')?.state])).toEqual([
      3,
      'READY',
    ]);
    expect(await log()).toHaveLength(3);
    const outcomes = await Promise.all([
      actor.submit({ commands: [noteOf('before')] }),
      actor.submit(broken),
      actor.submit({ commands: [lease, completion(1)] }),
    ]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true]);
    const state = fold(run, await log());
    expect(state.steps.get('task_1')?.state).toBe('VERIFIED');
    expect(await temp.store.run(run)).toEqual(runRow(state));
  });

  it('[EN18] half a submission is not refused on old knowledge either', async () => {
    await otherActor().submit({ commands: [lease] });
    const outcome = await actor.submit({ commands: [noteOf('remark'), completion(1)] });
    expect(outcome.ok).toBe(true);
    expect(fold(run, await log()).steps.get('task_1')?.state).toBe('VERIFIED');
  });

  it('[EN18] what follows is decided after, and may be refused without harm', async () => {
    const second: Command = { ...lease, step: 'task_2' };
    await actor.submit({ commands: [lease] });
    const seen: string[] = [];
    const outcome = await actor.submit({
      commands: [completion(1)],
      follow: (state, events) => {
        seen.push(...events.map((event) => event.type), state.steps.get('task_2')?.state ?? '');
        return [{ ...second, step: 'task_7' }, second];
      },
    });
    expect(seen).toEqual(['step.verified', 'READY']);
    const types = outcome.ok ? outcome.events.map((event) => event.type) : [];
    expect(types).toEqual(['step.verified', 'step.leased']);
    expect(await temp.store.heldSteps('tenant_driver', 'agent_a')).toMatchObject([
      { step: 'task_2', state: 'LEASED' },
    ]);
  });

  it('[WH1] a process that ends after any commit leaves no event without its delivery', async () => {
    const told = (tenant: string, of: string, sent: number, seq: number) =>
      [{ id: `out_${of}`, tenant, run: of, seq, topic: 'run', sent }] as const;
    let commitsLeft = 1;
    gate.before = async () => {
      if (commitsLeft === 0) throw new Error('the process has ended');
      commitsLeft -= 1;
    };
    const outbox = { ...noOutbox, outboxFor: told };
    const hooked = new RunActor(run, { ...ports(gate.store, []), outbox });
    await hooked.submit({ commands: [noteOf('remark')] }).catch(() => undefined);
    expect(commitsLeft).toBe(0);
    const { length } = await log();
    expect(length).toBe(4);
    expect(await temp.store.outboxPending(Number.MAX_SAFE_INTEGER, 9)).toMatchObject([
      { run, seq: length, sent: 3 },
    ]);
  });
});
