// Answers for people, where lines of fields would not read well.
import type { PlanStatus } from '../contract/plans.ts';
import type { PromptCheck } from '../contract/prompt-check.ts';
import { auditText } from './audit-text.ts';
import { fitCells } from './cells.ts';
import { checkText } from './check-text.ts';
import { examplesText } from './example-text.ts';
import { inboxText } from './inbox-text.ts';
import { safeText } from './safe-text.ts';
import { statusText } from './status-text.ts';
import { wrapped } from './wrap.ts';

interface PlanRow {
  readonly plan_id: string;
  readonly title: string;
  readonly state: string;
  readonly progress_percentage: number;
  readonly created_at: string;
  readonly archived_at?: string;
}

const stateText = ({ state, progress_percentage: percent, archived_at }: PlanRow): string => {
  const far = state === 'completed' || state === 'pending' ? '' : ` ${percent} %`;
  return `${state}${far}${archived_at === undefined ? '' : ', archived'}`;
};

function listText(answer: object, width: number): string {
  const { plans, next_cursor: next } = answer as {
    plans: readonly PlanRow[];
    next_cursor: string | null;
  };
  if (plans.length === 0 && next === null) {
    return 'There is no plan. Make one: planwright plan "Open a coffee shop in Copenhagen"\nTo include archived plans: planwright list --archived\n';
  }
  const states = plans.map(stateText);
  const room = Math.max(0, ...states.map((text) => text.length));
  const rows = plans.map((plan, index) => {
    const state = (states[index] ?? '').padEnd(room);
    const line = `${plan.plan_id}  ${plan.created_at.slice(0, 10)}  ${state}  ${safeText(plan.title, 200)}`;
    return fitCells(line, width);
  });
  const more = next === null ? [] : [`More: planwright list --cursor ${next}`];
  return `${[...rows, ...more].join('\n')}\n`;
}

function goalsText(answer: object, width: number): string {
  const { samples } = answer as {
    samples: readonly { title: string; for: string; prompt: string }[];
  };
  const lines = samples.flatMap(({ title, for: whose, prompt }) => [
    `${title} (of ${whose === 'agent' ? 'an agent' : 'a person'})`,
    ...wrapped(prompt, width),
    '',
  ]);
  return `${lines.join('\n')}To try one: planwright plan "…"\n`;
}

/** By operation. */
export const answerTexts: Readonly<Record<string, (answer: object, width: number) => string>> = {
  plan_list: listText,
  plan_status: (answer, width) => statusText(answer as PlanStatus, width),
  example_prompts: goalsText,
  example_plans: examplesText,
  prompt_check: (answer, width) => checkText(answer as PromptCheck, width),
  key_audit: auditText,
  inbox_list: inboxText,
};

/** By operation, where an answer may be bad news. */
export const exitCodes: Readonly<Record<string, (answer: object) => number>> = {
  prompt_check: (answer) => ((answer as PromptCheck).verdict === 'usable' ? 0 : 1),
};
