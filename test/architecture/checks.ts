// The checks themselves, as functions from sources to complaints; checks.test.ts shows each failing.
import { isPure, mayImport, roomOf } from './rooms.ts';
import { importsOf, resolveImport, type SourceFile } from './source-tree.ts';

/** Packages that compute and touch nothing. */
const purePackages = new Set(['zod', 'chrono-node']);

export function wrongDirections(sources: readonly SourceFile[]): string[] {
  return sources.flatMap((source) => {
    const from = roomOf(source.file);
    if (from === undefined) return [`${source.file} is in no room of the table`];
    return importsOf(source).flatMap((specifier) => {
      const target = resolveImport(source.file, specifier);
      if (target === undefined) return [];
      const to = roomOf(target);
      if (to !== undefined && mayImport(from, to)) return [];
      return [`${source.file} (${from}) imports ${target} (${to ?? 'outside the rooms'})`];
    });
  });
}

export function impureImports(sources: readonly SourceFile[]): string[] {
  return sources.flatMap((source) => {
    const room = roomOf(source.file);
    if (room === undefined || !isPure(room)) return [];
    return importsOf(source)
      .filter((specifier) => !specifier.startsWith('.') && !purePackages.has(specifier))
      .map((specifier) => `${source.file} (${room} is pure) imports ${specifier}`);
  });
}

export function missingExtensions(sources: readonly SourceFile[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((specifier) => specifier.startsWith('.') && !/\.[a-z]+$/.test(specifier))
      .map((specifier) => `${source.file} imports ${specifier} without its extension`),
  );
}

export function tooLong(sources: readonly SourceFile[], limit: number): string[] {
  return sources
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > limit)
    .map(({ file, lines }) => `${file} has ${lines} lines, more than ${limit}`);
}

/** Each ring once, as "a → b → a". Depth first with an explicit path. */
export function importCycles(sources: readonly SourceFile[]): string[] {
  const graph = new Map(sources.map((source) => [source.file, targetsOf(source)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start !== -1) {
      cycles.push([...trail.slice(start), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

function targetsOf(source: SourceFile): string[] {
  return importsOf(source).flatMap((specifier) => resolveImport(source.file, specifier) ?? []);
}
