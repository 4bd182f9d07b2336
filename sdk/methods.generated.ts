// Made from the operations by scripts/build-operations.ts: npm run build:operations. Do not edit.
import type { CallOptions } from './transport.ts';
import type { Input, OperationName, Output } from './wire.ts';

/** A method for every operation. */
export abstract class OperationMethods {
  /** Any operation by its name. */
  abstract call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Output<Name>>;

  /** Put a plan away. Lists leave it out, unless include_archived; nothing else changes. */
  archivePlan(planId: string, options?: CallOptions): Promise<Output<'plan_archive'>> {
    return this.call('plan_archive', { plan_id: planId }, options);
  }

  /** Make a plan. Turns a goal in plain words into a project plan: tasks with dates and costs, risks. Safe to call twice. Then call plan_wait. */
  createPlan(input: Input<'plan_create'> = {}, options?: CallOptions): Promise<Output<'plan_create'>> {
    return this.call('plan_create', input, options);
  }

  /** Delete a plan. Erases goal, texts and files of a plan and its ended executions for good; hashes and what it cost stay. */
  deletePlan(planId: string, options?: CallOptions): Promise<Output<'plan_delete'>> {
    return this.call('plan_delete', { plan_id: planId }, options);
  }

  /** A plan in another format. A finished plan as CSV, Mermaid, MS Project XML, iCalendar, Word, checklist and more: the text in pages, or where to download it. */
  planExport(planId: string, input: Omit<Input<'plan_export'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_export'>> {
    return this.call('plan_export', { ...input, plan_id: planId }, options);
  }

  /** Where to download a file of a plan. Size, hash and address of a file, or of a zip of all there is, in any state. */
  planFileInfo(planId: string, input: Omit<Input<'plan_file_info'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_file_info'>> {
    return this.call('plan_file_info', { ...input, plan_id: planId }, options);
  }

  /** List the files of a plan. Every file made so far, also while the plan is being made. */
  planFiles(planId: string, options?: CallOptions): Promise<Output<'plan_files'>> {
    return this.call('plan_files', { plan_id: planId }, options);
  }

  /** Give the making of a plan another budget. In place of the one before; what waits for it goes on as soon as it can be paid. */
  fundPlan(planId: string, input: Omit<Input<'plan_fund'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_fund'>> {
    return this.call('plan_fund', { ...input, plan_id: planId }, options);
  }

  /** What the gates say of a plan. Every gate with its status and findings, and the verdict. */
  planGates(planId: string, input: Omit<Input<'plan_gates'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_gates'>> {
    return this.call('plan_gates', { ...input, plan_id: planId }, options);
  }

  /** Read a plan. The whole plan as one JSON document (plan.json), once it is finished. */
  plan(planId: string, options?: CallOptions): Promise<Output<'plan_get'>> {
    return this.call('plan_get', { plan_id: planId }, options);
  }

  /** Take in a plan. Keeps a plan that exists as one that can be run: a plan.json or zip of ours, or a file of another tool (PlanExe zip, task-master tasks.json, Backlog.md zip, MS Project XML, CSV), repaired and given dates. Lists every defect. */
  importPlan(input: Input<'plan_import'> = {}, options?: CallOptions): Promise<Output<'plan_import'>> {
    return this.call('plan_import', input, options);
  }

  /** Make a stage of a plan again. Makes one stage anew, with fresh replies, and all that depends on it; the rest is kept. dry_run says beforehand what that is. */
  invalidatePlan(planId: string, input: Omit<Input<'plan_invalidate'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_invalidate'>> {
    return this.call('plan_invalidate', { ...input, plan_id: planId }, options);
  }

  /** List plans. Newest first, with state and progress. */
  plans(input: Input<'plan_list'> = {}, options?: CallOptions): Promise<Output<'plan_list'>> {
    return this.call('plan_list', input, options);
  }

  /** Read a part of a plan. A finished plan part by part, in pages. Begin with the summary. */
  readPlan(planId: string, input: Omit<Input<'plan_read'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_read'>> {
    return this.call('plan_read', { ...input, plan_id: planId }, options);
  }

  /** Record a plan. The replies a plan was made from, as a recording: with brain recorded the same goal gives the same plan. Secrets are taken out. */
  planRecord(planId: string, options?: CallOptions): Promise<Output<'plan_record'>> {
    return this.call('plan_record', { plan_id: planId }, options);
  }

  /** Go on with a plan. Goes on with a failed or stopped plan; what is finished stays. */
  resumePlan(planId: string, options?: CallOptions): Promise<Output<'plan_resume'>> {
    return this.call('plan_resume', { plan_id: planId }, options);
  }

  /** Make a plan anew. Starts a failed or stopped plan from its beginning, under the same id. */
  retryPlan(planId: string, options?: CallOptions): Promise<Output<'plan_retry'>> {
    return this.call('plan_retry', { plan_id: planId }, options);
  }

  /** Edit a stage of a plan. Puts your output in place of what a stage found; only what depends on it runs again. */
  revisePlan(planId: string, input: Omit<Input<'plan_revise'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_revise'>> {
    return this.call('plan_revise', { ...input, plan_id: planId }, options);
  }

  /** How far a plan is. State, progress, files and, if it failed, why and what to do. */
  planStatus(planId: string, options?: CallOptions): Promise<Output<'plan_status'>> {
    return this.call('plan_status', { plan_id: planId }, options);
  }

  /** Stop making a plan. Nothing more is done for it until plan_resume or plan_retry. */
  stopPlan(planId: string, options?: CallOptions): Promise<Output<'plan_stop'>> {
    return this.call('plan_stop', { plan_id: planId }, options);
  }

  /** The tasks of a plan. All tasks with their phase, in pages. */
  planTasks(planId: string, input: Omit<Input<'plan_tasks'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_tasks'>> {
    return this.call('plan_tasks', { ...input, plan_id: planId }, options);
  }

  /** Bring back a plan that was put away. Lists show it again. */
  unarchivePlan(planId: string, options?: CallOptions): Promise<Output<'plan_unarchive'>> {
    return this.call('plan_unarchive', { plan_id: planId }, options);
  }

  /** What a plan cost. Calls of models for a plan and its runs: tokens, money and time, by stage and model. */
  planUsage(planId: string, options?: CallOptions): Promise<Output<'plan_usage'>> {
    return this.call('plan_usage', { plan_id: planId }, options);
  }

  /** The calls of models for a plan. Every call of a model for a plan and its runs, finished, running or failed: when, for which stage, tokens, cost, and how it ended. */
  planUsageCalls(planId: string, input: Omit<Input<'plan_usage_calls'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_usage_calls'>> {
    return this.call('plan_usage_calls', { ...input, plan_id: planId }, options);
  }

  /** Wait for a plan. Waits until the plan is finished or the time is up; gives plan_status either way. */
  waitForPlan(planId: string, input: Omit<Input<'plan_wait'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_wait'>> {
    return this.call('plan_wait', { ...input, plan_id: planId }, options);
  }

  /** Check a goal. Would plan_create take this goal? What was read, and what to ask. */
  checkPrompt(input: Input<'prompt_check'>, options?: CallOptions): Promise<Output<'prompt_check'>> {
    return this.call('prompt_check', input, options);
  }

  /** Plans to look at. Finished plans that ship with this server, with their reports. */
  examplePlans(options?: CallOptions): Promise<Output<'example_plans'>> {
    return this.call('example_plans', {  }, options);
  }

  /** Goals to try. Sample goals of people and of agents: what a good prompt has. */
  examplePrompts(options?: CallOptions): Promise<Output<'example_prompts'>> {
    return this.call('example_prompts', {  }, options);
  }

  /** What waits for an approval. Exactly what is to be approved in an execution, each with its digest. */
  executionApprovals(executionId: string, options?: CallOptions): Promise<Output<'execution_approvals'>> {
    return this.call('execution_approvals', { execution_id: executionId }, options);
  }

  /** Ask for a change of what runs. Something is late, an agent is lost, an assumption drifted, or steps should be others: shows what that does to steps, dates and money. Small ones pass where the policy says so; else a person approves exactly this. */
  changeExecution(executionId: string, input: Omit<Input<'execution_change'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_change'>> {
    return this.call('execution_change', { ...input, execution_id: executionId }, options);
  }

  /** Changes that were asked for. What was asked for, what it does to steps, dates and money, and what came of it. */
  executionChanges(executionId: string, options?: CallOptions): Promise<Output<'execution_changes'>> {
    return this.call('execution_changes', { execution_id: executionId }, options);
  }

  /** Steer an execution. Pauses, resumes or ends an execution, retries, skips or reassigns a step, answers its question. A person approves, rejects or takes over. */
  controlExecution(executionId: string, input: Omit<Input<'execution_control'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_control'>> {
    return this.call('execution_control', { ...input, execution_id: executionId }, options);
  }

  /** Run a plan. Starts carrying out a finished plan: its tasks become work that agents and people take. Then watch execution_status. */
  createExecution(input: Input<'execution_create'>, options?: CallOptions): Promise<Output<'execution_create'>> {
    return this.call('execution_create', input, options);
  }

  /** What happened in an execution. Events in order, by cursor: give next_after as after to go on. */
  executionEvents(executionId: string, input: Omit<Input<'execution_events'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_events'>> {
    return this.call('execution_events', { ...input, execution_id: executionId }, options);
  }

  /** List the files of an execution. Every file that was put into it, with its hash. */
  executionFiles(executionId: string, options?: CallOptions): Promise<Output<'execution_files'>> {
    return this.call('execution_files', { execution_id: executionId }, options);
  }

  /** When an execution will be done. Dates of all open tasks by what has happened so far, the critical path, odds with their age, and what slips if a late task slips further. */
  executionForecast(executionId: string, input: Omit<Input<'execution_forecast'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_forecast'>> {
    return this.call('execution_forecast', { ...input, execution_id: executionId }, options);
  }

  /** Try a change. Makes a fork of an execution with steps added, changed or cancelled. Every step of it is played by the engine: nothing acts outside. execution_promote makes the change in the parent. */
  forkExecution(executionId: string, input: Omit<Input<'execution_fork'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_fork'>> {
    return this.call('execution_fork', { ...input, execution_id: executionId }, options);
  }

  /** Give an execution another budget. In place of the one before; what waits for it goes on as soon as it can be paid. */
  fundExecution(executionId: string, input: Omit<Input<'execution_fund'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_fund'>> {
    return this.call('execution_fund', { ...input, execution_id: executionId }, options);
  }

  /** Read an execution. The same as execution_status, at the address of the execution itself. */
  execution(executionId: string, options?: CallOptions): Promise<Output<'execution_get'>> {
    return this.call('execution_get', { execution_id: executionId }, options);
  }

  /** List executions. Newest first. */
  executions(input: Input<'execution_list'> = {}, options?: CallOptions): Promise<Output<'execution_list'>> {
    return this.call('execution_list', input, options);
  }

  /** Change the steps of an execution. Adds, changes or cancels steps while it runs. Finished work never changes; an edit of an older revision is refused where somebody else changed the same part. */
  patchExecution(executionId: string, input: Omit<Input<'execution_patch'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_patch'>> {
    return this.call('execution_patch', { ...input, execution_id: executionId }, options);
  }

  /** Make a tried change. Makes the change that a fork tried in its parent, as a patch. Refused where the parent changed in the same part since. */
  promoteExecution(executionId: string, options?: CallOptions): Promise<Output<'execution_promote'>> {
    return this.call('execution_promote', { execution_id: executionId }, options);
  }

  /** Report into an execution. An event from an agent (task_started, task_progress, task_complete, task_error …). It moves a task only with the lease token of that task. */
  reportExecution(executionId: string, input: Omit<Input<'execution_report'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_report'>> {
    return this.call('execution_report', { ...input, execution_id: executionId }, options);
  }

  /** How an execution is going. State, progress, who works on what, and what is blocked and by whom. */
  executionStatus(executionId: string, options?: CallOptions): Promise<Output<'execution_status'>> {
    return this.call('execution_status', { execution_id: executionId }, options);
  }

  /** The tasks of an execution. Every phase, task and subtask with its state, in order. */
  executionTasks(executionId: string, options?: CallOptions): Promise<Output<'execution_tasks'>> {
    return this.call('execution_tasks', { execution_id: executionId }, options);
  }

  /** Wait for an execution. Waits until it has ended or the time is up; gives execution_status either way. */
  waitForExecution(executionId: string, input: Omit<Input<'execution_wait'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_wait'>> {
    return this.call('execution_wait', { ...input, execution_id: executionId }, options);
  }

  /** What waits for a person. Over all executions: approvals, questions, tasks for people, checks, budgets and failures that need one, each with when it is due and the call that settles it. */
  inbox(input: Input<'inbox_list'> = {}, options?: CallOptions): Promise<Output<'inbox_list'>> {
    return this.call('inbox_list', input, options);
  }

  /** List agents. The registered agents and what they can do, newest first. */
  agents(input: Input<'agent_list'> = {}, options?: CallOptions): Promise<Output<'agent_list'>> {
    return this.call('agent_list', input, options);
  }

  /** Register an agent. Makes an agent known by name and by the actions it can do, and gives it a key of its own, shown once. With the key of an agent it updates that agent. */
  registerAgent(input: Input<'agent_register'>, options?: CallOptions): Promise<Output<'agent_register'>> {
    return this.call('agent_register', input, options);
  }

  /** Remove an agent. Revokes its keys, gives back what it holds for other agents, and takes it off the list. */
  removeAgent(agentId: string, options?: CallOptions): Promise<Output<'agent_remove'>> {
    return this.call('agent_remove', { agent_id: agentId }, options);
  }

  /** The work of an agent. What this agent has in hand, or else the next task that fits it; 204 when there is none. Asking again gives the same task again. */
  agentWork(agentId: string, input: Omit<Input<'agent_work'>, 'agent_id'> = {}, options?: CallOptions): Promise<Output<'agent_work'>> {
    return this.call('agent_work', { ...input, agent_id: agentId }, options);
  }

  /** Ask a person. Hands a task you hold back with a question. It waits for the answer and is then given out again, with the answer in its context. */
  askPerson(input: Input<'work_ask'>, options?: CallOptions): Promise<Output<'work_ask'>> {
    return this.call('work_ask', input, options);
  }

  /** Take work. Takes the next ready task that fits you, with a lease. Confirm it at once with work_heartbeat; end it with work_complete or work_fail. */
  claimWork(input: Input<'work_claim'> = {}, options?: CallOptions): Promise<Output<'work_claim'>> {
    return this.call('work_claim', input, options);
  }

  /** Finish work. Hands in the output of a task you hold. Counted once. */
  completeWork(input: Input<'work_complete'>, options?: CallOptions): Promise<Output<'work_complete'>> {
    return this.call('work_complete', input, options);
  }

  /** Give up on work. Says that a task you hold did not work out and why; it is tried again where that makes sense. */
  failWork(input: Input<'work_fail'>, options?: CallOptions): Promise<Output<'work_fail'>> {
    return this.call('work_fail', input, options);
  }

  /** Put a file into the execution. Keeps a file with the execution of a task you hold; the answer has its SHA-256. */
  putFile(input: Input<'work_file'>, options?: CallOptions): Promise<Output<'work_file'>> {
    return this.call('work_file', input, options);
  }

  /** Still working. Confirms and keeps the leases of lease_token and lease_tokens, and tells how far the work is. Others run out. */
  heartbeat(input: Input<'work_heartbeat'> = {}, options?: CallOptions): Promise<Output<'work_heartbeat'>> {
    return this.call('work_heartbeat', input, options);
  }

  /** Write to those who work. A message to an agent, a person or a role. They get it with their next work_claim or work_heartbeat, and it is shown in the activity. */
  sendMessage(input: Input<'work_message'>, options?: CallOptions): Promise<Output<'work_message'>> {
    return this.call('work_message', input, options);
  }

  /** Propose to a person. Hands a task you hold back with exactly what you want to do. Once a person approves it, the task is given out again with that as approved_proposal. */
  proposeWork(input: Input<'work_propose'>, options?: CallOptions): Promise<Output<'work_propose'>> {
    return this.call('work_propose', input, options);
  }

  /** Report on work. Like work_heartbeat, with a note that is kept in the log: a finding, a decision, trouble. */
  reportWork(input: Input<'work_report'>, options?: CallOptions): Promise<Output<'work_report'>> {
    return this.call('work_report', input, options);
  }

  /** Make a purse. A budget for several plans and executions together: name it as purse_id of plan_create, or in the budget of execution_create. */
  createPurse(input: Input<'purse_create'>, options?: CallOptions): Promise<Output<'purse_create'>> {
    return this.call('purse_create', input, options);
  }

  /** Give a purse another budget. In place of the one before; what waits for the purse goes on as soon as it can be paid. */
  fundPurse(purseId: string, input: Omit<Input<'purse_fund'>, 'purse_id'>, options?: CallOptions): Promise<Output<'purse_fund'>> {
    return this.call('purse_fund', { ...input, purse_id: purseId }, options);
  }

  /** How a purse stands. What may be used of it, what is reserved and what is spent, over all its runs. */
  purse(purseId: string, options?: CallOptions): Promise<Output<'purse_get'>> {
    return this.call('purse_get', { purse_id: purseId }, options);
  }

  /** List purses. Newest first. */
  purses(input: Input<'purse_list'> = {}, options?: CallOptions): Promise<Output<'purse_list'>> {
    return this.call('purse_list', input, options);
  }

  /** Usage by day and model. Calls of models for all plans of this tenant, by day (UTC) and model, newest first. */
  usage(input: Input<'usage_list'> = {}, options?: CallOptions): Promise<Output<'usage_list'>> {
    return this.call('usage_list', input, options);
  }

  /** Stop an agent, a tenant or everybody. Within a second nothing is handed out any more, undo included; on: false lifts it. execution_control kill ends one execution. */
  kill(input: Input<'admin_kill'>, options?: CallOptions): Promise<Output<'admin_kill'>> {
    return this.call('admin_kill', input, options);
  }

  /** Audit of access. Who made or revoked which key, registered or removed agents, made sign-in links and tenants, or used the kill switch; newest first. */
  keyAudit(input: Input<'key_audit'> = {}, options?: CallOptions): Promise<Output<'key_audit'>> {
    return this.call('key_audit', input, options);
  }

  /** Make a key. A new key with a kind and scopes; its text is shown this once. It expires no later than the key that makes it. */
  createKey(input: Input<'key_create'>, options?: CallOptions): Promise<Output<'key_create'>> {
    return this.call('key_create', input, options);
  }

  /** List keys. The keys of this tenant, without their secrets, newest first. */
  keys(input: Input<'key_list'> = {}, options?: CallOptions): Promise<Output<'key_list'>> {
    return this.call('key_list', input, options);
  }

  /** Revoke a key. Takes effect at once, on every server. */
  revokeKey(keyId: string, options?: CallOptions): Promise<Output<'key_revoke'>> {
    return this.call('key_revoke', { key_id: keyId }, options);
  }

  /** Models to plan with. Brains that can be used, and profiles with their models in the order of use. */
  modelProfiles(options?: CallOptions): Promise<Output<'model_profiles'>> {
    return this.call('model_profiles', {  }, options);
  }

  /** Make a tenant. A tenant of its own on this server, with the key of its first person, shown this once. Needs the key of a person with the scope admin in the server's first tenant. */
  createTenant(input: Input<'tenant_create'>, options?: CallOptions): Promise<Output<'tenant_create'>> {
    return this.call('tenant_create', input, options);
  }

  /** List tenants. The tenants of this server; for admins of the server's first tenant. */
  tenants(options?: CallOptions): Promise<Output<'tenant_list'>> {
    return this.call('tenant_list', {  }, options);
  }

  /** Delete a webhook. Sends nothing more to it and forgets its deliveries. */
  deleteWebhook(webhookId: string, options?: CallOptions): Promise<Output<'webhook_delete'>> {
    return this.call('webhook_delete', { webhook_id: webhookId }, options);
  }

  /** Deliveries of a webhook. The newest attempts to deliver, with what the endpoint answered. */
  webhookDeliveries(webhookId: string, input: Omit<Input<'webhook_deliveries'>, 'webhook_id'> = {}, options?: CallOptions): Promise<Output<'webhook_deliveries'>> {
    return this.call('webhook_deliveries', { ...input, webhook_id: webhookId }, options);
  }

  /** Turn a webhook on again. After it was disabled. Events from now on are sent; webhook_redeliver sends earlier ones. */
  enableWebhook(webhookId: string, options?: CallOptions): Promise<Output<'webhook_enable'>> {
    return this.call('webhook_enable', { webhook_id: webhookId }, options);
  }

  /** List webhooks. The webhooks of this tenant, without their secrets. */
  webhooks(options?: CallOptions): Promise<Output<'webhook_list'>> {
    return this.call('webhook_list', {  }, options);
  }

  /** Deliver again. Sends the events of one delivery again, or those of an execution from an event on. Name one of the two. */
  redeliverWebhook(webhookId: string, input: Omit<Input<'webhook_redeliver'>, 'webhook_id'> = {}, options?: CallOptions): Promise<Output<'webhook_redeliver'>> {
    return this.call('webhook_redeliver', { ...input, webhook_id: webhookId }, options);
  }

  /** Register a webhook. Sends the events of all runs of this tenant to an address, signed and in order for each run. The secret is shown this once. */
  registerWebhook(input: Input<'webhook_register'>, options?: CallOptions): Promise<Output<'webhook_register'>> {
    return this.call('webhook_register', input, options);
  }

  /** Give a webhook a new secret. For 24 hours messages carry a signature of the old secret too, so that the receiver can change over. */
  rotateWebhook(webhookId: string, input: Omit<Input<'webhook_rotate'>, 'webhook_id'> = {}, options?: CallOptions): Promise<Output<'webhook_rotate'>> {
    return this.call('webhook_rotate', { ...input, webhook_id: webhookId }, options);
  }
}
