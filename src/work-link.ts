// Who performs which step in this process: stages of a plan, steps of a fork, tools.
import { PlanwrightError } from './base/errors.ts';
import type { StepHandler } from './engine/inline-worker.ts';
import { createStageHandler } from './plan/generation.ts';
import type { Tools, WorkParts } from './tool-link.ts';
import { simulateAction } from './work/fork.ts';
import { createPlayHandler } from './work/play-handler.ts';

export interface WorkLink {
  readonly handle: StepHandler;
  close(): Promise<void>;
}

export function linkWork(parts: WorkParts): WorkLink {
  const stages = createStageHandler(parts.store);
  const play = createPlayHandler(parts.store);
  let tools: Promise<Tools> | undefined;
  const loadTools = async (): Promise<Tools> => (await import('./tool-link.ts')).openTools(parts);
  const handle: StepHandler = async (step, tenant, signal) => {
    if (step.performer === 'tool') {
      tools ??= loadTools();
      return (await tools).handle(step, tenant, signal);
    }
    if (step.performer === 'engine') {
      return (step.action === simulateAction ? play : stages)(step, tenant, signal);
    }
    const message = `Nobody in this server does the work of a ${step.performer}.`;
    throw new PlanwrightError('INVALID_TOOL', message);
  };
  return { handle, close: async () => (await tools)?.close() };
}
