// Plans that ship with the package, each a folder of examples/: about.json says what it is, the rest are
// its files. They are read when somebody asks.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { verdictSchema } from './contract/plan-gates.ts';
import type { ExampleFigures } from './contract/plan-read.ts';
import type { Example, ExampleShelf } from './operations/example-shelf.ts';

/** One folder up in the repository and in what is built from it. */
export const exampleFolder = new URL('../examples/', import.meta.url);

const isName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,59}$/.test(name);
const isFileName = (name: string): boolean => /^\w[\w.-]{0,99}$/.test(name);
const maxFileBytes = 20_000_000;

const named = (names: readonly string[], is: (name: string) => boolean): string[] =>
  names.filter(is).sort();

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const textOf = (value: unknown, orElse: string): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, 2_000) : orElse;

/** Of the whole plan only what its figures come from: the rest need not be read with care to list it. */
const figuresIn = z.object({
  start_date: z.iso.date(),
  finish_date: z.iso.date(),
  phases: z.array(z.object({ tasks: z.array(z.unknown()) })),
  costs: z.object({ currency: z.string(), base: z.number(), budget: z.number().nullable() }),
  verdict: verdictSchema.pick({ decision: true }).optional(),
});

async function figuresOf(folder: string): Promise<ExampleFigures | null> {
  try {
    const text = await readFile(path.join(folder, 'plan.json'), 'utf8');
    const { start_date, finish_date, phases, costs, verdict } = figuresIn.parse(JSON.parse(text));
    const tasks = phases.reduce((sum, phase) => sum + phase.tasks.length, 0);
    const { currency, base, budget } = costs;
    const money = { currency, cost: base, budget };
    return { start_date, finish_date, tasks, ...money, verdict: verdict?.decision ?? null };
  } catch {
    // An example without figures is still one to open.
    return null;
  }
}

async function readAbout(folder: string, name: string) {
  try {
    const about: unknown = JSON.parse(
      await readFile(path.join(folder, name, 'about.json'), 'utf8'),
    );
    const { title, summary, goal } = about as Readonly<Record<string, unknown>>;
    return {
      name,
      title: textOf(title, name),
      summary: textOf(summary, ''),
      goal: textOf(goal, ''),
    };
  } catch {
    // A folder without it is no example.
    return null;
  }
}

async function exampleIn(folder: string, name: string): Promise<Example | null> {
  const about = await readAbout(folder, name);
  return about && { ...about, figures: await figuresOf(path.join(folder, name)) };
}

async function readOne(folder: string, name: string) {
  const full = path.join(folder, name);
  const found = await stat(full);
  if (!found.isFile() || found.size > maxFileBytes) return null;
  return { path: name, bytes: await readFile(full), updatedAtMs: found.mtimeMs };
}

export const openExamples = (folder = fileURLToPath(exampleFolder)): ExampleShelf => ({
  async list() {
    const names = named(await namesIn(folder), isName);
    const all = await Promise.all(names.map((name) => exampleIn(folder, name)));
    return all.filter((example) => example !== null);
  },
  async files(name) {
    if (!isName(name) || !(await readAbout(folder, name))) return [];
    const inside = path.join(folder, name);
    const names = named(await namesIn(inside), isFileName);
    const files = await Promise.all(names.map((file) => readOne(inside, file).catch(() => null)));
    return files.filter((file) => file !== null);
  },
});
