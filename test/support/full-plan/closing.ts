// What a reader of the full plan gets first, and whether the plan kept to its goal.
import type { Plan } from '../../../src/contract/plan.ts';

type Closing = Pick<
  Plan,
  | 'executive_summary'
  | 'pitch'
  | 'questions_and_answers'
  | 'first_24_hours'
  | 'adherence'
  | 'own_sections'
  | 'verdict'
  | 'gates'
  | 'guesses'
  | 'open_questions'
  | 'facts'
  | 'quality_summary'
>;

export const closing: Closing = {
  executive_summary: {
    situation:
      'Brindle Bay has 4,500 households, an empty net house and no place to borrow a ladder.',
    approach:
      'Tools are given first and bought last; the hall is made safe before anybody works in it.',
    expected: 'Eight benches and 600 tested tools, open in September.',
    main_risks: 'The roof, the second exit and the volunteers in July.',
    decision_needed:
      'Sign the lease only after the harbor has agreed in writing to pay for the roof.',
  },
  pitch: {
    headline: 'Borrow the ladder, keep the money',
    why_now: 'The net house is free until 2032, and the town fund for repair ends this year.',
    what: 'Six hundred tools and eight benches, three afternoons a week.',
    proof: 'A shed with two hundred tools at Tarn Quay made 900 loans a year.',
    ask: 'EUR 60,000 once, and a letter from the harbor office.',
  },
  questions_and_answers: [
    {
      question: 'Who pays if a machine breaks?',
      answer: 'The association, unless the member broke the rules of lending.',
    },
    {
      question: 'What if the fee does not cover the rent?',
      answer:
        'EUR 1,500 a year are missing; the town fund is asked, and the board decides in November.',
    },
  ],
  first_24_hours: [
    {
      ...{ action: 'Call the harbor office for a date to survey the roof', minutes: 15 },
      ...{ who: 'Site lead', task: 'task_1_1' },
    },
    {
      ...{ action: 'Write to the building office for a preliminary visit', minutes: 30 },
      ...{ who: 'Director', task: '' },
    },
    {
      ...{ action: 'Draft the eight questions for households', minutes: 60 },
      ...{ who: 'Research agent', task: 'task_1_2' },
    },
  ],
  adherence: [
    {
      directive: 'D1',
      verdict: 'partly',
      where: 'schedule.simulation.odds',
      why: 'The planned date keeps it; the odds are below 80 of 100.',
      by: 'code',
    },
    {
      directive: 'D2',
      verdict: 'kept',
      where: 'costs',
      why: 'The base stays below it.',
      by: 'code',
    },
    {
      directive: 'D3',
      verdict: 'kept',
      where: 'outcomes',
      why: 'It is the first measure.',
      by: 'mind',
    },
    {
      directive: 'D4',
      verdict: 'kept',
      where: 'whole plan',
      why: 'The words do not occur in the work.',
      by: 'code',
    },
    { directive: 'D6', verdict: 'kept', where: 'task_4_1', why: 'Ages are on file.', by: 'mind' },
  ],
  own_sections: [
    {
      name: 'neighbors',
      title: 'What it means for neighbors',
      markdown:
        '## Noise\n\nSaws run until **six**.\n\n- Windows stay shut\n- No hot work on Sundays\n\n| Day | Hours |\n| --- | --- |\n| Tuesday | 15–18 |\n',
    },
  ],
  verdict: {
    decision: 'go_with_conditions',
    reason: 'Money and place are there; the date holds only if the second exit is settled early.',
    conditions: ['The harbor pays for the roof, in writing', 'Preliminary visit in the first week'],
  },
  gates: [
    {
      gate: 'directives',
      severity: 'critical',
      status: 'warn',
      score: 90,
      findings: [
        {
          artifact: 'schedule',
          field: 'simulation.odds.deadline',
          value: '0.7',
          rule: 'The deadline holds with odds of at least 80 of 100.',
          remedy: 'Start phase 2 a week earlier, or ask for a later opening.',
          level: 'warn',
        },
      ],
    },
    { gate: 'fermi', severity: 'major', status: 'pass', score: 100, findings: [] },
    { gate: 'consistency', severity: 'critical', status: 'pass', findings: [] },
    { gate: 'schedule', severity: 'major', status: 'warn', findings: [] },
    { gate: 'completeness', severity: 'major', status: 'pass', score: 100, findings: [] },
    {
      gate: 'evidence',
      severity: 'major',
      status: 'not_run',
      why_not_run: 'No source of evidence is connected.',
      findings: [],
    },
  ],
  guesses: [
    {
      guess: 'Contractors have time in May',
      used_for: 'Start of the wiring',
      how_to_confirm: 'Ask three of them in March.',
    },
  ],
  open_questions: ['Does the association need a license for used goods?'],
  facts: [
    { kind: 'money', text: 'EUR 60,000', value: 60_000, unit: 'EUR', source: 'prompt' },
    { kind: 'deadline', text: 'by 30 September 2027', value: '2027-09-30', source: 'prompt' },
  ],
  quality_summary: {
    complete: true,
    partial: ['Evidence was not checked against sources.'],
    stubbed: [],
    duplicates: [],
  },
};
