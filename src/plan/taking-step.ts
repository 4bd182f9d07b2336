// The step that keeps a plan which was taken in, for those who make it or look for it; what it does
// is in taken-plan.ts.
import type { Plan } from '../contract/plan.ts';
import type { ClaimedStep, NewStep } from '../engine/engine-api.ts';
import type { ImportReport } from './importing/import-plan.ts';

const takeAction = 'plan.take_in';

export const isTaking = ({ action }: Pick<ClaimedStep, 'action'>): boolean => action === takeAction;

export interface Taking {
  readonly plan: Plan;
  /** Of a file that was not ours. */
  readonly report?: ImportReport;
}

/** It was checked before; what the step does is to keep it. */
export const takingSteps = ({ plan, report }: Taking): NewStep[] => [
  {
    def: {
      ...{ id: 'stage_take_in', needs: [], performer: 'engine', purpose: 'work' },
      ...{ action: takeAction, attempts_max: 5, timeout_ms: 60_000, tier: 1 },
    },
    spec: { title: 'take in', startDate: plan.start_date, plan, ...(report ? { report } : {}) },
  },
];
