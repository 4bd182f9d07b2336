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

  /** Archive a plan. Hides the plan from lists, unless include_archived is set. Nothing else changes. */
  archivePlan(planId: string, options?: CallOptions): Promise<Output<'plan_archive'>> {
    return this.call('plan_archive', { plan_id: planId }, options);
  }

  /** Create a plan. Turns a goal in plain words into a project plan with tasks, dates, costs and risks. Safe to call twice. Then call plan_wait. */
  createPlan(input: Input<'plan_create'> = {}, options?: CallOptions): Promise<Output<'plan_create'>> {
    return this.call('plan_create', input, options);
  }

  /** Delete a plan. Permanently erases the goal, texts and files of a plan and its ended executions. Hashes and cost records stay. */
  deletePlan(planId: string, options?: CallOptions): Promise<Output<'plan_delete'>> {
    return this.call('plan_delete', { plan_id: planId }, options);
  }

  /** Export a plan. Returns a finished plan as CSV, Mermaid, MS Project XML, iCalendar, Word, checklist or another format: the text in pages, or a download address. */
  planExport(planId: string, input: Omit<Input<'plan_export'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_export'>> {
    return this.call('plan_export', { ...input, plan_id: planId }, options);
  }

  /** Get the download address of a plan file. Returns size, hash and address of a file, or of a zip of all files so far. */
  planFileInfo(planId: string, input: Omit<Input<'plan_file_info'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_file_info'>> {
    return this.call('plan_file_info', { ...input, plan_id: planId }, options);
  }

  /** List the files of a plan. Lists every file so far, also while the plan is being made. */
  planFiles(planId: string, options?: CallOptions): Promise<Output<'plan_files'>> {
    return this.call('plan_files', { plan_id: planId }, options);
  }

  /** Set the budget for making a plan. Replaces the current budget. Stages that wait for money continue as soon as the budget allows. */
  fundPlan(planId: string, input: Omit<Input<'plan_fund'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_fund'>> {
    return this.call('plan_fund', { ...input, plan_id: planId }, options);
  }

  /** List the gate results of a plan. Lists every gate with its status and findings, and the verdict. */
  planGates(planId: string, input: Omit<Input<'plan_gates'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_gates'>> {
    return this.call('plan_gates', { ...input, plan_id: planId }, options);
  }

  /** Get a plan. Returns the whole finished plan as one JSON document (plan.json). */
  plan(planId: string, options?: CallOptions): Promise<Output<'plan_get'>> {
    return this.call('plan_get', { plan_id: planId }, options);
  }

  /** Import a plan. Imports a plan.json or a Planwright zip, or a file of another tool (PlanExe zip, task-master tasks.json, Backlog.md zip, MS Project XML, CSV) as a plan that can be run. Repairs it, computes dates and lists every defect. */
  importPlan(input: Input<'plan_import'> = {}, options?: CallOptions): Promise<Output<'plan_import'>> {
    return this.call('plan_import', input, options);
  }

  /** Rerun a stage of a plan. Reruns one stage and everything that depends on it with fresh model replies. Other stages are kept. Set dry_run to list the stages first. */
  invalidatePlan(planId: string, input: Omit<Input<'plan_invalidate'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_invalidate'>> {
    return this.call('plan_invalidate', { ...input, plan_id: planId }, options);
  }

  /** List plans. Lists plans, newest first. */
  plans(input: Input<'plan_list'> = {}, options?: CallOptions): Promise<Output<'plan_list'>> {
    return this.call('plan_list', input, options);
  }

  /** Read a part of a plan. Reads a finished plan part by part, in pages. Start with the summary. */
  readPlan(planId: string, input: Omit<Input<'plan_read'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_read'>> {
    return this.call('plan_read', { ...input, plan_id: planId }, options);
  }

  /** Record a plan. Returns the model replies behind a plan as a recording, without secrets. With planner recorded, the same goal gives the same plan. */
  planRecord(planId: string, options?: CallOptions): Promise<Output<'plan_record'>> {
    return this.call('plan_record', { plan_id: planId }, options);
  }

  /** Resume a plan. Continues a failed or stopped plan. Finished stages are kept. */
  resumePlan(planId: string, options?: CallOptions): Promise<Output<'plan_resume'>> {
    return this.call('plan_resume', { plan_id: planId }, options);
  }

  /** Retry a plan. Restarts a failed or stopped plan with the same id. */
  retryPlan(planId: string, options?: CallOptions): Promise<Output<'plan_retry'>> {
    return this.call('plan_retry', { plan_id: planId }, options);
  }

  /** Edit a stage of a plan. Replaces the output of a stage with yours. Only stages that depend on it run again. */
  revisePlan(planId: string, input: Omit<Input<'plan_revise'>, 'plan_id'>, options?: CallOptions): Promise<Output<'plan_revise'>> {
    return this.call('plan_revise', { ...input, plan_id: planId }, options);
  }

  /** Get the status of a plan. Returns state, progress and files, and for a failed plan the reason and what to do. */
  planStatus(planId: string, options?: CallOptions): Promise<Output<'plan_status'>> {
    return this.call('plan_status', { plan_id: planId }, options);
  }

  /** Stop making a plan. Stops all work on the plan until plan_resume or plan_retry. */
  stopPlan(planId: string, options?: CallOptions): Promise<Output<'plan_stop'>> {
    return this.call('plan_stop', { plan_id: planId }, options);
  }

  /** List the tasks of a plan. Lists all tasks with their phases, in pages. */
  planTasks(planId: string, input: Omit<Input<'plan_tasks'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_tasks'>> {
    return this.call('plan_tasks', { ...input, plan_id: planId }, options);
  }

  /** Restore an archived plan. Shows the plan in lists again. */
  unarchivePlan(planId: string, options?: CallOptions): Promise<Output<'plan_unarchive'>> {
    return this.call('plan_unarchive', { plan_id: planId }, options);
  }

  /** Get the cost of a plan. Returns tokens, cost and time of the model calls for a plan and its runs, by stage and model. */
  planUsage(planId: string, options?: CallOptions): Promise<Output<'plan_usage'>> {
    return this.call('plan_usage', { plan_id: planId }, options);
  }

  /** List the model calls of a plan. Lists every model call for a plan and its runs, whether finished, running or failed, with time, stage, tokens, cost and outcome. */
  planUsageCalls(planId: string, input: Omit<Input<'plan_usage_calls'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_usage_calls'>> {
    return this.call('plan_usage_calls', { ...input, plan_id: planId }, options);
  }

  /** Wait for a plan. Waits until the plan is finished or the time is up. Returns plan_status. */
  waitForPlan(planId: string, input: Omit<Input<'plan_wait'>, 'plan_id'> = {}, options?: CallOptions): Promise<Output<'plan_wait'>> {
    return this.call('plan_wait', { ...input, plan_id: planId }, options);
  }

  /** Check a goal. Checks whether plan_create accepts the goal. Returns what was understood and open questions. */
  checkPrompt(input: Input<'prompt_check'>, options?: CallOptions): Promise<Output<'prompt_check'>> {
    return this.call('prompt_check', input, options);
  }

  /** List example plans. Finished plans that ship with this server, with their reports. */
  examplePlans(options?: CallOptions): Promise<Output<'example_plans'>> {
    return this.call('example_plans', {  }, options);
  }

  /** List sample goals. Sample goals from people and agents. */
  examplePrompts(options?: CallOptions): Promise<Output<'example_prompts'>> {
    return this.call('example_prompts', {  }, options);
  }

  /** List pending approvals. Lists exactly what needs approval in an execution, each with its digest. */
  executionApprovals(executionId: string, options?: CallOptions): Promise<Output<'execution_approvals'>> {
    return this.call('execution_approvals', { execution_id: executionId }, options);
  }

  /** Request a change to an execution. Use it when a task is late, an agent is lost, an assumption fails or steps must change. Shows the effect on steps, dates and cost. The policy may allow small changes; a person approves the others. */
  changeExecution(executionId: string, input: Omit<Input<'execution_change'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_change'>> {
    return this.call('execution_change', { ...input, execution_id: executionId }, options);
  }

  /** List requested changes. Lists each requested change with its effect on steps, dates and cost, and its outcome. */
  executionChanges(executionId: string, options?: CallOptions): Promise<Output<'execution_changes'>> {
    return this.call('execution_changes', { execution_id: executionId }, options);
  }

  /** Control an execution. Pauses, resumes or ends an execution; retries, skips or reassigns a step; answers its question. A person approves, rejects or takes over. */
  controlExecution(executionId: string, input: Omit<Input<'execution_control'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_control'>> {
    return this.call('execution_control', { ...input, execution_id: executionId }, options);
  }

  /** Run a plan. Starts a finished plan. Its tasks become work for agents and people. Then call execution_status. */
  createExecution(input: Input<'execution_create'>, options?: CallOptions): Promise<Output<'execution_create'>> {
    return this.call('execution_create', input, options);
  }

  /** List the events of an execution. Lists events in order. To get the next page, pass next_after as after. */
  executionEvents(executionId: string, input: Omit<Input<'execution_events'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_events'>> {
    return this.call('execution_events', { ...input, execution_id: executionId }, options);
  }

  /** List the files of an execution. Lists every file added to the execution, with its hash. */
  executionFiles(executionId: string, options?: CallOptions): Promise<Output<'execution_files'>> {
    return this.call('execution_files', { execution_id: executionId }, options);
  }

  /** Forecast an execution. Forecasts the dates of all open tasks from progress so far, with the critical path, the odds and their age. With task_id, shows what slips if a late task slips further. */
  executionForecast(executionId: string, input: Omit<Input<'execution_forecast'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_forecast'>> {
    return this.call('execution_forecast', { ...input, execution_id: executionId }, options);
  }

  /** Simulate a change. Creates a fork of an execution with steps added, changed or cancelled. The engine simulates every step of the fork; nothing acts outside. execution_promote applies the change to the original. */
  forkExecution(executionId: string, input: Omit<Input<'execution_fork'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_fork'>> {
    return this.call('execution_fork', { ...input, execution_id: executionId }, options);
  }

  /** Set the budget of an execution. Replaces the current budget. Steps that wait for money continue as soon as the budget allows. */
  fundExecution(executionId: string, input: Omit<Input<'execution_fund'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_fund'>> {
    return this.call('execution_fund', { ...input, execution_id: executionId }, options);
  }

  /** Get an execution. Returns the same as execution_status. */
  execution(executionId: string, options?: CallOptions): Promise<Output<'execution_get'>> {
    return this.call('execution_get', { execution_id: executionId }, options);
  }

  /** List executions. Lists executions, newest first. */
  executions(input: Input<'execution_list'> = {}, options?: CallOptions): Promise<Output<'execution_list'>> {
    return this.call('execution_list', input, options);
  }

  /** Change the steps of an execution. Adds, changes or cancels steps while the execution runs. Finished work never changes. An edit of an older revision is refused if the same part has changed since. */
  patchExecution(executionId: string, input: Omit<Input<'execution_patch'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_patch'>> {
    return this.call('execution_patch', { ...input, execution_id: executionId }, options);
  }

  /** Apply a simulated change. Applies the change of a fork to its parent as a patch. Refused if the same part of the parent has changed since. */
  promoteExecution(executionId: string, options?: CallOptions): Promise<Output<'execution_promote'>> {
    return this.call('execution_promote', { execution_id: executionId }, options);
  }

  /** Report an event. Adds an event from an agent, such as task_started, task_progress, task_complete or task_error. It changes the task only with the lease token of that task. */
  reportExecution(executionId: string, input: Omit<Input<'execution_report'>, 'execution_id'>, options?: CallOptions): Promise<Output<'execution_report'>> {
    return this.call('execution_report', { ...input, execution_id: executionId }, options);
  }

  /** Get the status of an execution. Returns state, progress, current workers, and blocked tasks with reasons. */
  executionStatus(executionId: string, options?: CallOptions): Promise<Output<'execution_status'>> {
    return this.call('execution_status', { execution_id: executionId }, options);
  }

  /** List the tasks of an execution. Lists every phase, task and subtask with its state, in order. */
  executionTasks(executionId: string, options?: CallOptions): Promise<Output<'execution_tasks'>> {
    return this.call('execution_tasks', { execution_id: executionId }, options);
  }

  /** Wait for an execution. Waits until the execution ends or the time is up. Returns execution_status. */
  waitForExecution(executionId: string, input: Omit<Input<'execution_wait'>, 'execution_id'> = {}, options?: CallOptions): Promise<Output<'execution_wait'>> {
    return this.call('execution_wait', { ...input, execution_id: executionId }, options);
  }

  /** List what needs a person. Lists approvals, questions, tasks for people, checks, budgets and failures of all executions, each with its due date and the call that settles it. */
  inbox(input: Input<'inbox_list'> = {}, options?: CallOptions): Promise<Output<'inbox_list'>> {
    return this.call('inbox_list', input, options);
  }

  /** List agents. Lists registered agents with their actions, newest first. */
  agents(input: Input<'agent_list'> = {}, options?: CallOptions): Promise<Output<'agent_list'>> {
    return this.call('agent_list', input, options);
  }

  /** Register an agent. Registers an agent with its name and the actions it can do, and returns a key for it, shown once. Called with the key of an agent, it updates that agent. */
  registerAgent(input: Input<'agent_register'>, options?: CallOptions): Promise<Output<'agent_register'>> {
    return this.call('agent_register', input, options);
  }

  /** Remove an agent. Revokes the keys of the agent, releases its work for other agents, and removes it from the list. */
  removeAgent(agentId: string, options?: CallOptions): Promise<Output<'agent_remove'>> {
    return this.call('agent_remove', { agent_id: agentId }, options);
  }

  /** Get the work of an agent. Returns the task the agent holds, or claims the next one that fits it. Returns 204 if there is none. A repeated call returns the same task. */
  agentWork(agentId: string, input: Omit<Input<'agent_work'>, 'agent_id'> = {}, options?: CallOptions): Promise<Output<'agent_work'>> {
    return this.call('agent_work', { ...input, agent_id: agentId }, options);
  }

  /** Ask a person. Returns a task you hold with a question. Once answered, the task is handed out again with the answer in its context. */
  askPerson(input: Input<'work_ask'>, options?: CallOptions): Promise<Output<'work_ask'>> {
    return this.call('work_ask', input, options);
  }

  /** Claim work. Claims the next ready task that fits you, with a lease. Confirm it at once with work_heartbeat; end it with work_complete or work_fail. */
  claimWork(input: Input<'work_claim'> = {}, options?: CallOptions): Promise<Output<'work_claim'>> {
    return this.call('work_claim', input, options);
  }

  /** Complete work. Submits the output of a task you hold. Repeated calls count once. */
  completeWork(input: Input<'work_complete'>, options?: CallOptions): Promise<Output<'work_complete'>> {
    return this.call('work_complete', input, options);
  }

  /** Fail work. Reports that a task you hold failed, and why. The server retries it where that makes sense. */
  failWork(input: Input<'work_fail'>, options?: CallOptions): Promise<Output<'work_fail'>> {
    return this.call('work_fail', input, options);
  }

  /** Add a file to an execution. Stores a file with the task you hold. The answer contains its SHA-256. */
  putFile(input: Input<'work_file'>, options?: CallOptions): Promise<Output<'work_file'>> {
    return this.call('work_file', input, options);
  }

  /** Renew leases. Confirms and renews the leases of lease_token and lease_tokens, and records progress. Other leases expire. */
  heartbeat(input: Input<'work_heartbeat'> = {}, options?: CallOptions): Promise<Output<'work_heartbeat'>> {
    return this.call('work_heartbeat', input, options);
  }

  /** Send a message. Sends a message to an agent, a person or a role. It arrives with the next work_claim or work_heartbeat of the recipient and appears in the activity. */
  sendMessage(input: Input<'work_message'>, options?: CallOptions): Promise<Output<'work_message'>> {
    return this.call('work_message', input, options);
  }

  /** Propose an action. Returns a task you hold with the exact action you propose. Once a person approves it, the task is handed out again with the action as approved_proposal. */
  proposeWork(input: Input<'work_propose'>, options?: CallOptions): Promise<Output<'work_propose'>> {
    return this.call('work_propose', input, options);
  }

  /** Report on work. Renews the lease like work_heartbeat and adds a note to the log, such as a finding, a decision or a problem. */
  reportWork(input: Input<'work_report'>, options?: CallOptions): Promise<Output<'work_report'>> {
    return this.call('work_report', input, options);
  }

  /** Create a shared budget. Creates a budget for several plans and executions. Pass its id as purse_id to plan_create, or in the budget of execution_create. */
  createPurse(input: Input<'purse_create'>, options?: CallOptions): Promise<Output<'purse_create'>> {
    return this.call('purse_create', input, options);
  }

  /** Set a shared budget. Replaces the current amounts. Work that waits for money continues as soon as the budget allows. */
  fundPurse(purseId: string, input: Omit<Input<'purse_fund'>, 'purse_id'>, options?: CallOptions): Promise<Output<'purse_fund'>> {
    return this.call('purse_fund', { ...input, purse_id: purseId }, options);
  }

  /** Get a shared budget. Returns what is available, reserved and spent over all its runs. */
  purse(purseId: string, options?: CallOptions): Promise<Output<'purse_get'>> {
    return this.call('purse_get', { purse_id: purseId }, options);
  }

  /** List shared budgets. Lists shared budgets, newest first. */
  purses(input: Input<'purse_list'> = {}, options?: CallOptions): Promise<Output<'purse_list'>> {
    return this.call('purse_list', input, options);
  }

  /** List usage by day and model. Lists the model usage of all plans of this tenant by day (UTC) and model, newest first. */
  usage(input: Input<'usage_list'> = {}, options?: CallOptions): Promise<Output<'usage_list'>> {
    return this.call('usage_list', input, options);
  }

  /** Stop an agent, a tenant or everything. Within a second the server hands out no more work, undo steps included. Set on to false to lift the stop. To end one execution, use execution_control with action kill. */
  kill(input: Input<'admin_kill'>, options?: CallOptions): Promise<Output<'admin_kill'>> {
    return this.call('admin_kill', input, options);
  }

  /** List access changes. Lists created and revoked keys, removed agents, sign-in links, new tenants and uses of the kill switch, newest first. */
  keyAudit(input: Input<'key_audit'> = {}, options?: CallOptions): Promise<Output<'key_audit'>> {
    return this.call('key_audit', input, options);
  }

  /** Create a key. Creates a key with a kind and scopes. The secret is shown once. The key expires no later than the key that creates it. */
  createKey(input: Input<'key_create'>, options?: CallOptions): Promise<Output<'key_create'>> {
    return this.call('key_create', input, options);
  }

  /** List keys. Lists the keys of this tenant without their secrets, newest first. */
  keys(input: Input<'key_list'> = {}, options?: CallOptions): Promise<Output<'key_list'>> {
    return this.call('key_list', input, options);
  }

  /** Revoke a key. Takes effect immediately on every server. */
  revokeKey(keyId: string, options?: CallOptions): Promise<Output<'key_revoke'>> {
    return this.call('key_revoke', { key_id: keyId }, options);
  }

  /** List planners and models. Lists the available planners, and the model profiles with their models in order of use. */
  modelProfiles(options?: CallOptions): Promise<Output<'model_profiles'>> {
    return this.call('model_profiles', {  }, options);
  }

  /** Create a tenant. Creates a tenant on this server and the key of its first person, shown once. Needs a person's key with the scope admin in the server's first tenant. */
  createTenant(input: Input<'tenant_create'>, options?: CallOptions): Promise<Output<'tenant_create'>> {
    return this.call('tenant_create', input, options);
  }

  /** List tenants. Lists the tenants of this server. For admins of the server's first tenant. */
  tenants(options?: CallOptions): Promise<Output<'tenant_list'>> {
    return this.call('tenant_list', {  }, options);
  }

  /** Delete a webhook. Stops deliveries and removes the delivery history. */
  deleteWebhook(webhookId: string, options?: CallOptions): Promise<Output<'webhook_delete'>> {
    return this.call('webhook_delete', { webhook_id: webhookId }, options);
  }

  /** List the deliveries of a webhook. Lists the latest delivery attempts with the response of the endpoint. */
  webhookDeliveries(webhookId: string, input: Omit<Input<'webhook_deliveries'>, 'webhook_id'> = {}, options?: CallOptions): Promise<Output<'webhook_deliveries'>> {
    return this.call('webhook_deliveries', { ...input, webhook_id: webhookId }, options);
  }

  /** Enable a webhook. Enables a disabled webhook for new events. webhook_redeliver sends earlier ones. */
  enableWebhook(webhookId: string, options?: CallOptions): Promise<Output<'webhook_enable'>> {
    return this.call('webhook_enable', { webhook_id: webhookId }, options);
  }

  /** List webhooks. Lists the webhooks of this tenant without their secrets. */
  webhooks(options?: CallOptions): Promise<Output<'webhook_list'>> {
    return this.call('webhook_list', {  }, options);
  }

  /** Redeliver events. Resends the events of one delivery, or the events of an execution from a given event on. Name one of the two. */
  redeliverWebhook(webhookId: string, input: Omit<Input<'webhook_redeliver'>, 'webhook_id'> = {}, options?: CallOptions): Promise<Output<'webhook_redeliver'>> {
    return this.call('webhook_redeliver', { ...input, webhook_id: webhookId }, options);
  }

  /** Register a webhook. Sends the events of all runs of this tenant to an address, signed and in order for each run. The secret is shown once. */
  registerWebhook(input: Input<'webhook_register'>, options?: CallOptions): Promise<Output<'webhook_register'>> {
    return this.call('webhook_register', input, options);
  }

  /** Rotate the secret of a webhook. Issues a new secret. For 24 hours, messages also carry a signature of the old one. */
  rotateWebhook(webhookId: string, input: Omit<Input<'webhook_rotate'>, 'webhook_id'> = {}, options?: CallOptions): Promise<Output<'webhook_rotate'>> {
    return this.call('webhook_rotate', { ...input, webhook_id: webhookId }, options);
  }
}
