// planwright agent: a simulated worker, so that a newcomer's execution moves without writing one. It
// only pretends; its outputs say so.

import { scriptedHandler } from '../../sdk/examples/scripted-handler.ts';
import { type AgentEvent, isApiError, runAgent } from '../../sdk/index.ts';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { openAgentKey } from './agent-key.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { findPersonKey } from './demo/person-key.ts';
import type { Io } from './io.ts';
import { safeText } from './safe-text.ts';

const defaultPaceMs = 1_000;

function lineOf(event: AgentEvent): string | null {
  switch (event.type) {
    case 'registered':
      return 'Connected. Waiting for tasks that an agent may do (--person plays a person); stop with Ctrl-C.';
    case 'claimed':
      return `takes    ${safeText(event.step.title, 80)}`;
    case 'completed':
      return `finished ${safeText(event.step.title, 80)}`;
    case 'asked':
      return `asks     ${safeText(event.question, 80)}`;
    case 'proposed':
      return `proposes ${safeText(event.step.title, 80)}`;
    case 'message':
      return `message  ${safeText(event.message.text, 80)}`;
    case 'failed':
    case 'lease_lost':
    case 'cancelled':
      return `${event.type.padEnd(8)} ${safeText(event.step.title, 80)}`;
    case 'trouble':
      return `trouble  ${isApiError(event.error) ? event.error.detail : 'no answer from the server'}`;
    case 'paused':
    case 'resumed':
      return null;
  }
}

async function identity(args: Arguments, config: Config, url: string) {
  if (args.flags.person !== true) {
    const name = textFlag(args, 'name') ?? 'Ada';
    if (config.key !== null) return { options: { key: config.key } };
    const kept = await openAgentKey(config.dataDir, url, name);
    const { keyStore, release } = kept;
    return { options: { register: { name, role: 'Simulated agent' }, keyStore }, release };
  }
  const key = config.personKey ?? (await findPersonKey(url, config.home));
  if (key !== null) return { options: { key, kinds: ['human' as const] } };
  throw new PlanwrightError(
    'unauthorized',
    'No key of a person was found. Start the server on this machine first, or set PLANWRIGHT_PERSON_KEY.',
  );
}

export async function runAgentCommand(args: Arguments, config: Config, io: Io): Promise<number> {
  const url = config.url ?? `http://127.0.0.1:${config.port}`;
  const paceMs = Number(textFlag(args, 'pace-ms') ?? defaultPaceMs);
  if (!Number.isInteger(paceMs) || paceMs < 1 || paceMs > 600_000) {
    const message = '--pace-ms is a whole number of milliseconds, at most 600000.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { options, release } = await identity(args, config, url);
  try {
    const summary = await runAgent({
      url,
      ...options,
      leaseSeconds: 30,
      handlers: scriptedHandler({ seed: 1, paceMs, failOnce: false, hangOn: 0 }, () => undefined),
      stopGraceMs: 2_000,
      signal: stop.signal,
      onEvent: (event) => {
        const line = lineOf(event);
        if (args.flags.json) io.stdout.write(`${JSON.stringify({ type: event.type })}\n`);
        else if (line !== null) io.stdout.write(`${line}\n`);
      },
    });
    if (!args.flags.json) io.stdout.write(`${JSON.stringify(summary)}\n`);
  } finally {
    await release?.();
  }
  return 0;
}
