// One act of a step by a tool: the only way from a contract, or from what a mind wants, to an effect.
// Whether it may be done at all, whether a person has approved exactly this, and then the tool itself.
import type { ClaimedStep } from '../engine/engine-api.ts';
import type { Reader } from '../store/store.ts';
import type { RulesOf, RunRules } from './run-rules.ts';
import { refused } from './safety/failures.ts';
import type { Sandbox } from './safety/sandbox.ts';
import { readAnswer, readContent } from './step-content.ts';
import { actDigest, previewTool, runTool, undoTool } from './tools/run-tool.ts';
import { requireTool } from './tools/table.ts';
import {
  isParked,
  type Park,
  type Tool,
  type ToolContext,
  type ToolLabel,
  type ToolResult,
  tierOf,
  type UndoResult,
} from './tools/tool.ts';
import type { Workshop } from './workshop.ts';

export interface ToolCall {
  readonly tool: string;
  readonly params: unknown;
}

/** Exactly what a person is asked to approve. */
export interface Proposal extends ToolCall {
  /** Of tool and parameters: nothing else is done under the approval. */
  readonly act: string;
  readonly summary: string;
  readonly diff: string;
  readonly labels: readonly ToolLabel[];
}

/** It cannot go on before something happened outside. */
export type Pause = { readonly park: Park } | { readonly propose: Proposal };

export type ActResult = ToolResult<unknown> | Pause;

/** Where an act comes from: the contract, which approvals cover, or somebody who made it up. */
export type Origin = 'contract' | 'mind';

export interface StepAt {
  readonly step: ClaimedStep;
  readonly signal: AbortSignal;
}

/** Reading and asking change nothing. */
const isHarmless = ({ effects }: Tool): boolean => effects === 'none' || effects === 'person';

export class ToolActs {
  readonly #reader: Reader;
  readonly #workshop: Workshop;
  readonly #rulesOf: RulesOf;

  constructor(reader: Reader, workshop: Workshop, rulesOf: RulesOf) {
    this.#reader = reader;
    this.#workshop = workshop;
    this.#rulesOf = rulesOf;
  }

  get redactor(): Workshop['redactor'] {
    return this.#workshop.redactor;
  }

  get now(): Workshop['now'] {
    return this.#workshop.now;
  }

  async act(at: StepAt, call: ToolCall, origin: Origin): Promise<ActResult> {
    const tool = requireTool(call.tool);
    if (!this.#workshop.hasEffects && !isHarmless(tool)) throw effectsAreOff(tool);
    const rules = await this.#rulesOf(at.step.run);
    const context = await this.#context(at, rules, '');
    const params = await this.#withAnswer(tool, call.params, at.step);
    if (await this.#mustAsk(tool, at.step, context, rules, call, origin)) {
      const preview = await previewTool(tool, params, context);
      const { redactor } = this.#workshop;
      const shown = redactor.value(call.params);
      return { propose: { tool: tool.name, params: shown, act: digestOf(call), ...preview } };
    }
    const result = await runTool(tool, params, context);
    return isParked(result) ? { park: result.park } : result;
  }

  /** Always, also where effects are off: what was done must not stand because of a setting. */
  async undo(at: StepAt, tool: string, params: unknown): Promise<UndoResult> {
    const rules = await this.#rulesOf(at.step.run);
    const key = `${at.step.run}/${at.step.undoes}`;
    return undoTool(requireTool(tool), { key, params }, await this.#context(at, rules, key));
  }

  async #context(at: StepAt, { policy }: RunRules, undone: string): Promise<ToolContext> {
    const { step, signal } = at;
    const { journals, fetch, hidden, redactor, now } = this.#workshop;
    const key = undone === '' ? `${step.run}/${step.step}` : `${undone}/undo`;
    const sandbox: Sandbox = await this.#workshop.sandbox();
    const { attempt } = step;
    return { policy, key, attempt, journals, signal, fetch, sandbox, hidden, redactor, now };
  }

  async #withAnswer(tool: Tool, params: unknown, step: ClaimedStep): Promise<unknown> {
    if (tool.effects !== 'person') return params;
    // Only a person's own words are one.
    const { answer: _forged, ...asked } = { ...(params as { answer?: unknown }) };
    const answer = await readAnswer(this.#reader, step);
    return answer === null ? asked : { ...asked, answer };
  }

  /** Whether a person has to see it first: of tier 2, and neither approved as it is nor beforehand. */
  async #mustAsk(
    tool: Tool,
    step: ClaimedStep,
    { sandbox }: ToolContext,
    { preApproved, tiers }: RunRules,
    call: ToolCall,
    origin: Origin,
  ): Promise<boolean> {
    const tier = Math.max(tierOf(tool, sandbox), tiers.get(tool.name) ?? 1);
    if (tier === 3) throw refused(`${tool.name} is for a person to do.`);
    if (tier === 1 || preApproved.includes('T2') || preApproved.includes(tool.name)) return false;
    // Such a step is not handed out before a person approved its contract.
    if (origin === 'contract' && step.tier >= tier) return false;
    const approved = (await readContent(this.#reader, step.proposal)) as Proposal | null;
    return approved?.act !== digestOf(call);
  }
}

const digestOf = ({ tool, params }: ToolCall): string => actDigest(tool, params ?? {});

const effectsAreOff = (tool: Tool) =>
  refused(
    `${tool.name} has effects, and steps with effects are off. Turn them on with the setting agentPlanning (PLANWRIGHT_AGENT_PLANNING=on).`,
    { tool: tool.name, setting: 'agentPlanning' },
  );
