// Who performs which step in this process: stages of a plan, steps of a fork, changes, tools.
import { existsSync } from 'node:fs';
import { PlanwrightError } from './base/errors.ts';
import { lazily } from './base/lazily.ts';
import type { StepHandler } from './engine/inline-worker.ts';
import { playbookFolder } from './playbook-folder.ts';
import type { WorkParts } from './tool-link.ts';
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
  const { config, store, engine } = parts;
  const play = createPlayHandler(store);
  const change = createChangeHandler(store, engine);
  const branch = createBranchHandler(store);
  const tools = lazily(async () => (await import('./tool-link.ts')).openTools(parts));
  const plans = lazily(async () =>
    (await import('./plan-work-link.ts')).openPlanWork(parts, onError),
  );
  // Playbooks that cannot be used are reported at the start.
  if (existsSync(playbookFolder(config))) void plans.load().catch(onError);
  const sweep = async (): Promise<void> => {
    if (tools.begun || existsSync(journalFolder(config.dataDir)))
      await (await tools.load()).sweep();
  };
  const timer = setInterval(() => void sweep().catch(onError), journalSweepMs).unref();
  return {
    async handle(step, tenant, signal) {
      if (step.performer === 'tool') return (await tools.load()).handle(step, tenant, signal);
      if (step.performer === 'model') return (await plans.load())(step, tenant, signal);
      if (step.performer !== 'engine') return noWork(step, tenant, signal);
      if (isChangeStep(step)) return change(step, tenant, signal);
      const own = await branch(step);
      if (own) return own;
      if (step.action === simulateAction) return play(step, tenant, signal);
      return (await plans.load())(step, tenant, signal);
    },
    async close() {
      clearInterval(timer);
      await (await tools.begun)?.close();
    },
  };
}
