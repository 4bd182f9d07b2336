// Parameters that a mind gives and a tool then uses: out of the output of the step that a plan names, or out
// of the answer of whoever helps a step that failed. They are what somebody made up, so they go through the
// same door as the wishes of any mind.
import { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import type { ClaimedStep, NewStep } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import type { Reader } from '../store/store.ts';
import { readContent } from './step-content.ts';
import { wrong } from './step-parts.ts';
import type { StepSpec } from './step-spec.ts';
import { findTool, requireTool } from './tools/table.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Says too what is done with them. */
function paramsSchema(name: string): JsonSchema {
  const tool = requireTool(name);
  const { $schema: _, ...schema } = z.toJSONSchema(tool.params, { io: 'input' });
  return { description: `Parameters for ${name}. ${tool.description}`, ...schema };
}

/** What an output must hold for the tool that takes its parameters from it. */
const givingSchema = (tool: string): JsonSchema => ({
  type: 'object',
  properties: { params: paramsSchema(tool) },
  required: ['params'],
});

/** For whoever helps: with other parameters the step is done anew, without them it stays as it is. */
export function helpSchema({ performer, action }: GraphStep): Record<string, unknown> {
  const isTool = performer === 'tool' && findTool(action) !== undefined;
  return {
    type: 'object',
    properties: { params: isTool ? paramsSchema(action) : { type: 'object' } },
  };
}

/** Where a tool takes its parameters from: a step right before it that is no tool's. */
function giverOf({ def, spec }: NewStep, steps: ReadonlyMap<string, NewStep>): NewStep | null {
  const { params_from: from, params } = spec as StepSpec;
  if (from === undefined) return null;
  const place = `${def.id}: params_from`;
  if (def.performer !== 'tool') throw wrong(`${place}: only a step by a tool takes them`);
  if (Object.keys(params).length > 0) throw wrong(`${place}: leave out params`);
  if (!def.needs.includes(from)) throw wrong(`${place}: ${from} is not among its dependencies`);
  const giver = steps.get(from);
  const isMind = giver && ['agent', 'human', 'model'].includes(giver.def.performer);
  if (!isMind) throw wrong(`${place}: ${from} is not done by an agent, a person or a model`);
  return giver;
}

/** The steps, where those that give parameters are told what these must look like. */
export function withGivers(steps: readonly NewStep[]): NewStep[] {
  const known = new Map(steps.map((step) => [step.def.id, step]));
  const schemas = new Map<string, object>();
  for (const step of steps) {
    const id = giverOf(step, known)?.def.id;
    if (id === undefined) continue;
    if (schemas.has(id)) throw wrong(`${step.def.id}: params_from: ${id} gives to another step`);
    schemas.set(id, givingSchema(step.def.action));
  }
  if (schemas.size === 0) return [...steps];
  return steps.map((step) => {
    const outputSchema = schemas.get(step.def.id);
    return outputSchema ? { ...step, outputSchema } : step;
  });
}

/** Where another came in the place of the giver, its id begins with that. */
const giverIn = (from: string, inputs: Readonly<Record<string, string>>): string | undefined =>
  inputs[from] ?? Object.entries(inputs).find(([id]) => id.startsWith(`${from}_ar`))?.[1];

/** What the step that is named gave. */
export async function givenParams(
  reader: Reader,
  { inputs }: ClaimedStep,
  from: string,
): Promise<unknown> {
  const output = await readContent(reader, giverIn(from, inputs) ?? '');
  const { params } = (output ?? {}) as { params?: unknown };
  if (params !== undefined) return params;
  throw new PlanwrightError('INVALID_ARGUMENTS', `${from} gave no params.`);
}
