// What the goal of the full plan lays down, what was made of it, and which way was chosen.
import type { Plan } from '../../../src/contract/plan.ts';

type Direction = Pick<
  Plan,
  | 'directives'
  | 'purpose'
  | 'review'
  | 'cautions'
  | 'premise_attacks'
  | 'places'
  | 'jurisdictions'
  | 'resources'
  | 'levers'
  | 'lever_bonds'
  | 'scenarios'
  | 'choice'
>;

export const goal =
  'Open a tool library with a repair workshop in the old net house of Brindle Bay by 30 September 2027. At most EUR 60,000. Lend at least 400 tools in the first three months. No bank loan. A year costs a household EUR 25. Nobody under 18 works at a bench.';

export const direction: Direction = {
  directives: [
    {
      ...{ id: 'D1', kind: 'constraint', text: 'Open by 30 September 2027', importance: 5 },
      quote: 'by 30 September 2027',
      limit: { of: 'finish', latest: '2027-09-30' },
    },
    {
      ...{ id: 'D2', kind: 'constraint', text: 'At most EUR 60,000', importance: 5 },
      quote: 'At most EUR 60,000',
      limit: { of: 'cost', most: 60_000, currency: 'EUR' },
    },
    {
      ...{ id: 'D3', kind: 'requirement', text: '400 loans in three months', importance: 4 },
      quote: 'Lend at least 400 tools in the first three months',
      limit: null,
    },
    {
      ...{ id: 'D4', kind: 'banned', text: 'No bank loan', importance: 4, quote: 'No bank loan' },
      limit: { of: 'words', never: ['bank loan'] },
    },
    {
      ...{ id: 'D5', kind: 'stated_fact', text: 'EUR 25 a year', importance: 3, limit: null },
      quote: 'A year costs a household EUR 25',
    },
    {
      ...{ id: 'D6', kind: 'banned', text: 'Nobody under 18 at a bench', importance: 5 },
      quote: 'Nobody under 18 works at a bench',
      limit: null,
    },
  ],
  purpose: {
    purpose: 'public',
    domain: 'Sharing of tools in a small town',
    form: 'physical',
    why_form: 'Tools, a hall and people who meet in it.',
    scale: 'team',
    success_looks_like: ['Neighbors borrow instead of buying', 'Broken things are repaired'],
    title: 'Tool library in the net house',
  },
  review: {
    reason: 'Clear place, date, money and measure; the fee does not pay for the rent.',
    contradictions: [
      {
        between: 'A fee of EUR 25',
        and: 'A rent of EUR 6,000 a year',
        why: 'Even 180 households pay only EUR 4,500.',
      },
    ],
    strains: [
      {
        claim: '400 loans in three months',
        why_hard: 'Six a day from the first day',
        kind: 'unlikely',
      },
    ],
  },
  cautions: ['Ask for legal advice about liability for lent machines.'],
  premise_attacks: [
    {
      lens: 'economist',
      argument: 'A cordless drill costs less than three years of fees.',
      rests_on: 'People count only the price',
      would_be_wrong_if: 'They lack room, or need a tool once',
      severity: 'serious',
      answer_in_plan: 'Stock what costs over EUR 80 or is needed once.',
    },
  ],
  places: [
    {
      ...{ name: 'Brindle Bay', country: 'Merrow', source: 'goal' },
      role: 'Town of 4,500 households',
    },
  ],
  jurisdictions: [
    { name: 'Merrow', rules_that_matter: ['Permit of use for halls', 'Test of lent machines'] },
  ],
  resources: {
    currency: 'EUR',
    why_currency: 'The goal names it.',
    at_hand: [{ what: 'The net house, empty since 2021', quote: 'the old net house' }],
    missing: [{ what: 'A certified tester', why_needed: 'Lent machines must be tested' }],
  },
  levers: [
    {
      ...{ id: 'L1', axis: 'stock', name: 'Where tools come from', kept: true },
      question: 'Given, bought or rented?',
      options: [
        { name: 'Given first', what: 'Collect, then buy what is missing' },
        { name: 'Bought', what: 'Buy 600 new tools' },
        { name: 'Rented', what: 'Rent sets from a dealer' },
      ],
      trade_off: 'Given tools are cheap, but need sorting and tests.',
      why: 'It moves half of the budget.',
      chosen: 'Given first',
    },
    {
      ...{ id: 'L2', axis: 'place', name: 'How much of the hall', kept: true },
      question: 'All of it at once?',
      options: [
        { name: 'Whole hall', what: 'Eight benches from the start' },
        { name: 'Half', what: 'Four benches, the rest later' },
        { name: 'Desk only', what: 'Lending without benches' },
      ],
      trade_off: 'Benches bring people in, and inspectors.',
      why: 'The permit depends on it.',
      chosen: 'Whole hall',
    },
    {
      ...{ id: 'L3', axis: 'people', name: 'Who stands at the desk', kept: false },
      question: 'Paid or unpaid?',
      options: [
        { name: 'Unpaid', what: 'Volunteers' },
        { name: 'Paid', what: 'One half post' },
        { name: 'Machine', what: 'Lockers with codes' },
      ],
      trade_off: 'Money against reliability.',
      why: 'The budget decides it: unpaid.',
    },
  ],
  lever_bonds: [
    { one: 'L1', other: 'L2', kind: 'conflict', why: 'Sorting needs the room of the benches.' },
  ],
  scenarios: [
    {
      ...{ id: 'S1', name: 'Neighbors first', idea: 'Given tools, whole hall, volunteers.' },
      settings: [
        { lever: 'L1', option: 'Given first' },
        { lever: 'L2', option: 'Whole hall' },
      ],
      strengths: ['Fits the budget', 'Many people take part'],
      weaknesses: ['Depends on volunteers'],
      breaks_directives: [],
    },
    {
      ...{ id: 'S2', name: 'All new', idea: 'Buy 600 tools.' },
      settings: [
        { lever: 'L1', option: 'Bought' },
        { lever: 'L2', option: 'Half' },
      ],
      strengths: ['Ready in three months'],
      weaknesses: ['Costs EUR 54,000 in tools alone'],
      breaks_directives: ['D2'],
    },
    {
      ...{ id: 'S3', name: 'Desk only', idea: 'Lend, do not repair.' },
      settings: [
        { lever: 'L1', option: 'Given first' },
        { lever: 'L2', option: 'Desk only' },
      ],
      strengths: ['No permit for benches'],
      weaknesses: ['No repair workshop, which the goal asks for'],
      breaks_directives: [],
    },
  ],
  choice: {
    chosen: 'S1',
    why: 'The only one that keeps the budget and has the workshop.',
    against: [
      { id: 'S2', why_not: 'Breaks the budget.' },
      { id: 'S3', why_not: 'Leaves out half of the goal.' },
    ],
    would_change_it: ['Fewer than 60 tools on the first collection day'],
  },
};
