// The test projects: what each one covers, and what the machine must have for it.
// vitest.config.ts makes its projects from this table, scripts/test.ts decides which of them run.

export type Need = 'browser' | 'data' | 'openssl' | 'python';

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

/** Ends what hangs; no test is held to it. A loaded machine takes many times as long as a quiet one. */
const watchdogMs = 180_000;
const longWatchdogMs = 900_000;

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
    testTimeoutMs: watchdogMs,
  },
  {
    name: 'architecture',
    include: suite('architecture'),
    postgres: false,
    testTimeoutMs: watchdogMs,
  },
  { name: 'contract', include: suite('contract'), postgres: true, testTimeoutMs: watchdogMs },
  { name: 'histories', include: suite('histories'), postgres: false, testTimeoutMs: watchdogMs },
  { name: 'model', include: suite('model'), postgres: false, testTimeoutMs: watchdogMs },
  { name: 'models', include: suite('models'), postgres: false, testTimeoutMs: watchdogMs },
  {
    name: 'simulation',
    include: suite('simulation'),
    postgres: false,
    testTimeoutMs: longWatchdogMs,
  },
  { name: 'pipeline', include: suite('pipeline'), postgres: true, testTimeoutMs: watchdogMs },
  { name: 'crash', include: suite('crash'), postgres: true, testTimeoutMs: longWatchdogMs },
  { name: 'work', include: suite('work'), postgres: false, testTimeoutMs: watchdogMs },
  { name: 'security', include: suite('security'), postgres: true, testTimeoutMs: watchdogMs },
  { name: 'cli', include: suite('cli'), postgres: false, testTimeoutMs: watchdogMs },
  { name: 'mcp', include: suite('mcp'), postgres: false, testTimeoutMs: watchdogMs },
  {
    name: 'e2e',
    include: suite('e2e'),
    postgres: true,
    need: 'browser',
    testTimeoutMs: watchdogMs,
  },
  {
    name: 'data',
    include: suite('data'),
    exclude: parked,
    postgres: false,
    need: 'data',
    testTimeoutMs: watchdogMs,
  },
  {
    name: 'python',
    include: suite('python'),
    postgres: false,
    need: 'python',
    testTimeoutMs: watchdogMs,
  },
  {
    name: 'tls',
    include: suite('tls'),
    postgres: false,
    need: 'openssl',
    testTimeoutMs: watchdogMs,
  },
  {
    name: 'judgement',
    include: suite('judgement'),
    postgres: true,
    testTimeoutMs: watchdogMs,
  },
  { name: 'kills', include: suite('kills'), postgres: true, testTimeoutMs: longWatchdogMs },
  {
    name: 'long',
    include: suite('long'),
    postgres: true,
    onDemand: true,
    testTimeoutMs: longWatchdogMs,
  },
  { name: 'parked', include: parked, postgres: false, onDemand: true, testTimeoutMs: watchdogMs },
];
