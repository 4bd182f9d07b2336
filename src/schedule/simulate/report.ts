// The simulation in the words of the plan: instants instead of ticks, ids instead of indexes, and
// what drives the end, strongest first.
import type { Minute, Project, Task } from '../project.ts';
import type { Compiled } from '../solve/compile.ts';
import type { Answer } from '../solve/problem.ts';
import type { Drive, FactorDrive } from './drives.ts';
import { simModelOf, type Uncertainty } from './from-project.ts';
import { type SimEffort, type SimResult, simulate } from './monte-carlo.ts';
import { type Percentiles, percentile } from './percentiles.ts';

export interface SimulationReport {
  readonly runs: number;
  readonly seed: number;
  /** Instants; the deviation is in minutes. */
  readonly finish: Percentiles;
  /** The finish at the asked confidence. */
  readonly finishAtConfidence: Minute;
  readonly confidence: number;
  /** In the project's currency. */
  readonly cost: Percentiles;
  readonly deadlineOdds: number | null;
  readonly budgetOdds: number | null;
  /** How often each task decided the end, most often first; those that never did are left out. */
  readonly criticality: readonly { readonly id: string; readonly share: number }[];
  /** Milestones and tasks with a deadline. */
  readonly milestones: readonly MilestoneOdds[];
  /** What moves finish or cost more than by accident, what moves the finish most first. */
  readonly tornado: readonly TornadoBar[];
  /** Sorted; for contingency and other percentiles. */
  readonly costs: Float64Array;
}

export interface MilestoneOdds {
  readonly id: string;
  readonly finish: Percentiles;
  readonly deadline: Minute | null;
  readonly odds: number | null;
  /** From the finish at the asked confidence to the deadline; negative when it is missed. */
  readonly slackMinutes: number | null;
}

export interface TornadoBar {
  readonly kind: 'task' | 'risk';
  readonly id: string;
  /** The mean finish when it goes well and when it goes badly. */
  readonly good: Minute;
  readonly bad: Minute;
  readonly swingMinutes: number;
  readonly costSwing: number;
  readonly correlation: number;
}

export interface ReportOptions extends Uncertainty {
  /** The odds at which deadline and budget should hold; 0.8 unless given. */
  readonly confidence?: number;
}

export const MAX_TORNADO_BARS = 50;

export function simulateProject(
  compiled: Compiled,
  answer: Pick<Answer, 'ways' | 'starts'>,
  effort: SimEffort,
  options: ReportOptions = {},
): SimulationReport {
  const result = simulate(simModelOf(compiled, answer, options), effort);
  const { confidence = 0.8, risks = [] } = options;
  const clock = clockOf(compiled);
  const idOf = (index: number): string => leafOf(compiled, index)?.id ?? '';
  return {
    runs: result.runs,
    seed: result.seed,
    finish: clock.percentiles(result.finish),
    finishAtConfidence: clock.instant(percentile(result.finishes, confidence)),
    confidence,
    cost: result.cost,
    deadlineOdds: result.deadlineOdds,
    budgetOdds: result.budgetOdds,
    criticality: Array.from(result.criticality, (share, index) => ({ id: idOf(index), share }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share),
    milestones: milestonesOf(compiled, result, clock, confidence),
    tornado: result.drives
      .map((drive) => withoutNoise(drive, result))
      .filter(({ finish, cost }) => finish.good !== finish.bad || cost.good !== cost.bad)
      .map((drive) => bar(drive, clock, drive.kind === 'task' ? idOf : (at) => risks[at]?.id ?? ''))
      .sort((a, b) => Math.abs(b.swingMinutes) - Math.abs(a.swingMinutes))
      .slice(0, MAX_TORNADO_BARS),
    costs: result.costs,
  };
}

/** So many standard errors of a correlation are no accident. */
const NOISE = 3;

/** A swing that so many runs show by accident is none. Neither is one of the finish by a task that
 * never decided it: others of its group did. */
function withoutNoise(
  drive: FactorDrive,
  { criticality, runs, ...result }: SimResult,
): FactorDrive {
  const none = (mean: number): Drive => ({ good: mean, bad: mean, correlation: 0 });
  const isNoise = ({ correlation }: Drive) => Math.abs(correlation) * Math.sqrt(runs) < NOISE;
  const isIdle = drive.kind === 'task' && criticality[drive.index] === 0;
  return {
    ...drive,
    finish: isIdle || isNoise(drive.finish) ? none(result.finish.mean) : drive.finish,
    cost: isNoise(drive.cost) ? none(result.cost.mean) : drive.cost,
  };
}

const leafOf = ({ project, taskOf }: Compiled, index: number): Task | undefined =>
  project.tasks[taskOf[index] ?? -1];

interface Clock {
  instant(tick: number): Minute;
  minutes(ticks: number): number;
  percentiles(ticks: Percentiles): Percentiles;
}

/** Instants are rounded up to the minute: a finish is never promised too early. */
function clockOf({ project, tickMinutes }: { project: Project; tickMinutes: number }): Clock {
  const instant = (tick: number) => project.start + Math.ceil(tick * tickMinutes - 1e-6);
  const minutes = (ticks: number) => ticks * tickMinutes;
  const percentiles = ({ p10, p50, p80, p90, p95, mean, deviation }: Percentiles) => ({
    p10: instant(p10),
    p50: instant(p50),
    p80: instant(p80),
    p90: instant(p90),
    p95: instant(p95),
    mean: instant(mean),
    deviation: minutes(deviation),
  });
  return { instant, minutes, percentiles };
}

function milestonesOf(
  compiled: Compiled,
  result: SimResult,
  clock: Clock,
  confidence: number,
): MilestoneOdds[] {
  return [...result.watched].map(([index, { percentiles, sample }]) => {
    const task = leafOf(compiled, index);
    const deadline = task?.deadline ?? null;
    const atConfidence = clock.instant(percentile(sample, confidence));
    return {
      id: task?.id ?? '',
      finish: clock.percentiles(percentiles),
      deadline,
      odds: result.taskOdds.get(index) ?? null,
      slackMinutes: deadline === null ? null : deadline - atConfidence,
    };
  });
}

function bar(drive: FactorDrive, clock: Clock, idOf: (index: number) => string): TornadoBar {
  const { finish, cost } = drive;
  return {
    kind: drive.kind,
    id: idOf(drive.index),
    good: clock.instant(finish.good),
    bad: clock.instant(finish.bad),
    swingMinutes: clock.minutes(finish.bad - finish.good),
    costSwing: cost.bad - cost.good,
    correlation: finish.correlation,
  };
}
