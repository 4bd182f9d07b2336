import { describe, expect, it } from 'vitest';
import { type RunStatus, runIsOver, runStatuses, type StepStateName, stepStates } from './state.ts';
import {
  type RunHappening,
  runHappenings,
  runTransitions,
  type StepHappening,
  stepHappenings,
  stepTransitions,
} from './transitions.ts';

/** The moves of the specification, written down a second time and by hand. */
const stepMoves: readonly (readonly [StepStateName, StepHappening, StepStateName])[] = [
  ['PENDING', 'made_ready', 'READY'],
  ['PENDING', 'made_waiting', 'WAITING'],
  ['PENDING', 'joined', 'VERIFIED'],
  ['PENDING', 'unjoinable', 'FAILED'],
  ['PENDING', 'skipped', 'SKIPPED'],
  ['PENDING', 'inherited', 'VERIFIED'],
  ['PENDING', 'cancelled', 'CANCELLED'],
  ['PENDING', 'superseded', 'SUPERSEDED'],
  ['PENDING', 'changed', 'PENDING'],
  ['READY', 'leased', 'LEASED'],
  ['READY', 'parked', 'WAITING'],
  ['READY', 'accepted', 'VERIFIED'],
  ['READY', 'skipped', 'SKIPPED'],
  ['READY', 'inherited', 'VERIFIED'],
  ['READY', 'cancelled', 'CANCELLED'],
  ['READY', 'superseded', 'SUPERSEDED'],
  ['READY', 'changed', 'PENDING'],
  ['LEASED', 'started', 'LEASED'],
  ['LEASED', 'done', 'DONE'],
  ['LEASED', 'verified', 'VERIFIED'],
  ['LEASED', 'retried', 'READY'],
  ['LEASED', 'parked', 'WAITING'],
  ['LEASED', 'failed', 'FAILED'],
  ['LEASED', 'cancelled', 'CANCELLED'],
  ['DONE', 'verified', 'VERIFIED'],
  ['DONE', 'accepted', 'VERIFIED'],
  ['DONE', 'retried', 'READY'],
  ['DONE', 'parked', 'WAITING'],
  ['DONE', 'failed', 'FAILED'],
  ['DONE', 'cancelled', 'CANCELLED'],
  ['WAITING', 'woken', 'READY'],
  ['WAITING', 'refused', 'FAILED'],
  ['WAITING', 'accepted', 'VERIFIED'],
  ['WAITING', 'skipped', 'SKIPPED'],
  ['WAITING', 'inherited', 'VERIFIED'],
  ['WAITING', 'cancelled', 'CANCELLED'],
  ['WAITING', 'superseded', 'SUPERSEDED'],
  ['WAITING', 'changed', 'PENDING'],
  ['VERIFIED', 'compensated', 'COMPENSATED'],
  ['FAILED', 'skipped', 'SKIPPED'],
  ['FAILED', 'superseded', 'SUPERSEDED'],
  ['FAILED', 'changed', 'PENDING'],
  ['FAILED', 'reopened', 'READY'],
  ['FAILED', 'group_reopened', 'PENDING'],
  ['FAILED', 'cancelled', 'CANCELLED'],
  ['FAILED', 'compensated', 'COMPENSATED'],
  ['SKIPPED', 'compensated', 'COMPENSATED'],
  ['CANCELLED', 'compensated', 'COMPENSATED'],
  ['SUPERSEDED', 'compensated', 'COMPENSATED'],
];

const runMoves: readonly (readonly [RunStatus, RunHappening, RunStatus])[] = [
  ['CREATED', 'admitted', 'QUEUED'],
  ['CREATED', 'cancelled', 'CANCELLED'],
  ['QUEUED', 'started', 'RUNNING'],
  ['QUEUED', 'ending', 'QUEUED'],
  ['QUEUED', 'completed', 'COMPLETED'],
  ['QUEUED', 'failed', 'FAILED'],
  ['QUEUED', 'cancelled', 'CANCELLED'],
  ['RUNNING', 'ending', 'RUNNING'],
  ['RUNNING', 'completed', 'COMPLETED'],
  ['RUNNING', 'failed', 'FAILED'],
  ['RUNNING', 'cancelled', 'CANCELLED'],
  ['FAILED', 'resumed', 'RUNNING'],
  ['FAILED', 'ending', 'RUNNING'],
  ['FAILED', 'cancelled', 'CANCELLED'],
];

const stepCells = stepStates.flatMap((state) =>
  stepHappenings.map((happening) => ({ state, happening })),
);
const runCells = runStatuses.flatMap((status) =>
  runHappenings.map((happening) => ({ status, happening })),
);

describe('the transition tables', () => {
  it.each(stepCells)('[EN1] a step that is $state and is $happening', ({ state, happening }) => {
    const expected = stepMoves.find(([from, what]) => from === state && what === happening);
    expect(stepTransitions[state][happening]).toBe(expected?.[2] ?? null);
  });

  it.each(runCells)('[EN1] a run that is $status and is $happening', ({ status, happening }) => {
    const expected = runMoves.find(([from, what]) => from === status && what === happening);
    expect(runTransitions[status][happening]).toBe(expected?.[2] ?? null);
  });

  it('[EN1] has a row for each state and nothing else', () => {
    expect(Object.keys(stepTransitions)).toEqual([...stepStates]);
    expect(Object.keys(runTransitions)).toEqual([...runStatuses]);
    for (const row of Object.values(stepTransitions)) {
      expect(Object.keys(row).sort()).toEqual([...stepHappenings].sort());
    }
  });

  it.each(['VERIFIED', 'SKIPPED', 'CANCELLED', 'SUPERSEDED'] as const)(
    '[EN1] nothing but undo moves a step that is %s',
    (state) => {
      const moves = stepHappenings.filter((happening) => stepTransitions[state][happening]);
      expect(moves).toEqual(['compensated']);
    },
  );

  it('[EN1] nothing moves what is undone', () => {
    expect(Object.values(stepTransitions.COMPENSATED).every((next) => next === null)).toBe(true);
  });

  it('[EN1] COMPLETED and CANCELLED are final, FAILED may be resumed', () => {
    const canMove = (status: RunStatus): boolean =>
      Object.values(runTransitions[status]).some((next) => next !== null);
    const over = runStatuses.filter(runIsOver);
    expect(over).toEqual(['COMPLETED', 'FAILED', 'CANCELLED']);
    expect(over.filter(canMove)).toEqual(['FAILED']);
  });
});
