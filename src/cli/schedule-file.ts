// The file that `planwright schedule` is given: a plan.json, or a project of the library PSPLIB.
import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { PlanwrightError } from '../base/errors.ts';
import { jsonValue, readStrictJson } from '../base/strict-json.ts';
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
  const bytes = readBytes(file);
  const isPsplib = /\.(?:sm|mm)$/i.test(name) || bytes.toString('latin1', 0, 4) === '****';
  return isPsplib ? psplibFile(bytes.toString('utf8'), name) : planFile(bytes, name, options);
}

/** A plan.json as it stands, to be checked by whoever takes it. */
export function readPlanFile(word: string): Record<string, unknown> {
  const file = resolve(word);
  return planIn(readBytes(file), basename(file));
}

function readBytes(file: string): Buffer {
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
    return readFileSync(file);
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

function planFile(bytes: Uint8Array, name: string, options: ReadOptions): ScheduleFile {
  const reading = readPlan(migratePlan(planIn(bytes, name)), options);
  const plan = reading.ranged.plan as Record<string, unknown>;
  const { plan_id: id } = plan;
  return { kind: 'plan', planId: typeof id === 'string' ? id : name, plan, ...reading };
}

function planIn(bytes: Uint8Array, name: string): Record<string, unknown> {
  const value = jsonValue(readStrictJson(bytes, name));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new PlanwrightError('INVALID_ARGUMENTS', `${name} must hold one JSON object, a plan.`);
}
