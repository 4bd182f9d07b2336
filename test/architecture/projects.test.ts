// No test file may fall between the projects: it would never run, and nobody would notice.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projects } from '../projects.ts';
import { readSources } from './source-tree.ts';

const matches = (file: string, globs: readonly string[] = []): boolean =>
  globs.some((glob) => path.posix.matchesGlob(file, glob));

function projectsOf(file: string): string[] {
  return projects
    .filter(({ include, exclude }) => matches(file, include) && !matches(file, exclude))
    .map((project) => project.name);
}

describe('test projects', () => {
  const files = readSources(['src', 'sdk', 'web', 'test', 'bench', 'scripts'])
    .map((source) => source.file)
    .filter((file) => /\.(test|spec)\.[a-z.]+$/.test(file));

  it('[AR12] every test file belongs to exactly one project', () => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => projectsOf(file).length !== 1)).toEqual([]);
  });

  it('every pattern of a project matches a file', () => {
    const globs = projects.flatMap(({ include, exclude = [] }) => [...include, ...exclude]);
    expect(globs.filter((glob) => !files.some((file) => matches(file, [glob])))).toEqual([]);
  });

  it('a file outside of all suites is seen as such', () => {
    expect(projectsOf('test/nowhere/a.test.ts')).toEqual([]);
    expect(projectsOf('src/base/a.test.ts')).toEqual(['unit']);
  });
});
