// Reads the imports of every source file, so that the checks work on plain values.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { listFiles } from '../../scripts/lib/files.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

export function readSources(folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    listFiles(path.join(root, folder))
      .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.d\.ts$/.test(file))
      .map((file) => `${folder}/${file}`)
      .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
  );
}

export function isTest(source: SourceFile): boolean {
  return source.file.endsWith('.test.ts');
}

/** The specifiers a file imports, types included: a ring of types is a ring of concepts. */
export function importsOf(source: SourceFile): string[] {
  const code = source.file.endsWith('.svelte') ? scriptsOf(source.text) : source.text;
  return ts.preProcessFile(code, true, true).importedFiles.map((found) => found.fileName);
}

function scriptsOf(component: string): string {
  const scripts = component.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map((match) => match[1] ?? '').join('\n');
}

/** The file that a relative specifier names; undefined for packages and Node's own modules. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}
