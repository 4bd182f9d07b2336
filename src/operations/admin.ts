// The kill switch: nothing is handed out to an agent, a tenant or anybody until it is lifted.
import { PlanwrightError } from '../base/errors.ts';
import { adminKillInput, adminKillOutput } from '../contract/access.ts';
import type { Context } from './context.ts';
import { jsonOperation } from './operation.ts';
import { localTenant } from './principals.ts';

/** The scope as the engine knows it, once it is sure that it is the caller's own to stop. */
async function ownScope(context: Context, scope: string): Promise<string> {
  const { tenant } = context.principal;
  if (scope === 'tenant') return `tenant:${tenant}`;
  if (scope === 'all') {
    if (tenant === localTenant) return scope;
    const message = 'all: only whoever administers this server may stop everybody. Use tenant.';
    throw new PlanwrightError('forbidden', message);
  }
  if (await context.reader.agent(tenant, scope.slice('agent:'.length))) return scope;
  throw new PlanwrightError('agent_not_found', 'There is no such agent. agent_list shows yours.');
}

export const adminKill = jsonOperation({
  name: 'admin_kill',
  sdk: 'kill',
  title: 'Stop an agent, a tenant or everybody',
  description:
    'Within a second nothing is handed out any more, undo included; on: false lifts it. execution_control kill ends one execution.',
  input: adminKillInput,
  output: adminKillOutput,
  scope: 'admin',
  effect: 'destroy',
  isIdempotent: true,
  rest: 'POST /api/admin/kill',
  examples: [{ scope: 'tenant', on: true, reason: 'Looking into something' }],
  async handler(context, { scope, on, reason }) {
    const { principal, engine } = context;
    const stopped = await ownScope(context, scope);
    await engine.setSwitch({ scope: stopped, by: principal.id, reason, isOn: on });
    const stop = 'Nothing is handed out any more. Call it again with on: false to lift it.';
    return { scope, on, next_action: on ? stop : 'Work is handed out again.' };
  },
});
