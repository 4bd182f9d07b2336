// What those who close a small plan are given, and what they may answer.
import type {
  AdherenceOutput,
  AnswersOutput,
  SummaryOutput,
} from '../../src/plan/outputs/closing.ts';
import type { RefinedOutput } from '../../src/plan/outputs/critique.ts';
import type { NetworkOutput } from '../../src/plan/outputs/network.ts';
import type { StageInput } from '../../src/plan/stage.ts';
import { criticizedInput, sampleCharter } from './criticized.ts';
import { sampleTeam } from './network.ts';

type Sample = Parameters<typeof criticizedInput>[0];

/** The outputs of all stages up to the revisions. */
export async function closingInput(sample: Sample = {}): Promise<StageInput> {
  const { intake, outputs } = await criticizedInput(sample);
  const { assumptions, risks } = outputs['mend-2'] as RefinedOutput;
  const network = outputs['rescue-2'] as NetworkOutput;
  const refined: RefinedOutput = {
    ...{ assumptions, risks, charter: sampleCharter, team: sampleTeam, network },
    ...{ refinements: [], left: [], score: { before: 50, after: 50 } },
  };
  return { intake, outputs: { ...outputs, 'refine-2': refined } };
}

export const networkIn = ({ outputs }: StageInput): NetworkOutput =>
  (outputs['refine-2'] as RefinedOutput).network;

export const sampleSummary: SummaryOutput = {
  summary: {
    situation: 'Brindle Bay has no bread.',
    approach: 'One oven first; cakes are left out.',
    expected:
      'Bread is sold by {finish} for {cost}; the deadline {deadline} holds in {deadline_odds}.',
    main_risks: 'The oven may come late; then one is rented.',
    decision_needed: 'Whether the oven may be ordered by {start}.',
  },
  pitch: {
    ...{ headline: 'Bread for {cost}', why_now: 'Ovens are cheap now.', what: 'One oven.' },
    ...{ proof: 'It has yet to be shown.', ask: 'Say yes to {budget}.' },
  },
};

export const sampleAnswers: AnswersOutput = {
  answers: [{ question: 'What if nobody comes?', answer: 'Then {cost} are lost, no more.' }],
  first_24_hours: [{ action: 'Call a dealer.', who: 'Desk agent', task: '1.1', minutes: 20 }],
  open_questions: ['May the shop open on Sundays?'],
};

export const sampleAdherence: AdherenceOutput = {
  adherence: [{ directive: 'D1', verdict: 'kept', where: 'tasks: 2.2', why: 'Bread is sold.' }],
};
