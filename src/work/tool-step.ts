// A step that a built-in tool performs, as the graph needs it: with its effects on the record, so that
// whatever it did is undone when the run is.
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { requireTool } from './tools/table.ts';

export interface ToolStepInput {
  readonly id: string;
  readonly title: string;
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Anything else of the step: what it needs, its checks, its ladder. */
  readonly def?: Partial<Omit<GraphStep, 'id' | 'action' | 'performer'>>;
  /** What its checks look at, by key; and whatever else stands in its contract. */
  readonly spec?: Readonly<Record<string, unknown>>;
}

const usualTimeoutMs = 10 * 60_000;

/** How a step with the effects of this tool is undone; nothing for one without. */
export function effectsOf(name: string): Pick<GraphStep, 'reversibility' | 'undo'> {
  const { reversibility } = requireTool(name);
  if (reversibility === 'none') return {};
  return { reversibility, undo: { performer: 'tool', action: name } };
}

export function toolStep({ id, title, tool, params, def, spec }: ToolStepInput): NewStep {
  return {
    def: {
      id,
      needs: [],
      performer: 'tool',
      purpose: 'work',
      action: tool,
      attempts_max: 3,
      timeout_ms: usualTimeoutMs,
      tier: requireTool(tool).tier,
      ...effectsOf(tool),
      ...def,
    },
    spec: { title, description: '', params, ...spec },
  };
}
