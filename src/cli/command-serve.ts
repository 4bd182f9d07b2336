// planwright serve: the server until Ctrl-C, with words on where to look and what to try.
import { once } from 'node:events';
import type { Config } from '../base/config.ts';
import { describeConfig } from '../base/config.ts';
import { createLogger } from '../base/log.ts';
import { type RunningServer, startServer } from '../main.ts';
import { linkModels } from '../model-link.ts';
import type { Io } from './io.ts';
import { ownName as command } from './own-name.ts';

/** On a terminal alone: what is written elsewhere may be a log, and the link lets somebody in. */
const signInLines = (url: string, link: string | null): string =>
  link === null
    ? `  Sign in     ${command} open --url ${url}`
    : `  Sign in     ${link}
              (works once, for five minutes; another one: ${command} open --url ${url})`;

/** A newcomer has no key, and need not look for one. */
function thinker(config: Config): string {
  const { config: models } = linkModels(config);
  const count = models.profiles[models.defaultProfile].length;
  return count > 0
    ? `models of the profile ${models.defaultProfile}`
    : `built-in rules, no key needed; to add a model: ${command} doctor`;
}

const welcome = (
  url: string,
  config: Config,
  link: string | null,
): string => `Planwright is running.

  Page        ${url}
${signInLines(url, link)}
  API         ${url}/docs
  MCP         ${url}/mcp
  Data        ${config.database === null ? config.dataDir : 'PostgreSQL'}
  Thinks      ${thinker(config)}

Try next: open the page and type a goal. In another terminal
  ${command} demo --url ${url}     watch a plan being made and carried out
  ${command} agent --url ${url}    a simulated agent that takes your tasks
                   (with --person: a simulated person, for tasks that need one)
  ${command} inbox --url ${url}    what waits for you, such as approvals
Stop with Ctrl-C.
`;

/** After its engine has died a server has this long to end. */
const endWithinMs = 2_000;
const deadGraceMs = 500;

/** Signals mean what they usually do again once nobody waits for them. */
function waitForSignal(signal: AbortSignal): Promise<null> {
  const signals = ['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal }));
  return Promise.race(signals).then(() => null);
}

async function endDead(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(1), endWithinMs).unref();
  await server.close(deadGraceMs);
}

export async function runServe(config: Config, io: Io): Promise<number> {
  const log = await createLogger({ level: config.logLevel });
  const server = await startServer(config, log);
  log.debug({ config: describeConfig(config) }, 'configuration');
  // It is written down before it is shown, which a full disk refuses; the server starts all the same.
  const link = process.stdout.isTTY ? await server.signInLink().catch(() => null) : null;
  io.stdout.write(welcome(server.url, config, link));
  const waiting = new AbortController();
  const died = await Promise.race([server.died, waitForSignal(waiting.signal)]);
  if (died) {
    waiting.abort();
    log.fatal(died, 'the engine stopped');
    await endDead(server);
    return 1;
  }
  await server.close();
  return 0;
}
