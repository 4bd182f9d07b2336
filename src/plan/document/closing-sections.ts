// What a reader gets first, with the plan's own figures put in: title, summary, notice, pitch, answers.
import { stopped } from '../../base/sentences.ts';
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
  { language, undated }: { readonly language: string; readonly undated: string },
): string {
  const prose = filledIn(`${summary.expected} ${summary.approach}`, figures);
  const computed = filledIn(computedText(network, language), figures);
  const why = undated === '' || network.deadline !== null ? '' : ` ${stopped(undated)}`;
  return clip(`${clip(prose, MAX_PROSE)} ${computed}${why}`, MAX_SUMMARY);
}

const MAX_OPEN = 400;

export function closingSections(said: SummaryOutput, answered: AnswersOutput, figures: Figures) {
  const { summary, pitch } = withFigures(said, figures);
  const { answers, first_24_hours, open_questions } = withFigures(answered, figures);
  return {
    executive_summary: summary,
    pitch,
    questions_and_answers: answers.map(({ directive, ...one }) =>
      directive ? { directive, ...one } : one,
    ),
    first_24_hours: first_24_hours.map((one) => ({
      ...one,
      task: one.task === '' ? '' : taskIdOf(one.task),
    })),
    open_questions: open_questions.map((one) => clip(one, MAX_OPEN)),
  } satisfies Partial<Plan>;
}
