// planwright open: a link for the person at this machine, which signs them in on the page once. The key
// goes to the server on this machine alone; what is printed is worth nothing after it was used.
import { urlHost } from '../base/address.ts';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { signInUrl } from '../person-token.ts';
import type { Arguments } from './arguments.ts';
import { send } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { asPerson } from './person.ts';

const serverOf = ({ url, host, port }: Config): string =>
  (url ?? `http://${urlHost(host)}:${port}`).replace(/\/+$/, '');

export async function runOpen(args: Arguments, config: Config, io: Io): Promise<number> {
  const url = serverOf(config);
  const { key } = await asPerson({ ...config, url });
  if (key === null) {
    const message = 'There is no key of a person here. Start the server on this machine first.';
    throw new PlanwrightError('forbidden', message);
  }
  const headers = { authorization: `Bearer ${key}` };
  const response = await send(`${url}/session/ticket`, { method: 'POST', headers });
  const { ticket, expires_at } = (await response.json()) as { ticket: string; expires_at: string };
  const link = signInUrl(url, ticket);
  if (args.flags.json) printJson(io, { url: link, expires_at });
  else io.stdout.write(`${link}\n`);
  return 0;
}
