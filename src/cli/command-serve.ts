// planwright serve: the server until Ctrl-C, with words on where to look and what to try.
import { once } from 'node:events';
import type { Config } from '../base/config.ts';
import { describeConfig } from '../base/config.ts';
import { createLogger } from '../base/log.ts';
import { startServer } from '../main.ts';
import type { Io } from './io.ts';

/** From a clone the command is not on the path. */
const command = import.meta.url.endsWith('.ts') ? 'bin/planwright' : 'planwright';

const welcome = (url: string, config: Config): string => `Planwright is running.

  Page        ${url}
  API         ${url}/docs
  MCP         ${url}/mcp
  Data        ${config.database === null ? config.dataDir : 'PostgreSQL'}

Try next: open the page and type a goal. In another terminal
  ${command} demo --url ${url}     watch a plan being made and carried out
  ${command} agent --url ${url}    a simulated agent that takes your tasks
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
