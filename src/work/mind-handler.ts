// Steps that a mind performs with tools: it sees the contract, what the steps before gave and what was
// found of the attempt before, and says the next act. All of that is data. Whatever it says goes
// through the same door as a step by a tool, so that obeying what it read leads nowhere.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { StepHandler } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { readAnswer, readContent, readInputs, readSpec } from './step-content.ts';
import { asHolder, type HolderPort, type WorkResult } from './step-holder.ts';
import type { StepSpec } from './step-spec.ts';
import type { StepAt, ToolActs, ToolCall } from './tool-acts.ts';

export interface MindTurn {
  readonly contract: StepSpec;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What was found of the attempt before: a check's receipt, or a message. Null at first. */
  readonly notes: unknown;
  /** What a person answered. */
  readonly answer: string | null;
  /** What came of its acts so far, in this attempt. */
  readonly results: readonly MindResult[];
}

export interface MindResult {
  readonly call: ToolCall;
  readonly output?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

export type MindAct = ToolCall | { readonly output: unknown };

export type Mind = (turn: MindTurn, signal: AbortSignal) => Promise<MindAct>;

/** In one attempt. */
const maxCalls = 20;

export function createMindHandler(
  reader: Reader,
  acts: ToolActs,
  port: HolderPort,
  mind: Mind,
): StepHandler {
  const work = async (at: StepAt): Promise<WorkResult> => {
    const { step, signal } = at;
    const results: MindResult[] = [];
    const turn: MindTurn = {
      contract: await readSpec(reader, step),
      inputs: await readInputs(reader, step),
      notes: await readContent(reader, step.lastError),
      answer: await readAnswer(reader, step),
      results,
    };
    for (let calls = 0; calls <= maxCalls; calls += 1) {
      const act = await mind(turn, signal);
      if ('output' in act) return { output: acts.redactor.value(act.output) };
      const result = await tryAct(acts, at, act);
      if ('park' in result || 'propose' in result) return result;
      results.push(result);
    }
    throw new PlanwrightError('output_invalid', `It came to no end in ${maxCalls} acts.`);
  };
  return asHolder(port, (step, signal) => work({ step, signal }), acts);
}

/** What is refused or goes wrong is told to the mind, which may know another way. */
async function tryAct(acts: ToolActs, at: StepAt, call: ToolCall) {
  try {
    const result = await acts.act(at, call, 'mind');
    return 'output' in result ? { call, output: result.output } : result;
  } catch (error) {
    if (!isPlanwrightError(error) || at.signal.aborted) throw error;
    const { code, message } = error;
    return { call, error: { code, message } };
  }
}
