// The words of the first screen in English. Where a value belongs, its number stands in braces.
export const en = {
  ...{ goal: 'Goal', allOfIt: 'All of it', way: 'Way chosen', decide: 'To decide' },
  ...{
    firstStop: 'First test that can change the plan',
    stopWhen: 'Stop when',
    question: 'Open question',
    otherwise: 'If not',
  },
  ...{ dates: 'Dates', start: 'Start', half: 'Half of the runs by', most: 'Four of five by' },
  ...{ planned: 'Planned finish', lucky: 'Planned, if nothing goes wrong', deadline: 'Deadline' },
  ...{ money: 'Money', base: 'Expected', mostCost: 'Four of five at most', budget: 'Budget' },
  ...{ range: 'Eight of ten runs', left: 'Budget less expected', to: 'to', odds: '{0} of 100' },
  ...{ risks: 'Biggest risks', weight: '{0} likelihood, {1} impact' },
  ...{ low: 'low', medium: 'medium', high: 'high' },
  ...{ firstDay: 'In the next 24 hours', task: 'task', more: '{0} more', made: 'How it was made' },
  ...{ go: 'Go', goIf: 'Go, with conditions', noGo: 'Do not start', conditions: 'Conditions: {0}' },
  rareRisk:
    'On average it costs more than in four of five runs, because of one rare, expensive risk: {0}.',
  inRuns: 'It holds in {0} simulated runs.',
  noDeadline: 'No deadline was given.',
  dueKept: 'The deadline is kept.',
  dueMissed: 'The deadline is missed: the work ends {0} days after it.',
  dueMissedInPart: 'The deadline is missed by what is due then.',
  dueAtRisk: 'The planned date keeps the deadline, but only {0} simulated runs do; {1} are wanted.',
  dueAfter: 'What follows it ends {0}.',
  noBudget: 'No budget was given.',
  moneyKept: 'The budget is kept.',
  moneyTight: 'The budget is tight.',
  moneyOver: 'The budget is exceeded.',
  moneyOverBy: 'The budget is exceeded by {0}.',
  moneyAtRisk:
    'The expected cost keeps the budget, but only {0} simulated runs do; {1} are wanted.',
  moneyUnchecked: 'Whether the budget is enough was not checked.',
  ...{ contents: 'Contents', twoMinutes: 'In two minutes', search: 'Search the report' },
  groups: { Decide: 'Decide', Do: 'Do', Watch: 'Watch', Doubt: 'Doubt', Background: 'Background' },
  /** By the id of the section; one that is not here has its English title. */
  titles: {} as Readonly<Record<string, string>>,
};
export type Labels = typeof en;
