// planwright serve: the server until Ctrl-C, with words on where to look and what to try.
import { once } from 'node:events';
import type { Config } from '../base/config.ts';
import { describeConfig } from '../base/config.ts';
import { createLogger } from '../base/log.ts';
import { startServer } from '../main.ts';
import type { Io } from './io.ts';

const welcome = (url: string, config: Config): string => `Planwright is running.

  Page        ${url}
  API         ${url}/docs
  MCP         ${url}/mcp
  Data        ${config.database === null ? config.dataDir : 'PostgreSQL'}

Try next: open the page and type a goal, or in another terminal
  bin/planwright demo --url ${url}
  bin/planwright plan "Open a coffee shop in Copenhagen" --out out
Stop with Ctrl-C.
`;

export async function runServe(config: Config, io: Io): Promise<number> {
  const log = await createLogger({ level: config.logLevel });
  const server = await startServer(config, log);
  log.debug({ config: describeConfig(config) }, 'configuration');
  io.stdout.write(welcome(server.url, config));
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const died = await Promise.race([server.died, stopped.then(() => null)]);
  if (died) {
    log.fatal(died, 'the engine stopped');
    return 1;
  }
  await server.close();
  return 0;
}
