// How the plan was made and what it does not cover; and sections of stages that were added.
import { standInText } from '../../reading/stand-ins.ts';
import { capital } from '../../reading/words.ts';
import { html } from '../markup.ts';
import { type Context, facts, list, type Section, under } from '../parts.ts';
import { plainMarkdown } from '../plain-markdown.ts';

const minds = {
  offline: 'rules alone, no model',
  model: 'a model, with code for dates, money and checks',
  caller: 'the agent that asked for it, with code for dates, money and checks',
  recorded: 'recorded replies, with code for dates, money and checks',
} as const;

export function makingSection({ plan }: Context): Section {
  const { quality_summary: quality, playbook, schedule } = plan;
  const missing = [...quality.partial, ...quality.stubbed];
  return {
    id: 'making',
    title: 'How it was made',
    closed: true,
    body: html`${facts([
      ['By', minds[plan.brain]],
      [
        'Playbook',
        playbook.name !== 'none' &&
          `${capital(playbook.name)} (fit: ${playbook.fit}). ${playbook.why}`,
      ],
      [
        'Simulation',
        schedule.simulation &&
          `${schedule.simulation.runs} runs, seed ${schedule.simulation.seed}: the same plan gives the same figures`,
      ],
      ['Stood in', standInText(plan)],
      ['Plan', plan.plan_id],
    ])}
${under('Not covered', list(missing))}
${under('Said twice', list(quality.duplicates ?? []))}`,
  };
}

/** A plan may have several; each is a section of its own. */
export const ownSections = ({ plan }: Context): Section[] =>
  (plan.own_sections ?? []).map(({ title, markdown }, index) => ({
    id: `own-${index + 1}`,
    title,
    body: html`<div class="own">${plainMarkdown(markdown)}</div>`,
  }));
