// What the rules say of a goal. Their lists of words are large, and loaded with the first goal.
import { readAmounts } from './brains/offline/amounts.ts';
import { readDates } from './brains/offline/dates.ts';
import { graveHarm, SELF_HARM } from './brains/offline/harm.ts';
import { screenGoal } from './brains/offline/screen-rules.ts';

export interface GoalJudgement {
  readonly verdict: 'usable' | 'unusable' | 'refused' | 'confirm';
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
