// Vitest projects, one per suite. Run them by `npm test`, which leaves out what the machine cannot run.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { type ProjectSpec, projects } from './test/projects.ts';
import { watchdogMs } from './test/support/watchdog.ts';

const modelKeys = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GEMINI_API_KEY',
  'OPENROUTER_API_KEY',
];

function toProject(spec: ProjectSpec) {
  return {
    extends: true as const,
    test: {
      name: spec.name,
      include: [...spec.include],
      exclude: [...(spec.exclude ?? [])],
      setupFiles: ['./test/support/cpu-time.ts'],
      globalSetup: [
        ...(spec.postgres ? ['./test/support/postgres-setup.ts'] : []),
        ...(spec.need === 'browser' ? ['./test/e2e/browser-setup.ts'] : []),
      ],
      testTimeout: spec.testTimeoutMs,
      hookTimeout: spec.testTimeoutMs,
    },
  };
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Loading the source for each file anew was more than half of the processor time.
    isolate: false,
    // More than there are cores: a third of the time files wait, for servers, leases and pages.
    maxWorkers: availableParallelism() + 2,
    // node:sqlite prints an experimental warning in every process otherwise.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Keys of the developer's own would send tests to the network.
    env: { NODE_ENV: 'test', ...Object.fromEntries(modelKeys.map((name) => [name, ''])) },
    exclude: ['**/node_modules/**', '**/dist/**'],
    // A project whose suite has no file yet is no failure; a misspelled project name still is.
    passWithNoTests: true,
    allowOnly: false,
    expect: { poll: { timeout: watchdogMs } },
    unstubEnvs: true,
    restoreMocks: true,
    projects: projects.map(toProject),
  },
});
