// Two agents in processes of their own: one is killed in the middle of a task, the other does it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { cleanEnv, type ServerProcess, startServer } from '../support/server.ts';
import { doubleVerified, openData } from './check.ts';

const script = fileURLToPath(new URL('../../sdk/examples/scripted-agent.ts', import.meta.url));

interface Agent {
  readonly process: ChildProcess;
  /** The step in which it hangs. */
  readonly hanging: Promise<string>;
}

describe('an agent that is killed in the middle of a task', () => {
  let server: ServerProcess;
  const agents: Agent[] = [];
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    for (const { process } of agents.splice(0)) process.kill('SIGKILL');
    await server.close();
  });

  function startAgent(name: string, ...args: string[]): Agent {
    const flags = ['--url', server.url, '--name', name, '--pace-ms', '40', '--lease-seconds', '2'];
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, ...flags, ...args],
      { env: cleanEnv({}), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const hanging = new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const said = JSON.parse(line) as { type: string; step_id?: string };
        if (said.type === 'hanging') resolve(said.step_id ?? '');
      });
    });
    const agent = { process: child, hanging };
    agents.push(agent);
    return agent;
  }

  /** Until the log says that the step is verified. */
  async function whenVerified(client: PlanwrightClient, execution: string, step: string) {
    for await (const event of client.streamExecution(execution)) {
      if (event.type === 'step.verified' && event.step_id === step) return;
    }
  }

  it('[CR4] is replaced by another, and the task is verified once', async () => {
    const client = new PlanwrightClient({ url: server.url });
    const { plan_id } = await client.createPlan({ prompt: 'Open a coffee shop in Copenhagen' });
    await client.waitForPlan(plan_id);
    const { execution_id: run } = await client.createExecution({
      plan_id,
      policy: { pre_approved: ['T2'] },
    });
    const bo = startAgent('Bo', '--hang-on', '1', '--execution', run);
    const step = await bo.hanging;
    bo.process.kill('SIGKILL');
    await once(bo.process, 'exit');
    startAgent('Ada', '--execution', run);
    await whenVerified(client, run, step);
    const { events } = await client.executionEvents(run, { limit: 500 });
    const story = events
      .filter((event) => event.step_id === step && event.type !== 'step.started')
      .map((event) => `${event.type} ${event.attempt} ${event.actor_name ?? ''}`.trim());
    expect(story).toEqual([
      'step.leased 1 Bo',
      'attempt.ended 1 Bo',
      'step.leased 2 Ada',
      'step.verified 2 Ada',
    ]);
    const data = await openData({ home: server.home });
    try {
      expect(await doubleVerified(data.reader, run)).toEqual([]);
    } finally {
      await data.close();
    }
  });
});
