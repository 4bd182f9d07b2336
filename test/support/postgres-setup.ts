// Vitest global setup: all projects of a run share one PostgreSQL server. Each project may call
// this, in a module graph of its own, so the count of users is kept on globalThis.
import type { TestProject } from 'vitest/node';
import { makeTemplateDatabase } from './database.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

interface Shared {
  users: number;
  server: Promise<RunningPostgres>;
}

const key = Symbol.for('planwright.test.postgres');
const holder = globalThis as { [key]?: Shared | undefined };

/** Servers and their clients are killed here, machines are not: nothing has to reach the disk. */
async function start(): Promise<RunningPostgres> {
  const server = await startPostgres({ settings: { fsync: 'off' } });
  await makeTemplateDatabase(server.url);
  return server;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[key] ??= { users: 0, server: start() };
  const shared = holder[key];
  shared.users += 1;
  const server = await shared.server;
  project.provide('postgresUrl', server.url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    holder[key] = undefined;
    await server.stop();
  };
}
