// The kill switch: nothing is handed out to an agent, a tenant or anybody until it is lifted.
import { PlanwrightError } from '../base/errors.ts';
import { adminKillInput, adminKillOutput } from '../contract/access.ts';
import { auditRow, changeBy } from './audit-rows.ts';
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

const isPerson = (principal: string): boolean => principal.startsWith('person_');

/** Whether the caller may not move a switch that is on: what a person stopped, a person lets go on. */
async function isPersonsSwitch({ reader, principal }: Context, scope: string): Promise<boolean> {
  if (principal.kind === 'person') return false;
  const thrown = (await reader.switches()).find((row) => row.scope === scope);
  return thrown !== undefined && isPerson(thrown.by);
}

async function setSwitch(context: Context, scope: string, isOn: boolean, reason: string) {
  const { principal, engine } = context;
  const { tenant, id: by } = principal;
  const action = isOn ? 'switch.on' : 'switch.off';
  const entry = { tenant, action, subject: scope, details: { reason } } as const;
  const also = [auditRow(changeBy(context, principal), entry)];
  await engine.setSwitch({ scope, by, reason, isOn, also });
}

export const adminKill = jsonOperation({
  name: 'admin_kill',
  sdk: 'kill',
  title: 'Stop an agent, a tenant or everything',
  description:
    'Within a second the server hands out no more work, undo steps included. Set on to false to lift the stop. To end one execution, use execution_control with action kill.',
  input: adminKillInput,
  output: adminKillOutput,
  scope: 'admin',
  effect: 'destroy',
  isIdempotent: true,
  rest: 'POST /api/admin/kill',
  cli: {
    ...{
      command: 'kill',
      positional: ['scope'],
      fields: ['reason'],
      flags: { lift: { on: false } },
    },
    ...{ asPerson: true },
  },
  examples: [{ scope: 'tenant', on: true, reason: 'Looking into something' }],
  async handler(context, { scope, on, reason }) {
    const stopped = await ownScope(context, scope);
    const isKept = await isPersonsSwitch(context, stopped);
    if (isKept && !on) {
      const message =
        "A person turned this kill switch on, so only a person's key can lift it. Use one, or run planwright kill --lift on the server's machine.";
      throw new PlanwrightError('forbidden', message);
    }
    if (!isKept) await setSwitch(context, stopped, on, reason);
    const stop = 'Nothing is handed out any more. Call it again with on: false to lift it.';
    return { scope, on, next_action: on ? stop : 'Work is handed out again.' };
  },
});
