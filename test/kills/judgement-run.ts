// The run that is told under kills: two effects, a check that rejects once, approvals and prices.
import { join } from 'node:path';
import type { NewStep } from '../../src/engine/engine-api.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';

export const tenant = 'tenant_judge';
export const runIdOf = (index: number): string => `exec_judge${index}`;
export const actsFile = (home: string): string => join(home, 'acts.txt');
/** What a person was told is so. */
export const acksFile = (home: string): string => join(home, 'acks.txt');

/** Of one attempt, in micro-units: what may be used, and what is said to have been. */
export const cost = { money: 10, calls: 1 } as const;
export const usage = { money: 7, calls: 1 } as const;
/** Checks say nothing of what they used: all of it counts. */
export const checkCost = { money: 1, calls: 1 } as const;

export interface JudgementTask {
  readonly home: string;
  readonly databaseUrl: string | null;
  readonly runs: number;
}

export const stepCount = 12;

const check = {
  key: 'look',
  performer: 'tool',
  action: 'look',
  attempts_max: 20,
  timeout_ms: 60_000,
  cost: checkCost,
} as const;

const step = (number: number): GraphStep => ({
  id: `task_${number}`,
  needs: number === 0 ? [] : [`task_${number - 1}`],
  performer: 'tool',
  purpose: 'work',
  action: 'change_world',
  // A kill loses an attempt, and there are many.
  attempts_max: 60,
  timeout_ms: 60_000,
  tier: 2,
  cost,
  reversibility: 'compensable',
  undo: { performer: 'tool', action: 'change_back' },
  ...(number % 3 === 1 ? { approval: { lasts_ms: 3_600_000 } } : {}),
  ...(number % 4 === 0 ? { checks: [check] } : {}),
});

export const stepsOfRun = (): NewStep[] =>
  Array.from({ length: stepCount }, (_, number) => ({
    def: step(number),
    spec: { title: `Task ${number}` },
  }));
