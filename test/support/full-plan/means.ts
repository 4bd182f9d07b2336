// Who does the work of the full plan, what it costs, what may go wrong and what it rests on.
import type { PlanAssumption, PlanRisk } from '../../../src/contract/plan.ts';
import type { PlanCostLine, PlanRole } from '../../../src/contract/plan-working.ts';

export const roles: PlanRole[] = [
  {
    ...{ name: 'Director', kind: 'person', capacity: 1, rate_per_hour: 30 },
    rate_source: 'Fee that the town pays for such posts',
    does: 'Leads, signs and answers to the board.',
    decides: ['Purchases up to EUR 1,000', 'Opening hours'],
    asks: 'Board',
    skills: ['contracts', 'fund-raising'],
  },
  {
    ...{ name: 'Site lead', kind: 'person', capacity: 1, rate_per_hour: 28 },
    rate_source: 'Fee that the town pays for such posts',
    does: 'Survey, works, inspections.',
    decides: ['Order of the works', 'Stopping unsafe work'],
    asks: 'Director',
    skills: ['building'],
  },
  {
    ...{ name: 'Contractor', kind: 'person', capacity: 2, rate_per_hour: 55 },
    rate_source: 'Mean of two offers for a similar hall',
    does: 'Wiring and light.',
    asks: 'Site lead',
    skills: ['electrics'],
  },
  {
    ...{ name: 'Volunteer lead', kind: 'person', capacity: 1, rate_per_hour: 0 },
    rate_source: 'Unpaid',
    does: 'Collects, sorts, tests and lends with the volunteers.',
    decides: ['Who works when'],
    asks: 'Director',
    skills: ['people'],
  },
  {
    ...{ name: 'Research agent', kind: 'agent', capacity: 1, rate_per_hour: 2 },
    rate_source: 'Price of model calls of the last project',
    does: 'Questionnaire, lists, lending program.',
    asks: 'Director',
    skills: ['research', 'software'],
  },
];

const line = (
  cost_id: string,
  name: string,
  [low, base, high]: readonly [number, number, number],
  task: string,
  status: NonNullable<PlanCostLine['status']>,
  source: string,
): PlanCostLine => ({ cost_id, name, low, base, high, task, status, source });

export const costLines: PlanCostLine[] = [
  line(
    'cost_1',
    'Cable, board, lamps',
    [5200, 6800, 9500],
    'task_2_1',
    'estimated',
    'Price list of a wholesaler, 24 sockets and 30 lamps',
  ),
  line(
    'cost_2',
    'Timber and fittings for benches',
    [3600, 4400, 6000],
    'task_2_2',
    'derived',
    'assumption_4: eight benches at EUR 550',
  ),
  line(
    'cost_3',
    'Dust extraction for two benches',
    [1800, 2300, 3100],
    'task_2_2',
    'estimated',
    'Two catalog prices',
  ),
  line(
    'cost_4',
    '150 tools that nobody gives',
    [10_500, 13_500, 18_000],
    'task_3_2',
    'derived',
    '150 tools at a mean of EUR 90',
  ),
  line(
    'cost_5',
    'Electrical test of 400 tools',
    [1600, 2400, 3600],
    'task_3_3',
    'estimated',
    'EUR 6 a tool, by a certified tester',
  ),
  line(
    'cost_6',
    'Insurance, first year',
    [900, 1200, 1900],
    'task_1_4',
    'assumed',
    'Not asked yet',
  ),
  line(
    'cost_7',
    'Collection days: van and posters',
    [500, 800, 1200],
    'task_3_1',
    'assumed',
    'Four days at EUR 200',
  ),
  line(
    'cost_8',
    'Rent until the opening',
    [2400, 3000, 3600],
    'task_1_3',
    'observed',
    'Letter of the harbor office: EUR 500 a month',
  ),
];

export const planRisks: PlanRisk[] = [
  {
    risk_id: 'risk_1',
    title: 'The roof is worse than it looks',
    description: 'The harbor will not pay for the roof once its true state is known.',
    cause: 'Nobody has been under the eastern half for six years.',
    effect: 'The lease is delayed, and the wiring with it.',
    likelihood: 'medium',
    impact: 'high',
    probability: 0.3,
    delay: { low: 16, likely: 40, high: 120 },
    cost: { low: 500, base: 2500, high: 8000 },
    owner: 'Site lead',
    trigger: 'More than 2 m² of soft boards in the survey',
    mitigation:
      'Survey the roof first; keep the boat shed as a second place until the lease is signed.',
    tasks: ['task_1_3', 'task_2_1'],
  },
  {
    risk_id: 'risk_2',
    title: 'The inspector asks for a second exit',
    description: 'The permit of use depends on an escape route through the neighbor’s yard.',
    cause: 'The back door opens onto private ground.',
    effect: 'Two to six weeks and a wall that must be opened.',
    likelihood: 'medium',
    impact: 'high',
    probability: 0.25,
    delay: { low: 24, likely: 60, high: 160 },
    cost: { low: 800, base: 3000, high: 9000 },
    owner: 'Site lead',
    trigger: 'A remark about the back door at the first visit',
    mitigation:
      'Ask for a preliminary visit in the first week; agree on a right of way in writing.',
    tasks: ['task_2_1', 'task_2_3'],
  },
  {
    risk_id: 'risk_3',
    title: 'Too few volunteers',
    description: 'Fewer than twelve people stay after the summer.',
    cause: 'The harbor festival takes the same people in July.',
    effect: 'Collection and training stretch into autumn.',
    likelihood: 'high',
    impact: 'medium',
    probability: 0.4,
    delay: { low: 8, likely: 24, high: 60 },
    owner: 'Volunteer lead',
    trigger: 'Fewer than 12 names on the list on 1 June',
    mitigation:
      'Ask the rowing club and the school for adults; pay two helpers for the collection days.',
    tasks: ['task_3_1', 'task_4_1'],
  },
  {
    risk_id: 'risk_4',
    title: 'Someone is hurt by a lent tool',
    description: 'A tool that was not tested hurts a member.',
    likelihood: 'low',
    impact: 'high',
    probability: 0.05,
    owner: 'Director',
    trigger: 'A returned tool with a broken guard that nobody noted',
    mitigation: 'Electrical test before every season; a written check at every return.',
    tasks: ['task_3_3', 'task_4_2'],
  },
];

export const assumptions: PlanAssumption[] = [
  {
    ...{ assumption_id: 'assumption_1', claim: 'The net house needs no new floor' },
    ...{ lower: 0, base: 0, upper: 40, unit: 'm² of floor', confidence: 'medium' },
    ...{ status: 'assumed', source: 'A visit in daylight, without tools' },
    how_to_check: 'Lift six boards during the survey.',
  },
  {
    ...{ assumption_id: 'assumption_2', claim: 'Households that will join in the first year' },
    ...{ lower: 90, base: 180, upper: 320, unit: 'households', confidence: 'low' },
    ...{ status: 'estimated', source: 'Four of a hundred households of 4,500' },
    how_to_check: 'Questionnaire of task 1.2: how many would pay EUR 25 a year.',
  },
  {
    ...{ assumption_id: 'assumption_3', claim: 'Tools given per collection day' },
    ...{ lower: 70, base: 115, upper: 160, unit: 'tools', confidence: 'medium' },
    ...{ status: 'speculative', source: 'A story in the gazette about another town' },
    how_to_check: 'Count after the first day.',
  },
  {
    ...{ assumption_id: 'assumption_4', claim: 'Cost of one bench' },
    ...{ lower: 450, base: 550, upper: 750, unit: 'EUR', confidence: 'high' },
    ...{ status: 'observed', source: 'Offer of a joiner, February 2027' },
    how_to_check: 'Ask for a second offer.',
  },
  {
    ...{ assumption_id: 'assumption_5', claim: 'Fees in the first year' },
    ...{ lower: 2250, base: 4500, upper: 8000, unit: 'EUR', confidence: 'low' },
    ...{ status: 'derived', source: 'Households × EUR 25' },
    how_to_check: 'Follows from the questionnaire.',
    reckoned: { by: 'product', of: ['assumption_2', 'assumption_6'] },
  },
  {
    ...{ assumption_id: 'assumption_6', claim: 'Yearly fee of a household' },
    ...{ lower: 25, base: 25, upper: 25, unit: 'EUR', confidence: 'high' },
    ...{ status: 'observed', source: 'Goal: D5' },
  },
];
