// A stage given as data, made into one like the others. Its texts and schema come from outside:
// names, sizes and places are checked here, once.

import { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import { listed } from '../base/sentences.ts';
import type { DeclaredStage } from './settings.ts';
import type { AnyThought, Part, StageInput } from './stage.ts';

const maxParts = 30;
const usualInputTokens = 12_000;
const usualOutputTokens = 4_000;

function schemaOf({ name, schema }: DeclaredStage): z.ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read';
    throw new PlanwrightError('INVALID_ARGUMENTS', `stages.${name}.schema: ${why}`);
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');

function listOf(input: StageInput, { stage, list }: NonNullable<DeclaredStage['each']>): unknown[] {
  const output = input.outputs[stage];
  const found =
    typeof output === 'object' && output !== null && Object.hasOwn(output, list)
      ? (output as Record<string, unknown>)[list]
      : undefined;
  if (Array.isArray(found) && found.length <= maxParts) return found;
  const message = Array.isArray(found)
    ? `${list} of ${stage} has ${found.length} items, and one call for each is made of ${maxParts} at most.`
    : `${stage} has no list called ${list}, of which there should be one call for each item.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

const partsOf = (input: StageInput, each: NonNullable<DeclaredStage['each']>): Part[] =>
  listOf(input, each).map((item, index) => ({
    key: String(index + 1),
    title: `${index + 1}`,
    words: {},
    data: { item: textOf(item) },
  }));

function fieldOf(out: unknown, path: string): unknown {
  let value = out;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** In words; JSON would undo the escapes of its texts. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return listed(value.map(wordsOf));
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${wordsOf(item)}`)
    .join(', ');
}

/** Markdown as it is, but without tags and links: a page could run or load them. */
const inert = (template: string): string =>
  template
    .replaceAll('<', '&lt;')
    .replace(/[[\]]/g, '\\$&')
    .replace(/(https?|javascript|vbscript|(?:data|file)(?=:\S)):/giu, '$1&#58;');

const rendered = (template: string, out: unknown): string =>
  inert(template).replace(/\{\{([\w.]+)\}\}/g, (_place, path: string) =>
    wordsOf(fieldOf(out, path)),
  );

export function declaredStage(declared: DeclaredStage): AnyThought {
  const { name, needs, prompt, each, render } = declared;
  const one = schemaOf(declared);
  const base = {
    name,
    title: declared.title ?? name,
    version: 1,
    needs: each && !needs.includes(each.stage) ? [...needs, each.stage] : needs,
    prompt,
    inputTokens: usualInputTokens,
    outputTokens: usualOutputTokens,
    ...(render === undefined ? {} : { render: (out: unknown) => rendered(render, out) }),
  };
  if (!each) return { ...base, output: one };
  return {
    ...base,
    output: z.object({ items: z.array(one).max(maxParts) }),
    parts: {
      output: one,
      found: (input) => partsOf(input, each),
      merge: (parts) => ({ items: parts.map(({ value }) => value) }),
    },
  };
}
