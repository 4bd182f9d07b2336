// A small plan as minds would say it: two phases, four tasks, a person and an agent; and the outputs of
// the stages that it comes from.
import type { Team } from '../../src/contract/plan-charter.ts';
import type { NetworkInput } from '../../src/plan/network/network-input.ts';
import type { NetworkOutput } from '../../src/plan/outputs/network.ts';
import type { OutlineOutput, TaskDetail } from '../../src/plan/outputs/work.ts';
import type { Detail, StageInput } from '../../src/plan/stage.ts';

export const sampleTask = (id: string, more: Partial<TaskDetail> = {}): TaskDetail => ({
  id,
  description: `What is done in ${id}.`,
  role: 'Owner',
  performer: 'human',
  people: 1,
  estimate: { low: 8, likely: 16, high: 32 },
  wait_hours: 0,
  after: [],
  not_before: null,
  fixed_start: null,
  costs: [],
  acceptance: ['Somebody else says yes.'],
  risk_tier: 'T2',
  reversibility: 'reversible',
  complexity: 'low',
  model_tier: 'small',
  optional: false,
  risks: [],
  assumptions: [],
  subtasks: [
    { action: 'draft_document', description: 'Write it.', params: [{ name: 'pages', value: '2' }] },
  ],
  ...more,
});

export const afterTask = (task: string, lag_hours = 0): TaskDetail['after'][number] => ({
  task,
  type: 'finish_to_start',
  lag_hours,
});

export const sampleCost = (base: number) => ({
  what: 'Flour',
  low: base / 2,
  base,
  high: base * 2,
  source: 'guess: a sack a day',
  status: 'estimated' as const,
});

export const sampleOutline: OutlineOutput = {
  phases: [
    {
      id: '1',
      name: 'Find the oven',
      done_when: 'an oven is bought',
      tasks: [
        { id: '1.1', title: 'List ovens', yields: 'a list', after: [], delivers: [] },
        { id: '1.2', title: 'Buy an oven', yields: 'an oven', after: ['1.1'], delivers: ['V1'] },
      ],
    },
    {
      id: '2',
      name: 'Bake',
      done_when: 'bread is sold',
      tasks: [
        { id: '2.1', title: 'Paint the sign', yields: 'a sign', after: ['1.1'], delivers: [] },
        {
          id: '2.2',
          title: 'Bake and sell',
          yields: 'bread',
          after: ['1.2', '2.1'],
          delivers: ['V2'],
        },
      ],
    },
  ],
};

export const sampleTeam: Team = {
  roles: [
    {
      name: 'Owner',
      kind: 'person',
      count: 1,
      hours_per_week: null,
      does: 'bakes',
      skills: ['baking'],
      decides: ['purchases up to 500'],
      asks: '',
      rate_per_hour: 20,
      rate_source: 'guess: what a baker earns',
    },
    {
      name: 'Desk agent',
      kind: 'agent',
      count: 2,
      hours_per_week: null,
      does: 'searches and writes',
      skills: [],
      decides: ['wording'],
      asks: 'Owner',
      rate_per_hour: null,
      rate_source: '',
    },
  ],
  bodies: [],
  escalation: [{ when: 'a purchase above 500', from: 'Desk agent', to: 'Owner', within_days: 1 }],
  reporting: [],
  days_off: [],
  time_zone: '',
};

const level = 'medium' as const;

/** Nothing is missed unless a test asks for it. */
export const sampleNetwork = (more: Partial<NetworkInput> = {}): NetworkInput => ({
  direction: { start_date: '2026-03-02', deadline: null, budget: null, currency: 'EUR' },
  basis: {
    assumptions: [
      {
        ...{ id: 'A1', claim: 'An oven costs', lower: 400, base: 500, upper: 900, unit: 'EUR' },
        ...{ confidence: level, status: 'estimated', evidence: '', how_to_check: 'ask a dealer' },
        ...{ reckoned: null, total: null },
      },
    ],
    risks: [
      {
        ...{ id: 'R1', title: 'The oven comes late', cause: 'a strike', effect: 'no bread' },
        ...{ likelihood: level, impact: level, probability: 0.3 },
        delay_days: { low: 1, likely: 2, high: 5 },
        cost: { low: 0, base: 50, high: 100 },
        ...{ owner: 'Owner', trigger: 'no call by Friday', response: 'rent one' },
      },
    ],
  },
  charter: {
    deliverables: [
      { id: 'V1', name: 'The oven', acceptance: ['it bakes'] },
      { id: 'V2', name: 'The bread', acceptance: ['it is sold'] },
    ],
  },
  outline: sampleOutline,
  team: sampleTeam,
  details: {
    phases: [
      {
        id: '1',
        tasks: [
          sampleTask('1.1', { role: 'Desk agent', performer: 'agent', risk_tier: 'T1' }),
          sampleTask('1.2', {
            after: [afterTask('1.1')],
            costs: [sampleCost(500)],
            wait_hours: 24,
            risks: ['R1'],
            assumptions: ['A1'],
          }),
        ],
      },
      {
        id: '2',
        tasks: [
          sampleTask('2.1', { after: [afterTask('1.1')], optional: true }),
          sampleTask('2.2', { after: [afterTask('1.2'), afterTask('2.1')] }),
        ],
      },
    ],
  },
  changes: [],
  notTaken: [],
  ...more,
});

const option = (name: string) => ({ name, what: `It is ${name}.` });

/** As the stages after the network get it. */
export const networkStageInput = (
  given: NetworkInput,
  network: NetworkOutput | null,
  detail: Detail = 'standard',
): StageInput => ({
  intake: { planId: 'plan_sample1', goal: 'Open a bakery', startDate: '2026-03-02', detail },
  outputs: {
    direction: {
      ...given.direction,
      scenario: {
        ...{ id: 'S1', name: 'Own oven', idea: 'bake ourselves', why: 'it is cheap' },
        settings: [{ lever: 'Oven', option: 'new', what: 'It is new.' }],
      },
    },
    levers: {
      levers: [
        {
          ...{ id: 'L1', axis: 'Means', name: 'Oven', question: 'Which?', trade_off: 'money' },
          options: [option('used'), option('new'), option('rented')],
        },
      ],
    },
    'mend-2': { ...given.basis, gates: [], returns: [] },
    charter: given.charter,
    outline: given.outline,
    team: given.team,
    details: given.details,
    ...(network === null ? {} : { network, 'rescue-1': network }),
  },
});
