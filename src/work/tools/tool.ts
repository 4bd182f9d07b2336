// What a tool is: a named act with checked parameters that can say beforehand exactly what it would
// change, does it once, and can take it back or says that it cannot.
import type { z } from 'zod';
import type { SafeFetch } from '../../base/safe-fetch.ts';
import type { JournalStore } from '../safety/journal.ts';
import type { Policy } from '../safety/policy.ts';
import type { Redactor } from '../safety/redact.ts';
import type { Sandbox } from '../safety/sandbox.ts';

export const effectKinds = ['none', 'files', 'process', 'network', 'person'] as const;
export type EffectKind = (typeof effectKinds)[number];

export const toolReversibilities = ['none', 'reversible', 'compensable', 'irreversible'] as const;
export type ToolReversibility = (typeof toolReversibilities)[number];

export type Tier = 1 | 2 | 3;

/** What was remarkable about a call, for the record. */
export const toolLabels = ['unsandboxed', 'already_applied', 'truncated'] as const;
export type ToolLabel = (typeof toolLabels)[number];

/** What a step works with; made by whoever runs it. */
export interface ToolContext {
  readonly policy: Policy;
  /** Run and step, `run/step`: the same for every attempt. For an undo `run/step/undo`. */
  readonly key: string;
  readonly attempt: number;
  readonly journals: JournalStore;
  /** Fires when the step was taken away; no effect begins after it. */
  readonly signal: AbortSignal;
  readonly fetch: SafeFetch;
  readonly sandbox: Sandbox;
  /** Folders and files that no tool may see, by their real paths: the data folder and its like. */
  readonly hidden: readonly string[];
  readonly redactor: Redactor;
  readonly now: () => number;
}

/** Handed back instead of an output: the engine does the waiting. */
export type Park =
  | { readonly for: 'time'; readonly until: number }
  | { readonly for: 'answer'; readonly question: string; readonly choices?: readonly string[] };

export interface ToolResult<Output> {
  readonly output: Output;
  readonly labels: readonly ToolLabel[];
}

export interface Parked {
  readonly park: Park;
}

export const isParked = (result: object): result is Parked => 'park' in result;

export interface Preview {
  /** One sentence for the person who approves it. */
  readonly summary: string;
  /** What would change in files, as a unified diff; empty if nothing does or nobody can know. */
  readonly diff: string;
  readonly labels: readonly ToolLabel[];
}

/** What is known of the step that is undone. */
export interface UndoRecord {
  /** Its key, not the one of the undo. */
  readonly key: string;
  readonly params: unknown;
}

export interface UndoResult {
  /** The places that were put back; none if nothing had happened or all was undone before. */
  readonly restored: readonly string[];
}

export interface Tool<Params = unknown, Output = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly params: z.ZodType<Params>;
  readonly output: z.ZodType<Output>;
  readonly tier: Tier;
  /** Where commands cannot be shut in. */
  readonly tierUnsandboxed?: Tier;
  readonly effects: EffectKind;
  readonly reversibility: ToolReversibility;
  /** Touches nothing. */
  preview(params: Params, context: ToolContext): Promise<Preview>;
  run(params: Params, context: ToolContext): Promise<ToolResult<Output> | Parked>;
  undo(record: UndoRecord, context: ToolContext): Promise<UndoResult>;
}

/** Of a call on this machine: what cannot be shut in needs a person's approval. */
export const tierOf = (tool: Tool, sandbox: Pick<Sandbox, 'kind'>): Tier =>
  sandbox.kind === 'none' ? (tool.tierUnsandboxed ?? tool.tier) : tool.tier;

/** For tools that change nothing. */
export const nothingToUndo = (): Promise<UndoResult> => Promise.resolve({ restored: [] });

/** Keeps the types of parameters and output inside the tool; the registry holds them as unknown. */
export const defineTool = <Params, Output>(tool: Tool<Params, Output>): Tool => tool as Tool;
