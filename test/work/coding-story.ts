// A small repository with a wrong function and a test of it, and two runs over it: one whose mind learns
// from what the test said, and one whose mind never does.
import type { NewStep } from '../../src/engine/engine-api.ts';
import type { CheckDef } from '../../src/engine/event-types.ts';
import type { Mind, MindTurn } from '../../src/work/mind-handler.ts';
import { effectsOf, toolStep } from '../../src/work/tool-step.ts';
import type { WorkWorld } from '../support/work-world.ts';

export const source = 'src/add.mjs';
const testFile = 'test/add.test.mjs';

/** A folder with a repository in it, wherever the engine over it is. */
export type Repository = Pick<WorkWorld, 'root' | 'file' | 'text' | 'tree' | 'git'>;

export function makeRepository(world: Repository): void {
  world.file(source, 'export const add = (a, b) => a - b;\n', 0o640);
  world.file(
    testFile,
    "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/add.mjs';\ntest('adds', () => assert.equal(add(2, 3), 5));\n",
  );
  world.file('scripts/stamp.sh', '#!/bin/sh\n', 0o755);
  world.file('README.md', 'Adds.\n');
  world.git('init', '-q', '-b', 'main');
  world.git('add', '.');
  world.git('commit', '-q', '-m', 'first');
  // Neither committed nor staged: it must be there afterwards too.
  world.file('notes.txt', 'mine\n');
}

/** All that undo puts back: files and modes, branches, the index, where HEAD stands. */
export function footprint(world: Repository): string[] {
  const isOwn = (line: string) => !line.startsWith('.git');
  return [
    ...world.tree().split('\n').filter(isOwn),
    world.git('symbolic-ref', 'HEAD'),
    world.git('for-each-ref', '--format=%(refname) %(objectname)'),
    world.git('ls-files', '-s'),
    world.git('status', '--porcelain'),
  ];
}

export const policyOf = (world: Repository): object => ({
  file_scopes: { root: world.root, read: ['.'], write: ['.'] },
  commands: [
    {
      command: 'node',
      args: [
        ['--test', testFile],
        ['-e', '*'],
      ],
    },
  ],
  // Without a sandbox a person would be asked.
  pre_approved: ['command_run'],
});

const edit = (old: string, fresh: string) => ({
  tool: 'file_edit',
  params: { path: source, replace: [{ old, new: fresh }] },
});

const look = { tool: 'file_read', params: { path: source } };

/** What the file holds, once it was read. */
const textIn = ({ results }: MindTurn): string =>
  String((results[0]?.output as { text?: unknown } | undefined)?.text);

/** Only what stands in the file and in the notes: it remembers nothing. */
function betterEdit(turn: MindTurn): ReturnType<typeof edit> | null {
  const text = textIn(turn);
  const { found = '' } = (turn.notes ?? {}) as { found?: string };
  if (text.includes('a - b')) return edit('a - b', 'a * b');
  // The test said what came out.
  return text.includes('a * b') && found.includes('6 == 5') ? edit('a * b', 'a + b') : null;
}

/** Reads, changes, and claims to be done. */
const learner: Mind = (turn) => {
  if (turn.results.length === 0) return Promise.resolve(look);
  const better = turn.results.length === 1 ? betterEdit(turn) : null;
  return Promise.resolve(better ?? { output: { done: true } });
};

/** Always another change, never the right one; and a file that nobody asked for. */
const fool: Mind = (turn) => {
  const { length } = turn.results;
  if (length === 0) return Promise.resolve(look);
  if (length === 1) return Promise.resolve(wrong(textIn(turn)));
  if (length > 2) return Promise.resolve({ output: { done: true, receipt: { exit_code: 0 } } });
  const params = { path: `deep/er/${textIn(turn).length}.txt`, content: 'x' };
  return Promise.resolve({ tool: 'file_write', params });
};

function wrong(text: string): ReturnType<typeof edit> {
  const [, inner = ''] = /=> (.*);/.exec(text) ?? [];
  return edit(`=> ${inner};`, `=> (${inner}) - 1;`);
}

export const minds = { learner, fool } as const;
export type StoryName = keyof typeof minds;

const tests: CheckDef = {
  key: 'tests',
  performer: 'tool',
  action: 'check_command',
  attempts_max: 5,
  timeout_ms: 60_000,
};

const spec = {
  checks: {
    tests: {
      description: 'The tests pass.',
      params: { command: 'node', args: ['--test', testFile] },
    },
  },
};

const repair = (more: Partial<NewStep['def']>): NewStep => ({
  def: {
    ...{ id: 'edit_1', needs: ['stamp_1'], performer: 'model', purpose: 'work', action: 'repair' },
    ...{ attempts_max: 8, timeout_ms: 60_000, tier: 1, checks: [tests] },
    ...effectsOf('file_edit'),
    ...more,
  },
  spec: { title: 'repair', description: 'Make the tests pass.', params: {}, ...spec },
});

const stamp =
  "const fs = require('fs'); fs.writeFileSync('scripts/stamp.sh', 'new'); fs.chmodSync('scripts/stamp.sh', 0o700); fs.writeFileSync('scripts/more.sh', 'x')";

const prelude = (): NewStep[] => [
  toolStep({
    id: 'branch_1',
    title: 'Branch',
    tool: 'git_branch',
    params: { name: 'fix' },
    def: { attempts_max: 8 },
  }),
  toolStep({
    ...{ id: 'stamp_1', title: 'Stamp', tool: 'command_run' },
    params: { command: 'node', args: ['-e', stamp], writes: ['scripts'] },
    def: { needs: ['branch_1'], attempts_max: 8 },
  }),
];

const commit = (id: string, paths: string[], needs: string[]): NewStep =>
  toolStep({
    id,
    title: 'Commit',
    tool: 'git_commit',
    params: { message: 'Add', paths },
    def: { needs, attempts_max: 8 },
  });

export function storySteps(story: StoryName): NewStep[] {
  if (story === 'learner') {
    return [...prelude(), repair({}), commit('commit_1', [source, 'scripts/stamp.sh'], ['edit_1'])];
  }
  const recovery = [
    { strategy: 'alternate', action: 'repair_again' },
    { strategy: 'abort' },
  ] as const;
  return [
    ...prelude(),
    commit('early_1', ['scripts/stamp.sh', 'scripts/more.sh'], ['stamp_1']),
    repair({ needs: ['early_1'], attempts_max: 3, recovery }),
    commit('commit_1', [source], ['edit_1']),
  ];
}
