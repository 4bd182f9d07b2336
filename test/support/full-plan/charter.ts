// What the full plan delivers, how it is governed and what surrounds it.
import type { Plan } from '../../../src/contract/plan.ts';

type Around = Pick<
  Plan,
  'charter' | 'governance' | 'related_projects' | 'swot' | 'papers' | 'outcomes'
>;

export const around: Around = {
  outcomes: [
    {
      ...{ outcome_id: 'outcome_1', measure: 'Tools lent', unit: 'loans', target: 400 },
      ...{ by: '2027-12-31', how_measured: 'Count of the lending program', source: 'D3' },
    },
    {
      ...{ outcome_id: 'outcome_2', measure: 'Late returns', unit: '% of loans', target: 5 },
      ...{ by: null, how_measured: 'Lending program, monthly', source: 'Trial fortnight' },
    },
  ],
  charter: {
    goal: 'Brindle Bay has an open tool library with eight benches by 30 September 2027, for at most EUR 60,000.',
    smart: {
      specific: 'A tool library and workshop in the old net house.',
      measurable: '400 loans in three months.',
      achievable: 'Given tools, volunteers and a low rent.',
      relevant: 'Many households need a tool once a year.',
      time_bound: 'Open by 30 September 2027.',
    },
    in_scope: ['Lease and works inside', '600 tools', 'Lending desk', 'Training'],
    out_of_scope: ['Roof', 'A second branch', 'Courses for pay'],
    deliverables: [
      { id: 'V1', name: 'Workshop with permit', acceptance: ['Permit of use without open points'] },
      { id: 'V2', name: 'Association', acceptance: ['Registered and insured'] },
      { id: 'V3', name: 'Stock of 600 tools', acceptance: ['All tested and labeled'] },
      { id: 'V4', name: 'Lending desk', acceptance: ['Ten loans and returns without help'] },
    ],
    stakeholders: [
      {
        name: 'Harbor office',
        interest: 'A used and dry building',
        what_to_do: 'One page a month with photos.',
      },
      {
        name: 'Tool shop Pell',
        interest: 'Fears for sales',
        what_to_do: 'Buy the 150 tools there.',
      },
    ],
    permits: [
      {
        name: 'Permit of use',
        authority: 'Building office of Brindle Bay',
        why: 'People work in a hall',
        status: 'observed',
      },
      {
        name: 'Dealer license for used goods',
        authority: 'Trade office',
        why: 'Perhaps for given tools that are sold on',
        status: 'speculative',
      },
    ],
    measures: [
      {
        ...{ id: 'M1', measure: 'Tools lent', unit: 'loans', target: 400, by: '2027-12-31' },
        aim: 'at_least',
        how_measured: 'Count of the lending program',
        source: 'D3',
      },
    ],
  },
  governance: {
    bodies: [
      {
        name: 'Board',
        members: ['Director', 'Volunteer lead'],
        decides: ['Contracts above EUR 1,000', 'Stop or go on'],
        meets: 'First Tuesday of the month',
      },
    ],
    escalation: [
      {
        when: 'A cost line is more than 20% over its base',
        from: 'Site lead',
        to: 'Director',
        within_days: 2,
      },
      {
        when: 'The end slips by more than ten days',
        from: 'Director',
        to: 'Board',
        within_days: 5,
      },
    ],
    reporting: [
      { what: 'Cash and dates', from: 'Director', to: 'Board', how_often: 'Every month' },
    ],
  },
  related_projects: [
    {
      name: 'Lending shed of Tarn Quay',
      what: 'Two hundred tools in a boat shed.',
      outcome: 'Ran three years, closed when its founder moved.',
      lesson: 'More than one person must know the lending program.',
      status: 'estimated',
      how_to_check: 'Ask the founder for the yearly accounts.',
    },
  ],
  swot: {
    strengths: [{ text: 'A hall by the harbor', so_what: 'Open the doors on market days.' }],
    weaknesses: [{ text: 'Nobody has run a library', so_what: 'Spend a week at Tarn Quay.' }],
    opportunities: [{ text: 'The town has a fund for repair', so_what: 'Apply by May.' }],
    threats: [{ text: 'Battery tools get cheaper', so_what: 'Stock what is large or rare.' }],
  },
  papers: {
    to_find: [
      {
        title: 'Drawings of the net house',
        why: 'Escape route',
        owner: 'Site lead',
        urgency: 'first',
        where: 'Archive of the harbor office',
      },
    ],
    to_write: [
      {
        title: 'Rules of lending',
        why: 'Liability',
        owner: 'Director',
        urgency: 'soon',
        contents: ['Who may borrow', 'What a late return costs', 'Who pays for damage'],
      },
    ],
    data: [
      {
        what: 'Wanted tools',
        why: 'Stock',
        method: 'Questionnaire to 120 households',
        decides: 'What is bought: the top 50 that nobody gives',
        settles: ['A2'],
      },
    ],
  },
};
