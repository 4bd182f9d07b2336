// Some words only a person may say. On this machine's own data the command line speaks for the person
// at it; to a server on this machine it shows that person's key.
import type { Config } from '../base/config.ts';
import { findPersonKey } from './demo/person-key.ts';

export async function asPerson(config: Config): Promise<Config> {
  if (config.url === null || config.key !== null) return config;
  const key = config.personKey ?? (await findPersonKey(config.url, config.home));
  return { ...config, key };
}
