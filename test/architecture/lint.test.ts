// The type-aware lint finds what it is there for. It would be easy to lose without a sound: a rule
// that gets no types reports nothing.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './source-tree.ts';

const sample = `
async function work(): Promise<number> {
  return 1;
}
export function start(kind: 'a' | 'b'): number {
  work();
  switch (kind) {
    case 'a':
      return 1;
  }
  return 0;
}
export async function call(): Promise<void> {
  await fetch('http://x');
  await globalThis.fetch('http://x');
}
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'planwright-lint-'));
  copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  writeFileSync(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
  for (const room of ['src/base', 'src/cli']) {
    mkdirSync(path.join(folder, room), { recursive: true });
    writeFileSync(path.join(folder, room, 'sample.ts'), sample);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function complaints(room: string): string[] {
  const bin = path.join(root, 'node_modules', '.bin');
  const args = ['--type-aware', '--format', 'unix', `${room}/sample.ts`];
  const result = spawnSync(path.join(bin, 'oxlint'), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  return [...result.stdout.matchAll(/\(([a-z-]+)\)\]/g)].map((match) => match[1] ?? '').sort();
}

it('[AR11] finds a floating promise, a missing case and a bare fetch in the server', () => {
  const found = new Set(complaints('src/base'));
  expect(found).toContain('no-floating-promises');
  expect(found).toContain('switch-exhaustiveness-check');
  expect(found).toContain('no-restricted-globals');
  expect(found).toContain('no-restricted-properties');
});

it('[AR11] lets the command line use fetch, and nothing else of these', () => {
  expect(complaints('src/cli')).toEqual(['no-floating-promises', 'switch-exhaustiveness-check']);
});
