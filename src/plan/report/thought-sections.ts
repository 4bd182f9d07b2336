// What the minds found, stage by stage, as Markdown. Their words come from outside: they are text here
// and nothing else, whatever they look like.
import type { AnyThought } from '../stage.ts';
import { escapeMarkdown } from './markdown.ts';

const plainName = /^\w+$/;

/**
 * The same value with every text in it made safe for Markdown; names of fields stay as asked for. Each
 * field is made safe when it is read: a stage tells a few fields of what may be a whole plan.
 */
function safe(value: unknown): unknown {
  if (typeof value === 'string') return escapeMarkdown(value);
  if (Array.isArray(value)) return value.map(safe);
  if (typeof value !== 'object' || value === null) return value;
  const seen = {};
  for (const [name, item] of Object.entries(value)) {
    const key = plainName.test(name) ? name : escapeMarkdown(name);
    Object.defineProperty(seen, key, { enumerable: true, get: () => safe(item) });
  }
  return seen;
}

/** With a heading of so many marks; null where the stage says nothing in words. */
export function thoughtMarkdown(stage: AnyThought, output: unknown, marks: string): string | null {
  if (!stage.render) return null;
  return `${marks} ${escapeMarkdown(stage.title)}\n\n${stage.render(safe(output))}\n`;
}

/** For the end of the report. */
export const thoughtSections = (
  stages: readonly AnyThought[],
  outputs: Readonly<Record<string, unknown>>,
): string =>
  stages
    .filter(({ name }) => Object.hasOwn(outputs, name))
    .map((stage) => thoughtMarkdown(stage, outputs[stage.name], '##'))
    .filter((text) => text !== null)
    .map((text) => `\n${text}`)
    .join('');
