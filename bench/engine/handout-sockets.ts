// The hand-out over sockets: the built package serves, a thousand claims wait. The chain of steps is
// put into its store by an engine beside it on the same file, as the command line does.
import path from 'node:path';
import { startServer } from '../../scripts/lib/server-process.ts';
import { openHost } from '../../src/host.ts';
import { localTenant } from '../../src/operations/principals.ts';
import type { BenchContext } from '../context.ts';
import { dataConfig } from '../lib/data-config.ts';
import { stagePackage } from '../lib/staged-package.ts';
import type { CrowdFigures, CrowdOptions } from './claim-crowd.ts';
import { measureInChild } from './measure.ts';
import { chain } from './ours.ts';

const waiters = 1_000;
const agents = 10;
const steps = 530;

async function registerAgent(origin: string, number: number): Promise<string> {
  const response = await fetch(`${origin}/api/agents/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Bench ${number}`, capabilities: [] }),
  });
  if (!response.ok) throw new Error(`agents: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { key: string }).key;
}

/** What the faces read of a step that they hand out. */
const specOf = (title: string) => ({
  title,
  description: '',
  params: {},
  acceptance_criteria: [],
  task_title: title,
});

async function addRun(home: string, onError: (error: unknown) => void): Promise<void> {
  const host = await openHost(dataConfig({ home }), onError, { withWorker: false });
  try {
    const added = chain(steps, 'agent').map((def) => ({ def, spec: specOf(def.id) }));
    await host.engine.createRun({
      run: host.ids.next('exec'),
      kind: 'execution',
      plan: host.ids.next('plan'),
      tenant: localTenant,
      by: 'person_local',
      steps: added,
    });
  } finally {
    await host.close();
  }
}

async function crowd(origin: string, home: string, context: BenchContext): Promise<CrowdFigures> {
  const keys: string[] = [];
  for (let number = 0; number < agents; number += 1) keys.push(await registerAgent(origin, number));
  await addRun(home, (error) => context.log(String(error)));
  const options: CrowdOptions = { origin, keys, waiters, steps };
  return measureInChild<CrowdFigures>(new URL('./claim-crowd.ts', import.meta.url), options);
}

export async function measureSockets(context: BenchContext): Promise<CrowdFigures> {
  const home = path.join(context.dir, 'sockets-home');
  const server = await startServer({
    command: stagePackage(context.dir),
    args: ['serve'],
    env: {
      ...process.env,
      PLANWRIGHT_HOME: home,
      PLANWRIGHT_RATE_PER_MINUTE: '1000000',
      PLANWRIGHT_LOG_LEVEL: 'warn',
    },
  });
  try {
    return await crowd(server.origin, home, context);
  } finally {
    await server.stop();
  }
}
