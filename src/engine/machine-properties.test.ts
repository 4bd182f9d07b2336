// What holds after any commands on any graph. The driver itself checks that deciding changes nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf, graphs, type Move, moves } from '../../test/support/random-run.ts';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import { fold } from './apply.ts';
import { rootIsOpen } from './apply-move.ts';
import type { Command } from './commands.ts';
import type { RunEvent } from './event-types.ts';
import { decide } from './machine.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';
import {
  isGroup,
  isUndo,
  type RunState,
  runIsOver,
  type Step,
  stepIsActive,
  stepIsHeld,
  stepIsLost,
  stepIsSatisfied,
} from './state.ts';
import { viewHash } from './view.ts';

/** Does the move if the machine takes it, and what the shell would do with it. */
function step(run: RunDriver, move: Move): void {
  run.nowMs += 700;
  const command = commandOf(run, move);
  const decision = run.decide(command);
  for (const draft of decision.events ?? []) run.record(draft);
  if (command.type === 'patch' && decision.events) run.do({ type: 'settle' });
}

function play(run: RunDriver, list: readonly Move[], after?: (run: RunDriver) => void): RunDriver {
  for (const move of list) {
    step(run, move);
    after?.(run);
  }
  return run;
}

/** The counts that `apply` keeps, counted anew. */
function countAgain({ state, events }: RunDriver): object {
  const done = new Set(events.flatMap(doneIn));
  const steps = [...state.steps.values()];
  const count = (isCounted: (step: Step) => boolean): number => steps.filter(isCounted).length;
  return {
    active: count((one) => stepIsActive(one.state)),
    held: count((one) => stepIsHeld(one.state)),
    ready: count((one) => one.state === 'READY'),
    leavesDone: count((one) => !isGroup(one) && !isUndo(one) && done.has(one.def.id)),
    rootsOpen: count(
      (one) => one.def.parent === undefined && !isUndo(one) && rootIsOpen(one.state),
    ),
  };
}

/** Done is done, also if it is undone later. */
const doneIn = (event: RunEvent): string[] =>
  event.type === 'step.verified' || event.type === 'step.skipped' ? [event.data.step] : [];

function needsAgain(state: RunState): object {
  const counted = [...state.steps.values()].map((one) => {
    const needs = one.def.needs.map((id) => state.steps.get(id)?.state ?? 'PENDING');
    const missing = needs.filter((need) => !stepIsSatisfied(need) && need !== 'COMPENSATED').length;
    const lost = isGroup(one) ? needs.filter(stepIsLost).length : 0;
    return [one.def.id, { missing, lost }];
  });
  return Object.fromEntries(counted);
}

const needsKept = (state: RunState): object =>
  Object.fromEntries([...state.steps].map(([id, { missing, lost }]) => [id, { missing, lost }]));

/** Only leased steps have a lease, only waiting ones a wait; a lease names the attempt. */
function checkShape(state: RunState): void {
  for (const one of state.steps.values()) {
    expect(one.lease !== null).toBe(stepIsHeld(one.state));
    expect(one.wait !== null).toBe(one.state === 'WAITING');
    expect(one.lease?.attempt ?? one.attempt).toBe(one.attempt);
    expect(one.failures).toBeLessThanOrEqual(one.attempt);
  }
}

const sample = fc.tuple(graphs, moves(50));

describe('whatever is asked of a run', () => {
  it('[EN40] deciding changes nothing, the counts are right, and the log gives the same state', () => {
    fc.assert(
      fc.property(sample, ([graph, list]) => {
        const run = play(new RunDriver(graph), list, (after) => {
          expect(after.state).toMatchObject(countAgain(after));
          checkShape(after.state);
        });
        const folded = fold(run.state.id, run.stored);
        expect(folded).toEqual(run.state);
        expect(viewHash(folded)).toBe(viewHash(run.state));
      }),
      { numRuns: 120 },
    );
  });

  it('[EN23] each step knows how many of its needs are missing and lost, until the run ends', () => {
    fc.assert(
      fc.property(sample, ([graph, list]) => {
        play(new RunDriver(graph), list, ({ state }) => {
          // Undo is beside the needs; nothing is opened by them any more.
          const kept = state.ending ? {} : needsKept(state);
          expect(kept).toEqual(state.ending ? {} : needsAgain(state));
        });
      }),
      { numRuns: 80 },
    );
  });

  it('[EN7] a run is over, or something in it can still move', () => {
    fc.assert(
      fc.property(sample, ([graph, list]) => {
        play(new RunDriver(graph), list, ({ state }) => {
          const { active, held, ready } = state;
          expect(runIsOver(state.status)).toBe(active === 0);
          expect(active).toBeGreaterThanOrEqual(held + ready);
        });
      }),
      { numRuns: 120 },
    );
  });

  it('[EN31] progress never falls, done never passes total, and a run completes at the whole', () => {
    fc.assert(
      fc.property(sample, ([graph, list]) => {
        let before = 0;
        play(new RunDriver(graph), list, ({ state }) => {
          expect(state.progress).toBeGreaterThanOrEqual(before);
          expect(state.progress).toBeLessThanOrEqual(1_000_000);
          expect(state.leavesDone).toBeLessThanOrEqual(state.leavesTotal);
          const isWhole = state.progress === 1_000_000;
          expect(isWhole || state.status !== 'COMPLETED').toBe(true);
          before = state.progress;
        });
      }),
      { numRuns: 120 },
    );
  });

  it('[EN32] a snapshot at any point gives the same state, and the same decisions ever after', () => {
    const cut = fc.tuple(graphs, moves(40), fc.nat(39));
    fc.assert(
      fc.property(cut, ([graph, list, at]) => {
        const run = play(new RunDriver(graph), list.slice(0, at));
        const copy = decodeSnapshot(encodeSnapshot(run.state));
        expect(copy).toEqual(run.state);
        if (!copy) return;
        expect(viewHash(copy)).toBe(viewHash(run.state));
        for (const move of list.slice(at)) {
          const command: Command = commandOf(run, move);
          expect(decide(copy, command, { now: run.nowMs + 100 })).toEqual(
            decide(run.state, command, { now: run.nowMs + 100 }),
          );
        }
      }),
      { numRuns: 80 },
    );
  });

  it('[EN40] the same command on the same state is decided the same', () => {
    fc.assert(
      fc.property(sample, ([graph, list]) => {
        const [one, other] = [new RunDriver(graph), new RunDriver(graph)];
        play(one, list);
        play(other, list);
        expect(other.stored).toEqual(one.stored);
      }),
      { numRuns: 40 },
    );
  });

  it('[EN28] after a cancel only undo is handed out, and each effect is undone once or listed', () => {
    fc.assert(
      fc.property(sample, ([graph, list]) => {
        const run = new RunDriver(graph);
        play(run, list);
        if (run.state.status === 'COMPLETED' || run.state.status === 'CANCELLED') return;
        run.do({ type: 'cancel', by: 'person_a', compensate: true, drainMs: 0 });
        for (let count = 0; !runIsOver(run.state.status) && count < 200; count += 1) {
          run.nowMs += 60_000;
          moveUndo(run);
        }
        expect(run.state.status).toBe('CANCELLED');
        checkUndone(run);
      }),
      { numRuns: 80 },
    );
  });
});

/** One undo is taken and done; nothing else can be. */
function moveUndo(run: RunDriver): void {
  for (const one of [...run.state.steps.values()]) {
    const { id } = one.def;
    const lease = { type: 'lease', step: id, holder: 'agent_a', leaseMs: 1 } as const;
    const refusal = isUndo(one) ? 'not_allowed_now' : run.refused(lease).code;
    expect(refusal).toBe('not_allowed_now');
    if (one.lease) run.do({ type: 'expire', step: id, attempt: one.lease.attempt });
    else if (isUndo(one) && one.state === 'READY') run.complete(id);
    else if (one.wait?.for === 'time') run.do({ type: 'wake', step: id });
    else if (one.wait) run.do({ type: 'skip', step: id, by: 'person_a' });
  }
}

function checkUndone(run: RunDriver): void {
  const acted = [...run.state.steps.values()].filter(
    (one) => one.def.reversibility !== undefined && one.firstLeasedSeq > 0,
  );
  const undone = run.events.flatMap((event) =>
    event.type === 'step.compensated' ? [event.data.step] : [],
  );
  expect(new Set(undone).size).toBe(undone.length);
  const last = run.events.findLast((event) => event.type === 'run.ended');
  const listed = last?.data.uncompensated ?? [];
  expect([...undone, ...listed].toSorted()).toEqual(acted.map((one) => one.def.id).toSorted());
  const order = (id: string): number => run.state.steps.get(id)?.firstLeasedSeq ?? 0;
  expect(undone).toEqual(undone.toSorted((left, right) => order(right) - order(left)));
}

describe('progress', () => {
  it('[EN31] stays where it was while the plan grows, and goes on from there', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.complete('task_1');
    expect(run.state).toMatchObject({ progress: 500_000, leavesTotal: 2 });
    const added = Array.from({ length: 8 }, (_, index) => leaf(`more_${index}`));
    run.patch({ added });
    expect(run.state).toMatchObject({ progress: 500_000, leavesTotal: 10 });
    for (const { id } of added.slice(0, 4)) run.complete(id);
    expect(run.state.progress).toBe(500_000);
    run.complete('more_4');
    expect(run.state.progress).toBe(600_000);
  });

  it('[EN31] of a run that completes is the whole, whatever a group did without', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1', attempts_max: 1 }),
      leaf('task_2', [], { parent: 'phase_1' }),
      group('phase_1', ['task_1', 'task_2'], undefined, { join: 'any' }),
    ]);
    run.fail('task_1');
    run.complete('task_2');
    expect(run.state).toMatchObject({ status: 'COMPLETED', progress: 1_000_000 });
  });

  it('[EN31] of a run that is cancelled stays where it was', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.do({ type: 'cancel', by: 'person_a', compensate: false, drainMs: 0 });
    expect(run.state).toMatchObject({ progress: 500_000, leavesTotal: 2, leavesDone: 1 });
  });
});
