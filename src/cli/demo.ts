// planwright demo: the case study through the public API, with scripted agents. It shows a plan being
// made and carried out, an approval that is asked for and given, a task that is tried again, and a
// killed agent whose task another finishes.
import process from 'node:process';
import { isApiError, type Output, PlanwrightClient } from '../../sdk/index.ts';
import { pauseQuietly } from '../../sdk/pause.ts';
import { Approver } from './demo/approver.ts';
import { Board } from './demo/board.ts';
import { playPerson, type Stage, startAda, startBo, type Victim } from './demo/cast.ts';
import { Children } from './demo/children.ts';
import { type OwnServer, startOwnServer } from './demo/own-server.ts';
import { findPersonKey } from './demo/person-key.ts';
import { createScreen, type DemoOutput, type Screen } from './demo/screen.ts';
import { type DemoSummary, summarize, summaryLines } from './demo/summary.ts';
import { safeText } from './safe-text.ts';

export interface DemoArguments {
  /** One address, or two with a comma between them: then the agents are on different servers. */
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
const blockedCheckMs = 1_000;

export async function runDemo(args: DemoArguments, io: DemoIo): Promise<number> {
  const stop = new AbortController();
  // The second Ctrl-C does not wait for anything; the children are killed on the way out.
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort(new Error('The demo was interrupted.'));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
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
  #person: Promise<unknown> | null = null;
  #approver: Approver | null = null;

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
    const otherUrl = this.#urls[1] ?? client.url;
    const stage = { client, otherUrl, executionId, paceMs: this.#paceFor(board), say };
    const victim = await this.#play(stage, board, tasks);
    const elapsedMs = performance.now() - this.#startedMs;
    const blocked = board.runState === 'COMPLETED' ? [] : await this.#whatBlocks(stage);
    const approvals = this.#approver?.given ?? 0;
    const facts = { board, victim, planId, executionId, link, elapsedMs, blocked, approvals };
    const summary = summarize(facts);
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

  get #urls(): string[] {
    return (this.#args.url ?? '').split(',').flatMap((part) => part.trim() || []);
  }

  get #call() {
    return { signal: this.#stop.signal };
  }

  async #connect(): Promise<PlanwrightClient> {
    const { home } = this.#args;
    const url = this.#urls[0];
    // A key in the environment is for the server that was named, not for a new one.
    const key = url === undefined ? undefined : process.env.PLANWRIGHT_KEY || undefined;
    if (url === undefined) {
      this.#screen.say('Starting a server of its own for the demo …');
      this.#server = await startOwnServer(this.#children, home, this.#stop.signal);
    }
    const client = new PlanwrightClient({ url: url ?? this.#server?.url ?? '', key });
    await client.health({ ...this.#call, retry: { attempts: 3 } });
    this.#screen.say(`The page is at ${client.url}`);
    return client;
  }

  async #makePlan(client: PlanwrightClient): Promise<string> {
    const goal = this.#args.goal ?? defaultGoal;
    // The case study is about the first quarter of 2026; its dates only make sense from there.
    const start = goal === defaultGoal ? { start_date: '2026-01-05' } : {};
    const { plan_id: planId } = await client.createPlan({ prompt: goal, ...start }, this.#call);
    const wait = { timeout_seconds: planWaitSeconds };
    const plan = await client.waitForPlan(planId, wait, this.#call);
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

  /** Until the execution has ended, nothing can move any more, or the time is up. */
  async #play(stage: Stage, board: Board, tasks: Output<'execution_tasks'>): Promise<Victim> {
    const curtain = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, curtain.signal, this.#timeLimit()]);
    this.#screen.update(board, []);
    const victim = await startBo(stage, this.#children);
    const ada = await startAda(stage, this.#children);
    void ada.exited.then(() => curtain.abort());
    await this.#startPerson(stage, board, curtain);
    const stream = stage.client.streamExecution(stage.executionId, {
      after: tasks.seq,
      signal,
      onTelemetry: (telemetry) => board.hear(telemetry),
    });
    for await (const event of stream) this.#screen.update(board, board.apply(event));
    this.#stop.signal.throwIfAborted();
    if (ada.hasExited) throw new Error(`An agent ended early. ${ada.complaints}`.trim());
    return victim;
  }

  #timeLimit(): AbortSignal {
    const spentMs = performance.now() - this.#startedMs;
    const leftMs = (this.#args.lastMs ?? defaultLastMs) - spentMs;
    return AbortSignal.timeout(Math.max(0, Math.round(leftMs)));
  }

  async #startPerson(stage: Stage, board: Board, curtain: AbortController): Promise<void> {
    const needed = [...board.tasks.values()].some((task) => task.needsPerson && !task.isGroup);
    if (!needed) return;
    const key = await findPersonKey(stage.otherUrl, this.#args.home ?? this.#server?.home);
    if (key !== null) {
      const { signal } = this.#stop;
      this.#approver = new Approver(stage, key);
      this.#person = Promise.all([playPerson(stage, key, signal), this.#approver.play(signal)]);
      this.#person.catch((error: unknown) => {
        if (signal.aborted) return;
        const why = isApiError(error) ? error.detail : 'it failed';
        stage.say(`The scripted person stopped: ${why}`);
      });
      return;
    }
    stage.say('Some tasks need a person. Set PLANWRIGHT_PERSON_KEY to let a scripted one do them.');
    void this.#endWhenBlocked(stage, curtain);
  }

  /** Without a person the rest would only be waiting. */
  async #endWhenBlocked(stage: Stage, curtain: AbortController): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await pauseQuietly(blockedCheckMs, signal);
      const status = await stage.client
        .executionStatus(stage.executionId, { signal })
        .catch(() => undefined);
      if (status?.condition === 'BLOCKED') return curtain.abort();
    }
  }

  async #whatBlocks(stage: Stage): Promise<string[]> {
    const { blocked } = await stage.client.executionStatus(stage.executionId, this.#call);
    return blocked.map(({ title, reason }) => safeText(`"${title}": ${reason}`, 200));
  }

  #show(summary: DemoSummary): void {
    this.#screen.end();
    const lines = summaryLines(summary);
    if (this.#server && !this.#args.keepOpen) lines.push('           (with --keep-open it stays)');
    const text = this.#args.json ? JSON.stringify(summary) : lines.join('\n');
    this.#io.stdout.write(`${text}\n`);
  }

  async #stayOpen(url: string): Promise<void> {
    if (!this.#args.json) this.#io.stdout.write(`\n${url} stays open. Press Ctrl-C to end.\n`);
    while (!this.#stop.signal.aborted) await pauseQuietly(60_000, this.#stop.signal);
  }
}
