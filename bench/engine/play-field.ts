// One throughput figure: opens everybody who takes part, each with an empty folder or database, and
// plays the rounds.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onEnd } from '../../scripts/lib/on-end.ts';
import { createDatabase } from '../../test/support/database.ts';
import type { BenchContext } from '../context.ts';
import type { OpenOptions } from './contestant.ts';
import { type ContestantProcess, startContestant } from './contestant-process.ts';
import { type ContestantName, type Field, stepsPerRun } from './fields.ts';
import type { HookSink } from './hook-sink.ts';
import { peersFolder } from './install-peers.ts';
import { playRounds, type Rounds } from './throughput.ts';

export interface Arena extends BenchContext {
  readonly hasPeers: boolean;
  /** A superuser's URL. */
  readonly postgresUrl: string;
  readonly sink: HookSink;
  readonly rounds: number;
  readonly windowMs: number;
}

const isOurs = (name: ContestantName): boolean => name === 'ours' || name === 'ours_full';

const moduleOf = (name: ContestantName): string =>
  isOurs(name)
    ? new URL('./ours.ts', import.meta.url).href
    : pathToFileURL(path.join(peersFolder, `${name.replace('_', '-')}.mjs`)).href;

async function optionsFor(name: ContestantName, field: Field, arena: Arena): Promise<OpenOptions> {
  const dir = path.join(arena.dir, field.name, name);
  mkdirSync(dir, { recursive: true });
  const needsPostgres = name === 'dbos' || (isOurs(name) && field.store === 'postgres');
  return {
    dir,
    databaseUrl: needsPostgres ? (await createDatabase(arena.postgresUrl)).url : null,
    steps: stepsPerRun,
    outputBytes: field.outputBytes,
    atOnce: field.atOnce,
    synchronous: name === 'ours_full' ? 'FULL' : 'NORMAL',
    ...(isOurs(name) ? { hookUrl: arena.sink.urlFor(`${field.name}-${name}`) } : {}),
  };
}

async function openOne(
  name: ContestantName,
  field: Field,
  arena: Arena,
): Promise<ContestantProcess | null> {
  if (!isOurs(name) && !arena.hasPeers) return null;
  try {
    return await startContestant(moduleOf(name), await optionsFor(name, field, arena));
  } catch (error) {
    arena.log(`${name} could not start: ${(error as Error).message}`);
    return null;
  }
}

export async function playField(field: Field, arena: Arena): Promise<Rounds> {
  const entrants = new Map<string, ContestantProcess>();
  const absent: Record<string, null> = {};
  // Some of them write gigabytes: these must not stay when the benchmark is interrupted.
  const remove = (): void =>
    rmSync(path.join(arena.dir, field.name), { recursive: true, force: true });
  const callOff = onEnd(remove);
  try {
    for (const name of field.who) {
      const entrant = await openOne(name, field, arena);
      if (entrant === null) absent[name] = null;
      else entrants.set(name, entrant);
    }
    return { ...absent, ...(await playRounds(entrants, { ...field, ...arena })) };
  } finally {
    for (const entrant of entrants.values()) await entrant.close();
    remove();
    callOff();
  }
}
