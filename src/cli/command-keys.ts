// planwright keys create: scopes follow from whom the key is for. The first key of a server is made on its
// own machine.
import type { Config } from '../base/config.ts';
import { usualScopes } from '../contract/common.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { openCaller } from './caller.ts';
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

export async function runKeysCreate(args: Arguments, config: Config, io: Io): Promise<number> {
  const options = { withWorker: false, tenant: textFlag(args, 'tenant') };
  const caller = await openCaller(await asPerson(config), options);
  try {
    const value = await caller.call('key_create', createInput(args));
    if (args.flags.json) printJson(io, value);
    else printHuman(io, value);
    return 0;
  } finally {
    await caller.close();
  }
}
