// Plans that ship with the package, each a folder of examples/: about.json says what it is, the rest are
// its files. They are read when somebody asks.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Example, ExampleShelf } from './operations/example-shelf.ts';

/** One folder up in the repository and in what is built from it. */
const usualFolder = fileURLToPath(new URL('../examples', import.meta.url));

const isName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,59}$/.test(name);
const isFileName = (name: string): boolean => /^\w[\w.-]{0,99}$/.test(name);
const maxFileBytes = 20_000_000;

const named = (names: readonly string[], is: (name: string) => boolean): string[] =>
  names.filter(is).sort();

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const textOf = (value: unknown, orElse: string): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, 2_000) : orElse;

async function aboutOf(folder: string, name: string): Promise<Example | null> {
  try {
    const about: unknown = JSON.parse(
      await readFile(path.join(folder, name, 'about.json'), 'utf8'),
    );
    const { title, summary } = about as { title?: unknown; summary?: unknown };
    return { name, title: textOf(title, name), summary: textOf(summary, '') };
  } catch {
    // A folder without it is no example.
    return null;
  }
}

async function readOne(folder: string, name: string) {
  const full = path.join(folder, name);
  const found = await stat(full);
  if (!found.isFile() || found.size > maxFileBytes) return null;
  return { path: name, bytes: await readFile(full), updatedAtMs: found.mtimeMs };
}

export const openExamples = (folder = usualFolder): ExampleShelf => ({
  async list() {
    const names = named(await namesIn(folder), isName);
    const all = await Promise.all(names.map((name) => aboutOf(folder, name)));
    return all.filter((example) => example !== null);
  },
  async files(name) {
    if (!isName(name) || !(await aboutOf(folder, name))) return [];
    const inside = path.join(folder, name);
    const names = named(await namesIn(inside), isFileName);
    const files = await Promise.all(names.map((file) => readOne(inside, file).catch(() => null)));
    return files.filter((file) => file !== null);
  },
});
