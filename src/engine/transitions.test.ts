import { describe, expect, it } from 'vitest';
import { type RunStatus, runIsOver, runStatuses, type StepStateName, stepStates } from './state.ts';
import {
  type RunHappening,
  runTransitions,
  type StepHappening,
  stepHappenings,
  stepTransitions,
} from './transitions.ts';

/** The moves of the specification, written down a second time and by hand. */
const stepMoves: readonly (readonly [StepStateName, StepHappening, StepStateName])[] = [
  ['PENDING', 'made_ready', 'READY'],
  ['PENDING', 'joined', 'VERIFIED'],
  ['READY', 'leased', 'LEASED'],
  ['LEASED', 'started', 'LEASED'],
  ['LEASED', 'verified', 'VERIFIED'],
  ['LEASED', 'retried', 'READY'],
  ['LEASED', 'parked', 'WAITING'],
  ['LEASED', 'failed', 'FAILED'],
  ['DONE', 'verified', 'VERIFIED'],
  ['DONE', 'retried', 'READY'],
  ['DONE', 'parked', 'WAITING'],
  ['DONE', 'failed', 'FAILED'],
  ['WAITING', 'woken', 'READY'],
  ['PENDING', 'cancelled', 'CANCELLED'],
  ['READY', 'cancelled', 'CANCELLED'],
  ['LEASED', 'cancelled', 'CANCELLED'],
  ['DONE', 'cancelled', 'CANCELLED'],
  ['WAITING', 'cancelled', 'CANCELLED'],
];

const runMoves: readonly (readonly [RunStatus, RunHappening, RunStatus])[] = [
  ['CREATED', 'admitted', 'QUEUED'],
  ['CREATED', 'cancelled', 'CANCELLED'],
  ['QUEUED', 'started', 'RUNNING'],
  ['QUEUED', 'cancelled', 'CANCELLED'],
  ['RUNNING', 'completed', 'COMPLETED'],
  ['RUNNING', 'failed', 'FAILED'],
  ['RUNNING', 'cancelled', 'CANCELLED'],
  ['FAILED', 'started', 'RUNNING'],
  ['FAILED', 'cancelled', 'CANCELLED'],
];

const runHappenings = ['admitted', 'started', 'completed', 'failed', 'cancelled'] as const;

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

  it.each(['VERIFIED', 'FAILED', 'SKIPPED', 'CANCELLED', 'SUPERSEDED', 'COMPENSATED'] as const)(
    '[EN1] nothing moves a step that is %s',
    (state) => {
      expect(Object.values(stepTransitions[state]).every((next) => next === null)).toBe(true);
    },
  );

  it('[EN1] COMPLETED and CANCELLED are final, FAILED may be resumed', () => {
    const canMove = (status: RunStatus): boolean =>
      Object.values(runTransitions[status]).some((next) => next !== null);
    const over = runStatuses.filter(runIsOver);
    expect(over).toEqual(['COMPLETED', 'FAILED', 'CANCELLED']);
    expect(over.filter(canMove)).toEqual(['FAILED']);
  });
});
