// Who performs which step in this process: stages of a plan, steps of a fork, changes, tools.
import { existsSync } from 'node:fs';
import { PlanwrightError } from './base/errors.ts';
import type { StepHandler } from './engine/inline-worker.ts';
import { linkMinds } from './mind-link.ts';
import { createStageHandler } from './plan/stage-handler.ts';
import { createTakingHandler, isTaking } from './plan/taken-plan.ts';
import { linkPlaybooks } from './playbook-link.ts';
import type { Tools, WorkParts } from './tool-link.ts';
import { createBranchHandler } from './work/branch.ts';
import { createChangeHandler } from './work/change-handler.ts';
import { isChangeStep } from './work/change-request.ts';
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
  linkPlaybooks(parts.config, onError);
  const minds = linkMinds(parts);
  const stages = createStageHandler(parts.store, minds);
  const play = createPlayHandler(parts.store);
  const taking = createTakingHandler(parts.store);
  const change = createChangeHandler(parts.store, parts.engine);
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
      if (step.performer === 'model') return stages(step, tenant, signal);
      if (step.performer !== 'engine') return noWork(step, tenant, signal);
      if (isChangeStep(step)) return change(step, tenant, signal);
      if (isTaking(step)) return taking(step, tenant, signal);
      const own = await branch(step);
      return own ?? (step.action === simulateAction ? play : stages)(step, tenant, signal);
    },
    async close() {
      clearInterval(timer);
      await (await tools)?.close();
    },
  };
}
