// May this goal become a plan? Says no to text that is not a goal, with what to add, and to goals
// that ask for grave harm, with the reason; what can hardly be meant takes a confirmation. Later stages
// do not run after a no.
import { z } from 'zod';
import { readAmounts } from '../brains/offline/amounts.ts';
import { readDates } from '../brains/offline/dates.ts';
import { graveHarm, SELF_HARM } from '../brains/offline/harm.ts';
import { screenGoal } from '../brains/offline/screen-rules.ts';
import { outputOf, type Stage, type StageHalt } from '../stage.ts';
import { factsStage } from './facts.ts';

export const screenOutput = z.object({
  verdict: z.enum(['usable', 'unusable', 'refused', 'confirm']),
  reason: z.string().max(500),
  what_to_add: z.array(z.string().max(300)).max(10),
});
export type ScreenOutput = z.infer<typeof screenOutput>;

export interface GoalJudgement {
  readonly verdict: ScreenOutput['verdict'];
  readonly rule: string;
  readonly reason: string;
  readonly whatToAdd: readonly string[];
}

const PLANNABLE = 'The goal can be planned.';

/** What the rules say of a goal that was cleaned of control characters. */
export function judgeGoal(goal: string, start: string): GoalJudgement {
  const harm = graveHarm(goal);
  if (harm) return refused(harm);
  const readings = { amounts: readAmounts(goal), dates: readDates(goal, start), start };
  const { verdict, rule, reason, whatToAdd } = screenGoal(goal, readings);
  return { verdict, rule: rule ?? 'no objection', reason: reason ?? PLANNABLE, whatToAdd };
}

export const screenStage: Stage<ScreenOutput> = {
  name: 'screen',
  version: 2,
  needs: ['facts'],
  output: screenOutput,
  offline: (input) => {
    const { goal } = outputOf(input, factsStage);
    const { verdict, reason, whatToAdd } = judgeGoal(goal, input.intake.startDate);
    if (verdict === 'confirm' && input.intake.confirmed)
      return { verdict: 'usable', reason: `${reason} It was confirmed.`, what_to_add: [] };
    return { verdict, reason, what_to_add: [...whatToAdd] };
  },
  render: (out) => `**${out.verdict}** ${out.reason}`,
  halts: (out) => haltOf(out),
  brief: () => null,
};

function refused(harm: string): GoalJudgement {
  return {
    verdict: 'refused',
    rule: harm,
    reason: `No plan is made for this goal: it asks for ${harm}.`,
    whatToAdd: [
      harm === SELF_HARM
        ? 'Please talk to somebody now: a friend, a doctor, a crisis line, or the emergency number where you are.'
        : 'If the aim is to prevent, study or respond to such harm, say so in a first sentence of its own (“Our aim is to prevent …”), and then name the harm after “on”, “about”, “for” or “against”.',
    ],
  };
}

const CONFIRM =
  'If it is meant so, confirm it: confirm: true of plan_create, --yes on the command line.';

function haltOf(out: ScreenOutput): StageHalt | null {
  if (out.verdict === 'usable') return null;
  const code = out.verdict === 'refused' ? 'goal_refused' : 'goal_unusable';
  const asks = out.verdict === 'confirm' ? [CONFIRM] : [];
  return { code, reason: out.reason, whatToAdd: [...out.what_to_add, ...asks] };
}
