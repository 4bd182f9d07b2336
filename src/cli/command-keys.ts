// planwright keys create | list | revoke. The first key of a server is made on its own machine.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { usualScopes } from '../contract/common.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';

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

function answer(caller: Caller, args: Arguments): Promise<object> {
  const [what, id] = args.words;
  if (what === 'create') return caller.call('key_create', createInput(args));
  if (what === 'list') return caller.call('key_list', {});
  if (what === 'revoke' && id !== undefined) return caller.call('key_revoke', { key_id: id });
  throw new PlanwrightError(
    'INVALID_ARGUMENTS',
    'Use keys create, keys list or keys revoke KEY. See planwright keys --help.',
  );
}

export async function runKeys(args: Arguments, config: Config, io: Io): Promise<number> {
  const caller = await openCaller(config);
  try {
    const value = await answer(caller, args);
    if (args.flags.json) printJson(io, value);
    else printHuman(io, value);
    return 0;
  } finally {
    await caller.close();
  }
}
