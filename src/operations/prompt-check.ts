// Looks at a goal before a plan is made of it: by rules, at once, without a model and without a trace.
import { isoTime } from '../base/clock.ts';
import { promptCheckInput, promptCheckOutput } from '../contract/prompt-check.ts';
import { jsonOperation } from './operation.ts';

export const promptCheck = jsonOperation({
  name: 'prompt_check',
  sdk: 'checkPrompt',
  title: 'Check a goal',
  description:
    'Checks whether plan_create accepts the goal. Returns what was understood and open questions.',
  input: promptCheckInput,
  output: promptCheckOutput,
  scope: 'plan:read',
  toolsets: ['default'],
  effect: 'read',
  rest: 'POST /api/plans/check',
  cli: { command: 'check', positional: ['prompt'] },
  examples: [{ prompt: 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR' }],
  async handler({ now }, { prompt, answers }) {
    const { checkGoal } = await import('../plan/check-goal.ts');
    const startDate = isoTime(now()).slice(0, 10);
    return checkGoal({ prompt, startDate, ...(answers ? { answers } : {}) });
  },
});
