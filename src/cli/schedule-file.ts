// The file that `planwright schedule` is given: a plan.json, or a project of the library PSPLIB.
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { shapeProblem } from '../base/json-shape.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { type PlanReading, type ReadOptions, readPlan } from '../schedule/read/plan.ts';
import { psplibProject, readPsplib } from '../schedule/read/psplib.ts';

/** What was read, of whichever kind of file. */
export interface ScheduleFile extends PlanReading {
  readonly kind: 'plan' | 'psplib';
  readonly planId: string;
  /** The plan as it was read, to be written again with its dates; null for other files. */
  readonly plan: Record<string, unknown> | null;
}

const maxFileBytes = 64 * 2 ** 20;

export function readScheduleFile(word: string, options: ReadOptions = {}): ScheduleFile {
  const file = resolve(word);
  const name = basename(file);
  const text = readText(file);
  const isPsplib = /\.(?:sm|mm)$/i.test(name) || text.startsWith('****');
  return isPsplib ? psplibFile(text, name) : planFile(text, name, options);
}

/** A plan.json as it stands, to be checked by whoever takes it. */
export function readPlanFile(word: string): Record<string, unknown> {
  const file = resolve(word);
  return parseJson(readText(file), basename(file));
}

function readText(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `${file} is a folder; name a file in it.`);
  }
  if (!found?.isFile()) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `There is no file ${file}.`);
  }
  if (found.size > maxFileBytes) {
    const message = `${file} has ${Math.round(found.size / 2 ** 20)} MiB; at most ${maxFileBytes / 2 ** 20} MiB are read.`;
    throw new PlanwrightError('too_large', message);
  }
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new PlanwrightError('INVALID_ARGUMENTS', `${file} cannot be read (${code}).`);
  }
}

function psplibFile(text: string, name: string): ScheduleFile {
  return {
    kind: 'psplib',
    planId: name,
    title: name,
    project: psplibProject(readPsplib(text)),
    currency: null,
    budget: null,
    confidence: 0.8,
    risks: [],
    effort: null,
    stated: [],
    baseline: null,
    notes: [],
    isSound: true,
    ranged: { plan: null, changes: [] },
    lint: [],
    plan: null,
  };
}

function planFile(text: string, name: string, options: ReadOptions): ScheduleFile {
  const reading = readPlan(migratePlan(parseJson(text, name)), options);
  const plan = reading.ranged.plan as Record<string, unknown>;
  const { plan_id: id } = plan;
  return { kind: 'plan', planId: typeof id === 'string' ? id : name, plan, ...reading };
}

/** What comes after may go down by recursion. */
function checkShape(plan: object, name: string): Record<string, unknown> {
  const problem = shapeProblem(plan);
  if (problem === undefined) return plan as Record<string, unknown>;
  const what = problem.replace('The body', name);
  throw new PlanwrightError('INVALID_ARGUMENTS', what);
}

function parseJson(text: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return checkShape(value, name);
    }
  } catch (error) {
    if (isPlanwrightError(error)) throw error;
    const why = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new PlanwrightError('INVALID_ARGUMENTS', `${name} is no valid JSON: ${why}`);
  }
  throw new PlanwrightError('INVALID_ARGUMENTS', `${name} must hold one JSON object, a plan.`);
}
