// What a reader gets first, with the plan's own figures put in: title, summary, notice, pitch, answers.
import type { Plan } from '../../contract/plan.ts';
import { taskIdOf } from '../../gates/plan-parts.ts';
import { costSentence, deadlineSentence, scopeSentence } from '../computed-words.ts';
import { type Figures, filledIn, withFigures } from '../figures.ts';
import type { AnswersOutput, SummaryOutput } from '../outputs/closing.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { clip } from './clip.ts';

const MAX_SUMMARY = 2000;
const MAX_PROSE = 1200;

const whoThought = {
  offline: 'Fixed rules and a playbook made this plan',
  model: 'An AI model thought about this plan, stage by stage',
  caller: 'The agent that asked for this plan thought about it, stage by stage',
  recorded: 'The thoughts behind this plan come from a recording',
} as const satisfies Record<Plan['brain'], string>;

export const noticeOf = (brain: Plan['brain']): string =>
  `${whoThought[brain]}; dates, costs and odds were reckoned by code from what was estimated. Every claim says how sure it is. Nothing was looked up: check what is assumed before you rely on it.`;

/** In words where the plan is in English; in figures alone elsewhere. */
function computedText(network: NetworkOutput, language: string): string {
  if (language === 'en' || language === 'und') {
    const { start_date, finish_date, phases, schedule, costs } = network;
    const words = { start_date, finish_date, phases, schedule };
    return [scopeSentence(words), deadlineSentence(words), costSentence(costs)]
      .filter((sentence) => sentence !== '')
      .join(' ');
  }
  return '{start} – {finish} · {cost} ({cost_low} – {cost_high})';
}

export function summaryText(
  { summary }: SummaryOutput,
  network: NetworkOutput,
  figures: Figures,
  language: string,
): string {
  const prose = filledIn(`${summary.expected} ${summary.approach}`, figures);
  const computed = filledIn(computedText(network, language), figures);
  return clip(`${clip(prose, MAX_PROSE)} ${computed}`, MAX_SUMMARY);
}

const limits = {
  executive_summary: 700,
  decision_needed: 500,
  headline: 120,
  pitch: 400,
  ask: 300,
  answer: 600,
  question: 300,
  action: 300,
  open: 400,
} as const;

/** A figure may be longer than its name: what has been filled in is cut to its bound again. */
const clipAll = <Texts extends Record<string, string>>(texts: Texts, chars: number): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, clip(text, chars)]),
  ) as Texts;

export function closingSections(said: SummaryOutput, answered: AnswersOutput, figures: Figures) {
  const { summary, pitch } = withFigures(said, figures);
  const { answers, first_24_hours, open_questions } = withFigures(answered, figures);
  return {
    executive_summary: {
      ...clipAll(summary, limits.executive_summary),
      decision_needed: clip(summary.decision_needed, limits.decision_needed),
    },
    pitch: {
      ...clipAll(pitch, limits.pitch),
      headline: clip(pitch.headline, limits.headline),
      ask: clip(pitch.ask, limits.ask),
    },
    questions_and_answers: answers.map(({ question, answer }) => ({
      question: clip(question, limits.question),
      answer: clip(answer, limits.answer),
    })),
    first_24_hours: first_24_hours.map((one) => ({
      ...one,
      action: clip(one.action, limits.action),
      task: one.task === '' ? '' : taskIdOf(one.task),
    })),
    open_questions: open_questions.map((one) => clip(one, limits.open)),
  } satisfies Partial<Plan>;
}
