// The repository, the plan and the policy of the coding proof with a mind. The mind sees what the plan reads
// for it: the words and the sources, and that the tests cannot even be loaded yet. What these want in
// detail only a first try can show.
import type { Json } from '../support/small-plan.ts';
import type { Repository } from './coding-story.ts';

const readme = `# Hours

Makes invoices out of written hours.

An entry has a day, a duration and a rate per hour in cents. A duration is written as \`45m\`, \`2h\` or
\`1h 30m\`. Every started quarter of an hour is billed.

\`minutesOf(text)\` reads a duration. \`totalOf(entries)\` is what all entries come to, in cents.
`;

const duration = `// Reads how long something took.
const pattern = /^(?:(\\d+)h)?(?:(\\d+)m)?$/;

export function minutesOf(text) {
  const [, hours = '0', minutes = '0'] = pattern.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}
`;

const invoice = `// What written hours come to.
import { minutesOf } from './duration.mjs';

/** In cents. */
export function totalOf(entries) {
  return entries.reduce((sum, { duration, rate }) => sum + (minutesOf(duration) / 60) * rate, 0);
}
`;

const tests = `import assert from 'node:assert';
import { test } from 'node:test';
import { minutesOf } from '../src/duration.mjs';
import { billedMinutes, totalOf } from '../src/invoice.mjs';

test('reads durations', () => {
  assert.equal(minutesOf('45m'), 45);
  assert.equal(minutesOf('2h'), 120);
  assert.equal(minutesOf('1h 30m'), 90);
});

test('bills every started quarter of an hour', () => {
  assert.equal(billedMinutes([{ day: '2027-01-04', duration: '50m', rate: 6000 }]), 60);
});

test('entries of one day are billed together', () => {
  const entries = [
    { day: '2027-01-04', duration: '10m', rate: 6000 },
    { day: '2027-01-04', duration: '5m', rate: 6000 },
    { day: '2027-01-05', duration: '5m', rate: 6000 },
  ];
  assert.equal(billedMinutes(entries), 30);
  assert.equal(totalOf(entries), 3000);
});
`;

/** Wants a file that is nowhere. */
const ratesTest = `import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { totalOf } from '../src/invoice.mjs';

test('the invoice of last year comes to what was paid', () => {
  const { entries, paid } = JSON.parse(readFileSync('data/last-year.json', 'utf8'));
  assert.equal(totalOf(entries), paid);
});
`;

export const storyNames = ['converges', 'gives_up'] as const;
export type ProofStory = (typeof storyNames)[number];

const testFiles = ['test/invoice.test.mjs', 'test/last-year.test.mjs'] as const;

const testFilesOf = (story: ProofStory): readonly string[] =>
  story === 'converges' ? testFiles.slice(0, 1) : testFiles;

export function makeProofRepository(world: Repository, story: ProofStory): void {
  world.file('README.md', readme);
  world.file('src/duration.mjs', duration, 0o640);
  world.file('src/invoice.mjs', invoice);
  world.file(testFiles[0], tests);
  if (story === 'gives_up') world.file(testFiles[1], ratesTest);
  world.git('init', '-q', '-b', 'main');
  world.git('add', '.');
  world.git('commit', '-q', '-m', 'first');
  // Neither committed nor staged: it must be there afterwards too.
  world.file('notes.txt', 'mine\n');
}

const runTests = (story: ProofStory): Json => ({
  command: 'node',
  args: ['--test', '--test-reporter=tap', '--test-concurrency=1', ...testFilesOf(story)],
});

export const proofPolicy = (world: Repository, story: ProofStory): object => ({
  file_scopes: { root: world.root, read: ['.'], write: ['src'] },
  commands: [{ command: 'node', args: [runTests(story).args] }],
  // Without a sandbox a person would be asked.
  pre_approved: ['command_run'],
});

const wish =
  'Have every started quarter of an hour billed: export billedMinutes(entries) from src/invoice.mjs, and let totalOf go by it. Durations as the README writes them must be read right. Make the tests pass, and change nothing under test.';

const read = (id: string, path: string): Json => ({
  ...{ subtask_id: id, action: 'file_read', description: `Read ${path}`, params: { path } },
  dependencies: ['task_1_1'],
});

const known = ['task_1_2', 'task_1_3', 'task_1_4', 'task_1_5'];
const help = { strategy: 'replan', performer: 'agent', action: 'repair_code' };

export const proofPlan = (story: ProofStory): Json => ({
  title: 'Bill by the quarter of an hour',
  phases: [{ phase_id: 'phase_1', name: 'Change the code', tasks: [proofTask(story)] }],
});

const proofTask = (story: ProofStory): Json => ({
  task_id: 'task_1',
  title: 'Bill by the quarter of an hour',
  subtasks: [
    {
      ...{ subtask_id: 'task_1_1', action: 'git_branch', description: 'Work on a branch' },
      params: { name: 'quarters' },
    },
    read('task_1_2', 'README.md'),
    read('task_1_3', 'src/duration.mjs'),
    read('task_1_4', 'src/invoice.mjs'),
    {
      ...{ subtask_id: 'task_1_5', action: 'command_run', dependencies: ['task_1_1'] },
      description: 'See what the tests say now',
      params: { ...runTests(story), must_succeed: false },
    },
    {
      ...{ subtask_id: 'task_1_6', performer: 'agent', action: 'propose_edit' },
      ...{ description: wish, params: {}, dependencies: known },
    },
    {
      ...{ subtask_id: 'task_1_7', action: 'file_edit', description: wish },
      ...{ params_from: 'task_1_6', dependencies: [...known, 'task_1_6'] },
      checks: [
        {
          ...{ key: 'tests', performer: 'tool', action: 'check_command' },
          params: runTests(story),
        },
      ],
      retry_policy: { max_attempts: 1 },
      recovery: [help, help, { strategy: 'abort' }],
    },
    {
      ...{ subtask_id: 'task_1_8', action: 'git_commit', description: 'Commit it' },
      params: {
        message: 'Bill by the quarter of an hour',
        paths: ['src/duration.mjs', 'src/invoice.mjs'],
      },
    },
  ],
});
