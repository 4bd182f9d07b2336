// Steps that a built-in tool performs, in this process: the action of the step is the name of the
// tool, its parameters stand in the contract. Also the checks and the undoing that tools do.
import type { StepHandler } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { givenParams } from './given-params.ts';
import { readSpec } from './step-content.ts';
import { asHolder, type HolderPort, type Work } from './step-holder.ts';
import type { StepAt, ToolActs } from './tool-acts.ts';
import { runCheck } from './tool-checks.ts';

/** What a step by a tool gives to those after it. */
export interface ToolOutput {
  readonly tool: string;
  readonly labels: readonly string[];
  readonly result: unknown;
}

async function work(reader: Reader, acts: ToolActs, at: StepAt) {
  const { action: tool } = at.step;
  const { params: own, params_from: from } = await readSpec(reader, at.step);
  const params = from === undefined ? own : await givenParams(reader, at.step, from);
  // What somebody made up no approval of the contract covers.
  const result = await acts.act(at, { tool, params }, from === undefined ? 'contract' : 'mind');
  if (!('output' in result)) return result;
  const output: ToolOutput = { tool, labels: result.labels, result: result.output };
  return { output };
}

/** The action of an undo is the one of the step, or the name of any tool that worked under its key. */
async function undo(reader: Reader, acts: ToolActs, at: StepAt) {
  const { action: tool } = at.step;
  const { params } = await readSpec(reader, at.step);
  const { restored } = await acts.undo(at, tool, params);
  return { output: { tool, labels: [], result: { restored } } satisfies ToolOutput };
}

export function createToolHandler(reader: Reader, acts: ToolActs, port: HolderPort): StepHandler {
  const perform: Work = (step, signal) => {
    const at = { step, signal };
    if (step.purpose === 'compensation') return undo(reader, acts, at);
    return step.purpose === 'check' ? runCheck(reader, acts, at) : work(reader, acts, at);
  };
  return asHolder(port, perform, acts);
}
