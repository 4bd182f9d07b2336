// A Vitest reporter that prints where the time went and keeps it as JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import { say } from './say.ts';
import { type FileTime, formatTimes, summarize } from './test-times.ts';

function timeOf(module: TestModule): FileTime {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } =
    module.diagnostic();
  const preparing = environmentSetupDuration + prepareDuration + setupDuration + collectDuration;
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    wallMs: Math.round(preparing + duration),
    cpuMs: module.meta().cpuMs ?? 0,
  };
}

export default class TestTimesReporter implements Reporter {
  #startedMs = performance.now();
  #folder = '';

  onInit(vitest: { readonly config: { readonly root: string } }): void {
    this.#folder = path.join(vitest.config.root, 'test-output');
  }

  onTestRunStart(): void {
    this.#startedMs = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = summarize(performance.now() - this.#startedMs, modules.map(timeOf));
    mkdirSync(this.#folder, { recursive: true });
    const file = path.join(this.#folder, process.env.TEST_TIMES_FILE ?? 'times-of-part.json');
    writeFileSync(file, `${JSON.stringify(times, null, 1)}\n`);
    say(`\n${formatTimes(times).join('\n')}\n(kept in ${path.relative('.', file)})`);
  }
}
