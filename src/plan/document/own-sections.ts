// What stages that were added to one plan yielded, as sections of their own at its end.
import type { Plan } from '../../contract/plan.ts';
import { escapeMarkdown } from '../report/markdown.ts';
import { thoughtMarkdown } from '../report/thought-sections.ts';
import { type AnyStage, type AnyThought, isThought } from '../stage.ts';
import { clip, most } from './clip.ts';

type OwnSections = NonNullable<Plan['own_sections']>;

const MOST_SECTIONS = 20;
const MAX_CHARS = 60_000;
const MAX_LINES = 500;

/** Of a stage without words of its own: one line for each value. */
function linesOf(value: unknown, path: string): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) =>
      linesOf(item, path === '' ? name : `${path}.${name}`),
    );
  }
  return [`- ${escapeMarkdown(path)}: ${escapeMarkdown(String(value))}`];
}

/** The heading is the section's own. */
const withoutHeading = (markdown: string): string => markdown.replace(/^#.*\n+/, '');

function markdownOf(stage: AnyThought, output: unknown): string {
  const words = thoughtMarkdown(stage, output, '#');
  const text =
    words === null ? most(linesOf(output, ''), MAX_LINES).join('\n') : withoutHeading(words);
  return text.slice(0, MAX_CHARS).toWellFormed();
}

/** `usual` are the stages that every plan has. */
export function ownSections(
  stages: readonly AnyStage[],
  usual: readonly AnyStage[],
  outputs: Readonly<Record<string, unknown>>,
): OwnSections {
  const known = new Set(usual.map(({ name }) => name));
  const own = stages
    .filter(isThought)
    .filter(({ name }) => !known.has(name) && Object.hasOwn(outputs, name));
  return most(own, MOST_SECTIONS).map((stage) => ({
    name: stage.name,
    title: clip(stage.title, 120) || stage.name,
    markdown: markdownOf(stage, outputs[stage.name]),
  }));
}
