// The server's own configuration for a data folder or a database, and nothing from the environment.
import { type Config, loadConfig } from '../../src/base/config.ts';

export interface DataPlace {
  readonly home: string;
  readonly databaseUrl?: string;
}

export function dataConfig({ home, databaseUrl }: DataPlace): Config {
  const database = databaseUrl === undefined ? {} : { PLANWRIGHT_DATABASE_URL: databaseUrl };
  return loadConfig({ env: { PLANWRIGHT_HOME: home, ...database } });
}
