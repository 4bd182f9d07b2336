// One set of numbers: everything that minds and code found, put together as plan.json.
import { z } from 'zod';
import { type Plan, planSchema } from '../../contract/plan.ts';
import { migratePlan } from '../../contract/plan-versions.ts';
import type { Stage } from '../stage.ts';

export const planStage: Stage<Plan> = {
  name: 'plan',
  version: 2,
  needs: [
    ...['facts', 'direction', 'review', 'redline', 'directives', 'purpose', 'premise', 'levers'],
    ...['lever-triage', 'places', 'resources', 'scenarios', 'choice', 'mend-2', 'related', 'swot'],
    ...['rescue-2'],
    ...['papers', 'panel', 'experts', 'premortem', 'premises', 'attack', 'rebuttal', 'judge'],
    ...['refine-2', 'summary', 'answers', 'adherence'],
  ],
  output: z.preprocess(migratePlan, planSchema),
  offline: async (input) => (await import('../document/assemble.ts')).assemblePlan(input),
};
