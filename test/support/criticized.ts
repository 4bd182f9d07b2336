// What the critics of a small plan get to see, and what they may say of it.
import type { Charter } from '../../src/contract/plan-charter.ts';
import type { PlanFinding } from '../../src/contract/plan-critique.ts';
import { buildNetwork } from '../../src/plan/network/build.ts';
import type { NetworkInput } from '../../src/plan/network/network-input.ts';
import type {
  AttackOutput,
  ExpertsOutput,
  JudgeOutput,
  PremisesOutput,
  PremortemOutput,
  RebuttalOutput,
} from '../../src/plan/outputs/critique.ts';
import type { DirectionOutput } from '../../src/plan/outputs/direction.ts';
import type { Detail, StageInput } from '../../src/plan/stage.ts';
import { sampleNetwork } from './network.ts';

export const sampleGoal = 'Open a bakery in Brindle Bay by 2026-12-18 for at most 5000 EUR.';

export const sampleCharter: Charter = {
  goal: 'A bakery sells bread in Brindle Bay by 2026-12-18 for at most 5000 EUR.',
  smart: {
    ...{ specific: 'A bakery.', measurable: '40 loaves a day.', achievable: 'One oven.' },
    ...{ relevant: 'No bread nearby.', time_bound: 'By 2026-12-18.' },
  },
  in_scope: ['Bread'],
  out_of_scope: ['Cakes'],
  deliverables: [
    { id: 'V1', name: 'The oven', acceptance: ['it bakes'] },
    { id: 'V2', name: 'The bread', acceptance: ['it is sold'] },
  ],
  stakeholders: [],
  permits: [{ name: 'a permit for food', authority: '', why: 'law', status: 'assumed' }],
  measures: [
    {
      ...{ id: 'M1', measure: 'Loaves sold a day', unit: 'loaves', target: 40 },
      ...{ by: '2026-12-18', how_measured: 'counted', source: 'A1' },
    },
  ],
};

export const sampleDirection = (more: Partial<DirectionOutput> = {}): DirectionOutput => ({
  title: 'Bakery',
  language: 'en',
  purpose: 'business',
  domain: 'food',
  success_looks_like: ['bread is sold'],
  start_date: '2026-03-02',
  deadline: { date: '2026-12-18', source: 'D1' },
  budget: { amount: 5000, currency: 'EUR', source: 'D2' },
  currency: 'EUR',
  directives: [],
  scenario: { id: 'S1', name: 'Small', idea: 'small', why: 'cheap', settings: [], breaks: [] },
  ...{ answers_to_premise: [], strains: [], cautions: [], places: [], jurisdictions: [] },
  ...{ at_hand: [], missing: [] },
  ...more,
});

export const finding = (more: Partial<PlanFinding> = {}): PlanFinding => ({
  section: 'phase',
  item: '2.2',
  severity: 'major',
  says: 'Nobody tastes the bread before it is sold.',
  remedy: 'Add a tasting.',
  ...more,
});

export const samplePremortem = (covered = true): PremortemOutput => ({
  failures: [
    {
      ...{ title: 'No buyers', story: 'It stood empty.', causes: ['no sign'] },
      ...{ first_sign: 'Few come.', prevention: 'Ask fifty neighbors.', tasks: ['2.1'], covered },
      ...{ archetype: 'People and market' },
      tripwires: [
        {
          ...{ metric: 'buyers a day', is: 'below', threshold: 20, unit: 'buyers' },
          ...{ by: null, response: 'ask why' },
        },
      ],
    },
  ],
  stop_rule: 'Stop when 4000 EUR are gone and fewer than 10 come.',
});

type PremiseState = PremisesOutput['premises'][number]['state'];

export const samplePremises = (state: PremiseState = 'open'): PremisesOutput => ({
  premises: ['C1', 'C2', 'C3'].map((id, index) => ({
    ...{ id, claim: `Premise ${index + 1} by A1`, why_critical: 'all falls', falsifier: 'seen' },
    ...{ test: 'ask', by: '2026-03-05', decision: 'stop', state: index === 0 ? state : 'open' },
  })),
});

export interface Criticism {
  readonly experts?: ExpertsOutput;
  readonly attack?: AttackOutput;
  readonly rebuttal?: RebuttalOutput;
  readonly judge?: JudgeOutput;
  readonly premortem?: PremortemOutput;
  readonly premises?: PremisesOutput;
}

/** One expert who says this. */
export const expertSays = (...findings: PlanFinding[]): ExpertsOutput => ({
  experts: [
    {
      ...{ id: 'E1', title: 'Baker', field: 'bread', looks_at: 'hours' },
      ...{ verdict: 'Not yet.', findings },
    },
  ],
});

interface Sample {
  readonly network?: Partial<NetworkInput>;
  readonly direction?: Partial<DirectionOutput>;
  readonly critics?: Criticism;
  readonly detail?: Detail;
}

/** The outputs of all stages up to the critics. */
export async function criticizedInput(sample: Sample = {}): Promise<StageInput> {
  const direction = sampleDirection(sample.direction);
  const given = sampleNetwork({ ...sample.network, direction });
  const network = await buildNetwork(given);
  return {
    intake: {
      ...{ planId: 'plan_bakery', goal: sampleGoal, startDate: direction.start_date },
      detail: sample.detail ?? 'standard',
    },
    outputs: {
      direction,
      'mend-2': { ...given.basis, gates: [], returns: [] },
      charter: sampleCharter,
      outline: given.outline,
      team: given.team,
      'rescue-2': network,
      premortem: samplePremortem(),
      premises: samplePremises(),
      ...sample.critics,
    },
  };
}
