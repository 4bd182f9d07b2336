// planwright demo: the case study through the public API, with scripted agents. It shows a plan being
// made and carried out, a task that is tried again, and a killed agent whose task another finishes.
import process from 'node:process';
import { type ExecutionTasks, isApiError, PlanwrightClient } from '../../sdk/index.ts';
import { pauseQuietly } from '../../sdk/pause.ts';
import { Board } from './demo/board.ts';
import { playPerson, type Stage, startAda, startBo, type Victim } from './demo/cast.ts';
import { Children } from './demo/children.ts';
import { type OwnServer, startOwnServer } from './demo/own-server.ts';
import { findPersonKey } from './demo/person-key.ts';
import { createScreen, type DemoOutput, type Screen } from './demo/screen.ts';
import { type DemoSummary, summarize, summaryLines } from './demo/summary.ts';

export interface DemoArguments {
  readonly url?: string | undefined;
  readonly goal?: string | undefined;
  readonly keepOpen: boolean;
  /** 2 is twice as fast. */
  readonly speed: number;
  readonly json: boolean;
  readonly home?: string | undefined;
  /** The execution must have ended by then. */
  readonly lastMs?: number | undefined;
}

export interface DemoIo {
  readonly stdout: DemoOutput;
  readonly stderr: DemoOutput;
}

export const defaultGoal =
  'Prospect dog breeders in Connecticut, approach 10 hot leads, close 3 custom website deals in Q1 2026';

const defaultLastMs = 55_000;
/** All tasks one after the other take about this long at speed 1; crash and retry come on top. */
const wholePaceMs = 20_000;
const planWaitSeconds = 30;

export async function runDemo(args: DemoArguments, io: DemoIo): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error('The demo was interrupted.'));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const demo = new Demo(args, io, stop);
  try {
    return await demo.run();
  } catch (error) {
    return reportError(error, args, io);
  } finally {
    await demo.cleanUp();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function reportError(error: unknown, args: DemoArguments, io: DemoIo): number {
  const message = error instanceof Error ? error.message : 'The demo failed.';
  const code = isApiError(error) ? error.code : 'demo_failed';
  if (args.json)
    io.stdout.write(
      `${JSON.stringify({ schema_version: 1, ok: false, error: { code, message } })}\n`,
    );
  else io.stderr.write(`planwright demo: ${message}\n`);
  return 1;
}

class Demo {
  readonly #args: DemoArguments;
  readonly #io: DemoIo;
  readonly #stop: AbortController;
  readonly #children = new Children();
  readonly #screen: Screen;
  readonly #startedMs = performance.now();
  #server: OwnServer | null = null;
  #person: Promise<void> | null = null;

  constructor(args: DemoArguments, io: DemoIo, stop: AbortController) {
    this.#args = args;
    this.#io = io;
    this.#stop = stop;
    this.#screen = createScreen(io.stdout, args.json, () => performance.now());
  }

  async run(): Promise<number> {
    const client = await this.#connect();
    const planId = await this.#makePlan(client);
    const execution = await client.createExecution({ plan_id: planId }, this.#call);
    const executionId = execution.execution_id;
    const tasks = await client.executionTasks(executionId, this.#call);
    const link = `${client.url}/#/executions/${executionId}`;
    this.#screen.say(`Watch it live: ${link}\n`);
    const board = new Board(tasks.tasks);
    const say = (line: string) => {
      board.activity.push(line);
      this.#screen.update(board, [line]);
    };
    const stage: Stage = { client, executionId, paceMs: this.#paceFor(board), say };
    const victim = await this.#play(stage, board, tasks);
    const elapsedMs = performance.now() - this.#startedMs;
    const summary = summarize({ board, victim, planId, executionId, link, elapsedMs });
    this.#show(summary);
    if (this.#args.keepOpen) await this.#stayOpen(client.url);
    return summary.ok ? 0 : 1;
  }

  async cleanUp(): Promise<void> {
    this.#stop.abort();
    this.#screen.end();
    await this.#person?.catch(() => undefined);
    await this.#children.stopAll();
    await this.#server?.forget();
  }

  get #call() {
    return { signal: this.#stop.signal };
  }

  async #connect(): Promise<PlanwrightClient> {
    const key = process.env.PLANWRIGHT_KEY || undefined;
    const { url, home } = this.#args;
    if (url === undefined) {
      this.#screen.say('Starting a server of its own for the demo …');
      this.#server = await startOwnServer(this.#children, home, this.#stop.signal);
    }
    const client = new PlanwrightClient({ url: url ?? this.#server?.url ?? '', key });
    await client.health(this.#call);
    this.#screen.say(`The page is at ${client.url}`);
    return client;
  }

  async #makePlan(client: PlanwrightClient): Promise<string> {
    const goal = this.#args.goal ?? defaultGoal;
    const { plan_id: planId } = await client.createPlan({ prompt: goal }, this.#call);
    const options = { ...this.#call, timeoutSeconds: planWaitSeconds };
    const plan = await client.waitForPlan(planId, options);
    if (plan.state !== 'completed') {
      throw new Error(plan.error?.message ?? `The plan is ${plan.state}, not completed.`);
    }
    this.#screen.say(`Planned "${plan.title}": ${client.url}/#/plans/${planId}`);
    return planId;
  }

  #paceFor(board: Board): number {
    const { total } = board.tallyOf();
    const evenMs = wholePaceMs / Math.max(1, total);
    const paceMs = Math.min(1_000, Math.max(100, evenMs)) / this.#args.speed;
    return Math.max(10, Math.round(paceMs));
  }

  /** Until the execution has ended or the time is up. */
  async #play(stage: Stage, board: Board, tasks: ExecutionTasks): Promise<Victim> {
    const lastMs = this.#args.lastMs ?? defaultLastMs;
    const timeLeftMs = Math.max(0, Math.round(lastMs - (performance.now() - this.#startedMs)));
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeLeftMs)]);
    this.#screen.update(board, []);
    await startAda(stage, this.#children);
    const victim = await startBo(stage, this.#children);
    await this.#startPerson(stage, board);
    const stream = stage.client.streamExecution(stage.executionId, {
      after: tasks.seq,
      signal,
      onTelemetry: (telemetry) => board.hear(telemetry),
    });
    for await (const event of stream) this.#screen.update(board, board.apply(event));
    this.#stop.signal.throwIfAborted();
    return victim;
  }

  async #startPerson(stage: Stage, board: Board): Promise<void> {
    const needed = [...board.tasks.values()].some((task) => task.isHuman && !task.isGroup);
    if (!needed) return;
    const key = await findPersonKey(stage.client.url, this.#args.home ?? this.#server?.home);
    if (key === null) {
      stage.say(
        'Some tasks need a person. Set PLANWRIGHT_PERSON_KEY to let a scripted one do them.',
      );
      return;
    }
    this.#person = playPerson(stage, key, this.#stop.signal);
    this.#person.catch((error: unknown) => {
      const why = isApiError(error) ? error.detail : 'it failed';
      stage.say(`The scripted person stopped: ${why}`);
    });
  }

  #show(summary: DemoSummary): void {
    this.#screen.end();
    const text = this.#args.json ? JSON.stringify(summary) : summaryLines(summary).join('\n');
    this.#io.stdout.write(`${text}\n`);
  }

  async #stayOpen(url: string): Promise<void> {
    if (!this.#args.json) this.#io.stdout.write(`\n${url} stays open. Press Ctrl-C to end.\n`);
    while (!this.#stop.signal.aborted) await pauseQuietly(60_000, this.#stop.signal);
  }
}
