// Who does what, who may decide what, and who is asked when.
import { type Team, teamSchema } from '../../contract/plan-charter.ts';
import { teamProblems } from '../network/team-problems.ts';
import type { DirectionOutput } from '../outputs/direction.ts';
import { type Detail, outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { addCalendarDays } from '../working-days.ts';
import { directionStage } from './direction.ts';
import { promptText } from './prompt-text.ts';

/** How few there are follows from the goal: one person alone is a team. */
const mostRoles: Readonly<Record<Detail, number>> = { brief: 5, standard: 8, full: 12 };

const mostIn = ({ intake }: StageInput): number => mostRoles[intake.detail ?? 'standard'];

/** Without a deadline, holidays of the first year are enough. */
const endOf = ({ deadline, start_date }: DirectionOutput): string =>
  deadline?.date ?? addCalendarDays(start_date, 365);

export const teamStage: ThoughtStage<Team> = {
  name: 'team',
  title: 'Team and governance',
  version: 1,
  needs: ['direction', 'charter'],
  output: teamSchema,
  prompt: promptText('team'),
  inputTokens: 20_000,
  outputTokens: 4_000,
  words: (input) => ({
    roles: String(mostIn(input)),
    currency: outputOf(input, directionStage).currency,
    start: outputOf(input, directionStage).start_date,
    end: endOf(outputOf(input, directionStage)),
  }),
  problems: (value, input) =>
    teamProblems(value as Team, outputOf(input, directionStage), mostIn(input)),
  render: ({ roles, bodies, escalation, reporting, days_off, time_zone }) =>
    [
      ...roles.map(({ name, kind, count, hours_per_week: week, does, decides, asks }) =>
        [
          `- **${name}** (${kind}, ${count}${week === null ? '' : `, ${week} h a week`}): ${does}`,
          ...(decides.length > 0 ? [`  - decides: ${decides.join('; ')}`] : []),
          ...(asks === '' ? [] : [`  - asks: ${asks}`]),
        ].join('\n'),
      ),
      ...bodies.map(
        ({ name, members, decides, meets }) =>
          `- **${name}** (${members.join(', ')}; ${meets}): ${decides.join('; ')}`,
      ),
      ...escalation.map(
        ({ when, from, to, within_days }) =>
          `- ${when}: ${from} → ${to} within ${within_days} days`,
      ),
      ...reporting.map(
        ({ what, from, to, how_often }) => `- ${how_often}, ${from} to ${to}: ${what}`,
      ),
      ...(days_off.length === 0
        ? []
        : [`- days off: ${days_off.map(({ date, what }) => `${date} ${what}`).join('; ')}`]),
      ...(time_zone === '' ? [] : [`- time zone: ${time_zone}`]),
    ].join('\n'),
};
