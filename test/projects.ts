// The test projects: what each one covers, and what the machine must have for it.
// vitest.config.ts makes its projects from this table, scripts/test.ts decides which of them run.

export type Need = 'browser' | 'data' | 'openssl' | 'python' | 'time';

export interface ProjectSpec {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Gets the URL of the run's PostgreSQL server by inject('postgresUrl'). */
  readonly postgres: boolean;
  /** Without this the project is left out, by name. */
  readonly need?: Need;
  /** Only run when asked for by name (npm run test:long). */
  readonly onDemand?: boolean;
  readonly testTimeoutMs: number;
}

/**
 * Tests of rules and wording that are being replaced. They run by name only (`npm test -- --project parked`);
 * until they are removed, the rules they name stay in SPEC.md.
 */
const parked = [
  'src/plan/brains/offline/**/*.test.ts',
  'src/plan/offline-plan.test.ts',
  'src/plan/ordinary-goals.test.ts',
  'src/plan/report/short-report.test.ts',
  'test/data/goals.test.ts',
];

const suite = (name: string) => [`test/${name}/**/*.test.ts`];

export const projects: readonly ProjectSpec[] = [
  {
    name: 'unit',
    include: [
      '{src,sdk,scripts,bench}/**/*.test.ts',
      'web/src/**/*.test.ts',
      ...suite('support'),
      ...suite('launcher'),
      ...suite('doubles'),
    ],
    exclude: parked,
    postgres: false,
    testTimeoutMs: 10_000,
  },
  { name: 'architecture', include: suite('architecture'), postgres: false, testTimeoutMs: 20_000 },
  { name: 'contract', include: suite('contract'), postgres: true, testTimeoutMs: 60_000 },
  { name: 'histories', include: suite('histories'), postgres: false, testTimeoutMs: 30_000 },
  { name: 'model', include: suite('model'), postgres: false, testTimeoutMs: 120_000 },
  { name: 'models', include: suite('models'), postgres: false, testTimeoutMs: 60_000 },
  { name: 'simulation', include: suite('simulation'), postgres: false, testTimeoutMs: 300_000 },
  { name: 'pipeline', include: suite('pipeline'), postgres: true, testTimeoutMs: 120_000 },
  { name: 'crash', include: suite('crash'), postgres: true, testTimeoutMs: 180_000 },
  { name: 'work', include: suite('work'), postgres: false, testTimeoutMs: 60_000 },
  { name: 'security', include: suite('security'), postgres: true, testTimeoutMs: 60_000 },
  { name: 'cli', include: suite('cli'), postgres: false, testTimeoutMs: 60_000 },
  { name: 'mcp', include: suite('mcp'), postgres: false, testTimeoutMs: 120_000 },
  {
    name: 'e2e',
    include: suite('e2e'),
    postgres: true,
    need: 'browser',
    testTimeoutMs: 120_000,
  },
  {
    name: 'data',
    include: suite('data'),
    exclude: parked,
    postgres: false,
    need: 'data',
    testTimeoutMs: 120_000,
  },
  {
    name: 'python',
    include: suite('python'),
    postgres: false,
    need: 'python',
    testTimeoutMs: 30_000,
  },
  { name: 'tls', include: suite('tls'), postgres: false, need: 'openssl', testTimeoutMs: 60_000 },
  {
    name: 'judgement',
    include: suite('judgement'),
    postgres: true,
    need: 'time',
    testTimeoutMs: 60_000,
  },
  { name: 'kills', include: suite('kills'), postgres: true, need: 'time', testTimeoutMs: 180_000 },
  {
    name: 'long',
    include: suite('long'),
    postgres: true,
    onDemand: true,
    testTimeoutMs: 900_000,
  },
  { name: 'parked', include: parked, postgres: false, onDemand: true, testTimeoutMs: 120_000 },
];
