// The stages of plans, joined to this process. Loaded with the first step of a plan: it is half of the
// program, and a server may run for long before anyone makes a plan.
import type { StepHandler } from './engine/inline-worker.ts';
import { linkMinds } from './mind-link.ts';
import { createStageHandler } from './plan/stage-handler.ts';
import { createTakingHandler } from './plan/taken-plan.ts';
import { isTaking } from './plan/taking-step.ts';
import { linkPlaybooks } from './playbook-link.ts';
import type { WorkParts } from './tool-link.ts';

export function openPlanWork(parts: WorkParts, onError: (error: unknown) => void): StepHandler {
  linkPlaybooks(parts.config, onError);
  const stages = createStageHandler(parts.store, linkMinds(parts, onError));
  const taking = createTakingHandler(parts.store);
  return (step, tenant, signal) => (isTaking(step) ? taking : stages)(step, tenant, signal);
}
