// How much of the time of making a plan is ours: a model that takes exactly four seconds for every
// answer, as real ones do for such questions, and answers at their lengths, in a process of its own, and
// the built package with enough places for calls. Plans are made at full detail.
//   wall_over_ideal    from the request to the finished plan, over levels × latency; median of plans
//   wall_s             the same in seconds
//   quick              the same with a model that takes half a second: own_ms is what is left of the
//                      wall without the model. The figures below are of these plans
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
// BENCH_PIPELINE_LATENCY_MS, BENCH_PIPELINE_QUICK_MS and BENCH_PIPELINE_AT_ONCE change the set-up; with
// BENCH_PIPELINE_SOURCE=1 the clone runs as it is, without a build.
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

const plansQuick = 5;
const plansAlone = 3;

/** What people are promised of one plan. */
const limits = {
  wall_over_ideal: 1.1,
  wall_s: 75,
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
  const latencyMs = numberFrom('BENCH_PIPELINE_LATENCY_MS', 4_000);
  const quickMs = numberFrom('BENCH_PIPELINE_QUICK_MS', 500);
  const atOnce = numberFrom('BENCH_PIPELINE_AT_ONCE', 50);
  const command = commandOf(dir, log);
  const models = await startModels(quickMs);
  const home = path.join(dir, 'home');
  const env = writeModelsFile(home, models.url);
  const server = await startServer({ command, args: ['serve'], env: { ...process.env, ...env } });
  try {
    const plans = new PlanMaker(server.origin);
    log('two plans to warm up');
    await plans.make('offline', 1);
    await plans.make('model', 1);
    log(`${plansQuick} plans, one after another`);
    const quick: Alone[] = [];
    for (let turn = 0; turn < plansQuick; turn += 1) quick.push(await makeAlone(plans, models));
    log(JSON.stringify(quick));
    log('one plan at each other detail');
    const brief = await makeAlone(plans, models, 'brief');
    const standard = await makeAlone(plans, models, 'standard');
    log(`${atOnce} plans at once, without a model and with it`);
    const offline = await makeAtOnce(plans, server.pid, 'offline', atOnce);
    await models.clear();
    const crowd = await makeAtOnce(plans, server.pid, 'model', atOnce);
    const { calls, peak } = await models.figures();
    log(JSON.stringify({ offline, crowd, calls, peak }));
    log(`${plansAlone} plans, one after another, with a model that takes ${latencyMs} ms`);
    await models.takes(latencyMs);
    const alone: Alone[] = [];
    for (let turn = 0; turn < plansAlone; turn += 1) alone.push(await makeAlone(plans, models));
    log(JSON.stringify(alone));
    const measured = { alone, quick, brief, standard, offline, crowd, crowdCalls: calls };
    return { ...figuresOf({ ...measured, latencyMs, quickMs, atOnce }), lengths: models.lengths };
  } finally {
    await server.stop();
    await models.stop();
  }
}

interface Measured {
  readonly alone: readonly Alone[];
  readonly quick: readonly Alone[];
  readonly brief: Alone;
  readonly standard: Alone;
  readonly offline: AtOnce;
  readonly crowd: AtOnce;
  readonly crowdCalls: number;
  readonly latencyMs: number;
  readonly quickMs: number;
  readonly atOnce: number;
}

type Promised = Record<keyof typeof limits, number>;

const medianOf = (plans: readonly Alone[], value: (plan: Alone) => number): number =>
  median(plans.map(value));

const wallOverIdeal = (plans: readonly Alone[], latencyMs: number): number =>
  toDigits(
    medianOf(plans, ({ wallMs, levels }) => wallMs / (levels * latencyMs)),
    4,
  );

function promisedOf({ alone, quick, brief, standard, latencyMs }: Measured): Promised {
  return {
    wall_over_ideal: wallOverIdeal(alone, latencyMs),
    wall_s: toDigits(medianOf(alone, ({ wallMs }) => wallMs / 1_000)),
    levels: medianOf(quick, ({ levels }) => levels),
    calls: medianOf(quick, ({ calls }) => calls),
    input_tokens: medianOf(quick, ({ inputTokens }) => inputTokens),
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
  const { quick, offline, crowd, crowdCalls, latencyMs, quickMs, atOnce } = measured;
  const ideal = medianOf(quick, ({ levels }) => levels) * quickMs;
  const cpuMs = crowd.cpuMs === null || offline.cpuMs === null ? null : crowd.cpuMs - offline.cpuMs;
  const promised = promisedOf(measured);
  return {
    ...promised,
    output_tokens: medianOf(quick, ({ outputTokens }) => outputTokens),
    largest_input: medianOf(quick, ({ largestInput }) => largestInput),
    of_limit: ofLimit(promised),
    latency_ms: latencyMs,
    quick: {
      latency_ms: quickMs,
      wall_over_ideal: wallOverIdeal(quick, quickMs),
      own_ms: toDigits(medianOf(quick, ({ wallMs, levels }) => wallMs - levels * quickMs)),
      serial_over_ours: toDigits(
        medianOf(quick, ({ wallMs, calls }) => (calls * quickMs) / wallMs),
      ),
    },
    serial_over_ours: toDigits(
      medianOf(measured.alone, ({ wallMs, calls }) => (calls * latencyMs) / wallMs),
    ),
    cpu_ms_per_call: cpuMs === null ? null : toDigits(cpuMs / crowdCalls),
    rss_mb_per_plan: toDigits(crowd.grownMb / atOnce),
    at_once: { plans: atOnce, wall_over_ideal: toDigits(crowd.wallMs / ideal, 4) },
  };
}
