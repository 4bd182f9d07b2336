// The summary, the pitch, questions and answers, and sections of added stages as Markdown.
import type { Plan } from '../../../contract/plan.ts';
import { bullets, labeled, safe, section } from './pieces.ts';

export function summarySections({ executive_summary: said, pitch }: Plan): string[] {
  return [
    said === undefined
      ? ''
      : section(
          'Summary',
          [said.situation, said.approach, said.expected, said.main_risks].map(safe).join('\n\n'),
          labeled('To decide', safe(said.decision_needed)),
        ),
    pitch === undefined
      ? ''
      : section(
          'Pitch',
          `**${safe(pitch.headline)}**`,
          [pitch.why_now, pitch.what, pitch.proof, pitch.ask].map(safe).join(' '),
        ),
  ];
}

export const answersSection = ({ questions_and_answers: all = [] }: Plan): string =>
  section(
    'Questions and answers',
    bullets(all.map(({ question, answer }) => `**${safe(question)}** ${safe(answer)}`)),
  );

export const ownSections = ({ own_sections: all = [] }: Plan): string[] =>
  all.map(({ title, markdown }) => section(safe(title), tamed(markdown)));

/** Markdown that others wrote: marks stay, but nothing in it is HTML, a link or a picture, and its
 * headings are below those of the report. */
export const tamed = (markdown: string): string =>
  markdown
    .replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/</g, '&lt;')
    .replace(/(\\*)([[\]])/g, (mark, slashes: string, bracket: string) =>
      slashes.length % 2 === 1 ? mark : `${slashes}\\${bracket}`,
    )
    .replace(/(https?|ftp|javascript|mailto|vbscript|(?:data|file)(?=:\S)):/giu, '$1&#58;')
    .replace(/\bwww\./giu, 'www&#46;')
    .replace(/@/g, '&#64;')
    .replace(/^#{1,6} /gm, '### ')
    .replace(/^(=+|-+)\s*$/gm, '')
    .trim();
