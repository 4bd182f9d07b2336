// What happens to a plan before it is scheduled: a broken graph is repaired, estimates are corrected
// by the experience of past plans. Each change is kept, to be shown and to be written.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import {
  type Correction,
  calibrateProject,
  type KindOf,
  pastTasksOf,
} from '../schedule/forecast/calibrate-project.ts';
import { Calibration } from '../schedule/forecast/calibration.ts';
import { repair } from '../schedule/graph/repair.ts';
import type { Project } from '../schedule/project.ts';
import { changedPlan } from '../schedule/write/changed-plan.ts';
import { readScheduleFile, type ScheduleFile } from './schedule-file.ts';
import type { ScheduleOptions } from './schedule-options.ts';

export interface Prepared {
  readonly file: ScheduleFile;
  /** What a repair changed; null when none was asked for. */
  readonly repairs: readonly Repair[] | null;
  readonly calibration: CalibrationNote | null;
}

export interface Repair {
  readonly code: string;
  readonly ids: readonly string[];
  readonly message: string;
}

export interface CalibrationNote {
  /** Past tasks with an estimate and both dates. */
  readonly samples: number;
  readonly corrections: readonly Correction[];
}

export function prepare(options: ScheduleOptions): Prepared {
  const given = readScheduleFile(options.file, { lenient: options.repair });
  const mended = options.repair ? repaired(given) : { file: given, repairs: null };
  if (options.calibrate.length === 0) return { ...mended, calibration: null };
  return { ...mended, ...calibrated(mended.file, options.calibrate) };
}

function repaired(file: ScheduleFile): Pick<Prepared, 'file' | 'repairs'> {
  const { project, changes } = repair(file.project);
  const ranges = file.ranged.changes.map((message) => ({ code: 'out_of_range', ids: [], message }));
  const notes = file.notes.map((message) => ({ code: 'unknown_task', ids: [], message }));
  return { file: withProject(file, project), repairs: [...ranges, ...notes, ...changes] };
}

/** The same project again in another state, and the plan with it. */
export function withProject(file: ScheduleFile, after: Project): ScheduleFile {
  const { plan, project: before, currency } = file;
  const written = plan === null ? null : changedPlan(plan, { before, after, currency });
  return { ...file, project: after, plan: written };
}

/** Tasks of one group are alike; without a group those of one name. */
const kindOf: KindOf = ({ group, name }) => group ?? name.trim().toLowerCase();

function calibrated(
  file: ScheduleFile,
  pastFiles: readonly string[],
): Pick<Prepared, 'file' | 'calibration'> {
  const past = pastFiles.flatMap((word) => pastTasksOf(readScheduleFile(word).project, kindOf));
  if (past.length === 0) {
    const message =
      '--calibrate found no finished task with a start and a finish in the past plans.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const { project, corrections } = calibrateProject(file.project, new Calibration(past), kindOf);
  return {
    file: withProject(file, project),
    calibration: { samples: past.length, corrections },
  };
}

/** A mistake that --repair mends says that the flag exists. */
export function hinted(error: unknown): unknown {
  if (!isPlanwrightError(error)) return error;
  const { code, message, facts } = error;
  if (facts.mendable !== true && facts.finding === undefined) return error;
  return new PlanwrightError(code, `${message} (--repair mends this and says how)`, facts);
}
