// planwright/sdk: what an agent's author needs, and no dependency at run time.
export { runAgent } from './agent.ts';
export type {
  AgentEvent,
  AgentIdentity,
  AgentKeyStore,
  AgentOptions,
  AgentSummary,
  StepContext,
  StepHandler,
  StepOutput,
  StepResult,
} from './agent-options.ts';
export { isApiError, PlanwrightApiError } from './api-error.ts';
export { PlanwrightClient } from './client.ts';
export { type KeeperEnd, WorkStopped } from './lease-keeper.ts';
export { StepFailure, StepProposal, StepQuestion, StepVerdict } from './step-failure.ts';
export { type StreamOptions, streamEvents } from './stream-events.ts';
export { thinkFor } from './think.ts';
export type { Mind, ThinkEvent, ThinkOptions, ThinkSummary, Thought } from './think-options.ts';
export type { CallOptions, ConnectionOptions, RetryLimits } from './transport.ts';
export type * from './wire.ts';
