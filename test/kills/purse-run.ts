// Runs that share one purse, told under kills: steps that may be done at once, each with its price.
import type { NewStep } from '../../src/engine/engine-api.ts';

export const tenant = 'tenant_purse';
export const purse = 'purse_shared1';
export const runIdOf = (index: number): string => `exec_purse${index}`;

export interface PurseTask {
  readonly home: string;
  readonly databaseUrl: string | null;
  readonly runs: number;
}

const stepCount = 8;

export const stepsOfRun = (): NewStep[] =>
  Array.from({ length: stepCount }, (_, number) => ({
    def: {
      ...{ id: `task_${number}`, needs: number % 4 === 3 ? [`task_${number - 1}`] : [] },
      ...{ performer: 'tool', purpose: 'work', action: 'spend', tier: 1 },
      // A kill loses an attempt, and there are many.
      ...{ attempts_max: 60, timeout_ms: 60_000, cost: { money: 10 + number, calls: 1 } },
    },
    spec: { title: `Task ${number}` },
  }));
