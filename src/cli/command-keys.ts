// planwright keys create | list | revoke | audit, and tenants create | list. The first key of a server is made on its own machine.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { usualScopes } from '../contract/common.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { auditText } from './audit-text.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { asPerson } from './person.ts';

function createInput(args: Arguments): object {
  const isPerson = args.flags.person === true;
  const asked = textFlag(args, 'scopes')?.split(/[,\s]+/);
  const days = textFlag(args, 'expires-in-days');
  const usual = usualScopes(isPerson ? 'person' : 'service');
  return {
    label: textFlag(args, 'label') ?? (isPerson ? 'A person' : 'A service'),
    kind: isPerson ? 'person' : 'service',
    scopes: asked ?? (args.flags.admin === true ? [...usual, 'admin'] : usual),
    ...(days === undefined ? {} : { expires_in_days: Number(days) }),
  };
}

function pageInput(args: Arguments): object {
  const [limit, cursor] = [textFlag(args, 'limit'), textFlag(args, 'cursor')];
  return { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
}

function keysAnswer(caller: Caller, args: Arguments): Promise<object> {
  const [what, id] = args.words;
  if (what === 'create') return caller.call('key_create', createInput(args));
  if (what === 'list') return caller.call('key_list', pageInput(args));
  if (what === 'audit') return caller.call('key_audit', pageInput(args));
  if (what === 'revoke' && id !== undefined) return caller.call('key_revoke', { key_id: id });
  throw new PlanwrightError(
    'INVALID_ARGUMENTS',
    'Use keys create, keys list, keys revoke KEY or keys audit. See planwright keys --help.',
  );
}

function tenantsAnswer(caller: Caller, args: Arguments): Promise<object> {
  const [what, name] = args.words;
  if (what === 'create' && name !== undefined) return caller.call('tenant_create', { name });
  if (what === 'list') return caller.call('tenant_list', {});
  throw new PlanwrightError(
    'INVALID_ARGUMENTS',
    'Use tenants create NAME or tenants list. See planwright tenants --help.',
  );
}

const answers = { keys: keysAnswer, tenants: tenantsAnswer };

export async function runAccess(
  name: keyof typeof answers,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
  const tenant = textFlag(args, 'tenant');
  if (tenant !== undefined && config.url !== null) {
    const message =
      '--tenant works on the data folder only. For a server, show a key of that tenant.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const caller = await openCaller(await asPerson(config), { withWorker: false, tenant });
  try {
    const value = await answers[name](caller, args);
    if (args.flags.json) printJson(io, value);
    else if (name === 'keys' && args.words[0] === 'audit') io.stdout.write(auditText(value));
    else printHuman(io, value);
    return 0;
  } finally {
    await caller.close();
  }
}
