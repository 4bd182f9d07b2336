// How much of the time of making a plan is ours: a model that takes exactly 500 ms for every answer,
// and answers at the lengths of a real one, in a process of its own, and the built package with enough
// places for calls. Plans are made at full detail.
//   wall_over_ideal    from the request to the finished plan, over levels × latency; median of plans
//   levels, calls      rows of calls that wait for each other, and all calls, of one plan
//   input_tokens       of one plan, as the model counts them (four characters each)
//   output_tokens      of one plan; largest_input: of its longest prompt
//   calls_brief, calls_standard   all calls of one plan at these details
//   of_limit           figures over the most that is promised; above 1 a promise is broken
//   lengths            where the lengths of answers are from: the recorded case study, or estimated
//   serial_over_ours   all calls one after another, over the wall time
//   cpu_ms_per_call    processor time of the server for plans that are made at once, less that of as
//                      many plans without a model (schedule, forecast, report), by call
//   rss_mb_per_plan    by how much its memory rises at most while they run, by plan
//   at_once            how many those are, and their wall time over the ideal of one
// BENCH_PIPELINE_LATENCY_MS and BENCH_PIPELINE_AT_ONCE change the set-up; with BENCH_PIPELINE_SOURCE=1
// the clone runs as it is, without a build.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../scripts/lib/server-process.ts';
import type { BenchContext } from './context.ts';
import { median } from './lib/median.ts';
import { cpuMeter } from './lib/process-cpu.ts';
import { toDigits } from './lib/round.ts';
import { stagePackage } from './lib/staged-package.ts';
import { type ModelFigures, type ModelProcess, startModels } from './pipeline/model-process.ts';
import { writeModelsFile } from './pipeline/models-file.ts';
import { type Brain, PlanMaker } from './pipeline/plan-maker.ts';
import { watchMemory } from './pipeline/watch-memory.ts';

const plansAlone = 5;

/** What people are promised of one plan. */
const limits = {
  wall_over_ideal: 1.1,
  levels: 14,
  calls: 110,
  input_tokens: 800_000,
  calls_brief: 30,
  calls_standard: 60,
} as const;

function numberFrom(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`${name} must be a whole number above 0`);
}

/** A clone's command runs its source; the package's runs what was built. */
function commandOf(dir: string, log: BenchContext['log']): string {
  if (process.env.BENCH_PIPELINE_SOURCE === '1') {
    return fileURLToPath(new URL('../bin/planwright', import.meta.url));
  }
  log('building the package');
  return stagePackage(dir);
}

interface Alone extends ModelFigures {
  readonly wallMs: number;
}

async function makeAlone(plans: PlanMaker, models: ModelProcess, detail?: string): Promise<Alone> {
  await models.clear();
  const wallMs = await plans.make('model', 1, detail);
  return { ...(await models.figures()), wallMs };
}

interface AtOnce {
  readonly wallMs: number;
  readonly cpuMs: number | null;
  readonly grownMb: number;
}

async function makeAtOnce(
  plans: PlanMaker,
  pid: number,
  brain: Brain,
  count: number,
): Promise<AtOnce> {
  const cpu = cpuMeter(pid);
  const before = cpu?.() ?? 0;
  const memory = watchMemory(pid);
  const wallMs = await plans.make(brain, count);
  const grownMb = memory.stop();
  return { wallMs, cpuMs: cpu === null ? null : (cpu() - before) / 1_000, grownMb };
}

export async function run({ dir, log }: BenchContext): Promise<object> {
  const latencyMs = numberFrom('BENCH_PIPELINE_LATENCY_MS', 500);
  const atOnce = numberFrom('BENCH_PIPELINE_AT_ONCE', 50);
  const command = commandOf(dir, log);
  const models = await startModels(latencyMs);
  const home = path.join(dir, 'home');
  const env = writeModelsFile(home, models.url);
  const server = await startServer({ command, args: ['serve'], env: { ...process.env, ...env } });
  try {
    const plans = new PlanMaker(server.origin);
    log('two plans to warm up');
    await plans.make('offline', 1);
    await plans.make('model', 1);
    log(`${plansAlone} plans, one after another`);
    const alone: Alone[] = [];
    for (let turn = 0; turn < plansAlone; turn += 1) alone.push(await makeAlone(plans, models));
    log(JSON.stringify(alone));
    log('one plan at each other detail');
    const brief = await makeAlone(plans, models, 'brief');
    const standard = await makeAlone(plans, models, 'standard');
    log(`${atOnce} plans at once, without a model and with it`);
    const offline = await makeAtOnce(plans, server.pid, 'offline', atOnce);
    await models.clear();
    const crowd = await makeAtOnce(plans, server.pid, 'model', atOnce);
    const { calls, peak } = await models.figures();
    log(JSON.stringify({ offline, crowd, calls, peak }));
    const measured = { alone, brief, standard, offline, crowd, crowdCalls: calls };
    return { ...figuresOf({ ...measured, latencyMs, atOnce }), lengths: models.lengths };
  } finally {
    await server.stop();
    await models.stop();
  }
}

interface Measured {
  readonly alone: readonly Alone[];
  readonly brief: Alone;
  readonly standard: Alone;
  readonly offline: AtOnce;
  readonly crowd: AtOnce;
  readonly crowdCalls: number;
  readonly latencyMs: number;
  readonly atOnce: number;
}

type Promised = Record<keyof typeof limits, number>;

function promisedOf({ alone, brief, standard, latencyMs }: Measured): Promised {
  const of = (value: (plan: Alone) => number): number => median(alone.map(value));
  return {
    wall_over_ideal: toDigits(
      of(({ wallMs, levels }) => wallMs / (levels * latencyMs)),
      4,
    ),
    levels: of(({ levels }) => levels),
    calls: of(({ calls }) => calls),
    input_tokens: of(({ inputTokens }) => inputTokens),
    calls_brief: brief.calls,
    calls_standard: standard.calls,
  };
}

const ofLimit = (promised: Promised): Record<string, number> =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [
      name,
      toDigits(promised[name as keyof Promised] / limit, 4),
    ]),
  );

function figuresOf(measured: Measured): object {
  const { alone, offline, crowd, crowdCalls, latencyMs, atOnce } = measured;
  const of = (value: (plan: Alone) => number): number => median(alone.map(value));
  const ideal = of(({ levels }) => levels) * latencyMs;
  const cpuMs = crowd.cpuMs === null || offline.cpuMs === null ? null : crowd.cpuMs - offline.cpuMs;
  const promised = promisedOf(measured);
  return {
    ...promised,
    output_tokens: of(({ outputTokens }) => outputTokens),
    largest_input: of(({ largestInput }) => largestInput),
    of_limit: ofLimit(promised),
    serial_over_ours: toDigits(of(({ wallMs, calls }) => (calls * latencyMs) / wallMs)),
    cpu_ms_per_call: cpuMs === null ? null : toDigits(cpuMs / crowdCalls),
    rss_mb_per_plan: toDigits(crowd.grownMb / atOnce),
    at_once: { plans: atOnce, wall_over_ideal: toDigits(crowd.wallMs / ideal, 4) },
    latency_ms: latencyMs,
  };
}
