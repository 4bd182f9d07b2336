// Who performs which step in this process: stages of a plan, steps of a fork, tools.
import { existsSync } from 'node:fs';
import { PlanwrightError } from './base/errors.ts';
import type { StepHandler } from './engine/inline-worker.ts';
import { createStageHandler } from './plan/generation.ts';
import type { Tools, WorkParts } from './tool-link.ts';
import { createBranchHandler } from './work/branch.ts';
import { simulateAction } from './work/fork.ts';
import { journalFolder, journalSweepMs } from './work/journal-keeper.ts';
import { createPlayHandler } from './work/play-handler.ts';

export interface WorkLink {
  readonly handle: StepHandler;
  close(): Promise<void>;
}

const noWork: WorkLink['handle'] = ({ performer }) => {
  const message = `Nobody in this server does the work of a ${performer}.`;
  return Promise.reject(new PlanwrightError('INVALID_TOOL', message));
};

export function linkWork(parts: WorkParts, onError: (error: unknown) => void): WorkLink {
  const stages = createStageHandler(parts.store);
  const play = createPlayHandler(parts.store);
  const branch = createBranchHandler(parts.store);
  let tools: Promise<Tools> | undefined;
  const load = (): Promise<Tools> => {
    tools ??= import('./tool-link.ts').then(({ openTools }) => openTools(parts));
    return tools;
  };
  const sweep = async (): Promise<void> => {
    if (tools || existsSync(journalFolder(parts.config.dataDir))) await (await load()).sweep();
  };
  const timer = setInterval(() => void sweep().catch(onError), journalSweepMs).unref();
  return {
    async handle(step, tenant, signal) {
      if (step.performer === 'tool') return (await load()).handle(step, tenant, signal);
      if (step.performer !== 'engine') return noWork(step, tenant, signal);
      const own = await branch(step);
      return own ?? (step.action === simulateAction ? play : stages)(step, tenant, signal);
    },
    async close() {
      clearInterval(timer);
      await (await tools)?.close();
    },
  };
}
