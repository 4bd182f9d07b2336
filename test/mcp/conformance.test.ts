import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaints, revisions, runSuite } from './conformance.ts';
import { advertisedCapabilities } from './protocol-client.ts';
import { endpointScenarios, isClassified } from './scenarios.ts';
import type { TestServer } from './test-server.ts';
import { startFixtureServer, startTestServer } from './test-server.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const suiteTimeoutMs = 90_000;
const maxBaselineEntries = 5;

let fixtures: TestServer;
let endpoint: TestServer;

beforeAll(async () => {
  fixtures = await startFixtureServer();
  endpoint = await startTestServer();
});

afterAll(async () => {
  await fixtures.close();
  await endpoint.close();
});

describe.each(revisions)('the conformance suite at %s', (revision) => {
  it('[MC12] the fixture path fails nothing but its baseline', {
    timeout: suiteTimeoutMs,
  }, async () => {
    const baseline = `${here}baseline-fixtures-${revision}.yml`;
    const run = await runSuite(fixtures.url, revision, baseline);
    const summary = run.code === 0 ? '' : run.output.slice(-3000);
    expect(summary).toBe('');
    expect(run.checks.size).toBeGreaterThan(25);
    expect([...run.checks.keys()].filter((scenario) => !isClassified(scenario))).toEqual([]);
  });

  it('[MC12] the endpoint fails nothing it advertises', { timeout: suiteTimeoutMs }, async () => {
    const advertised = await advertisedCapabilities(endpoint.url);
    const run = await runSuite(endpoint.url, revision);
    const judged = Object.entries(endpointScenarios)
      .filter(
        ([name, needs]) => run.checks.has(name) && needs.every((need) => advertised.has(need)),
      )
      .map(([name]) => name);
    expect(judged).toContain('tools-list');
    expect(judged).toContain('dns-rebinding-protection');
    expect(complaints(run, judged)).toEqual([]);
  });
});

describe('the baseline', () => {
  it('[MC12] has at most five entries, each under a comment that says why', async () => {
    const names = (await readdir(here)).filter((name) => /^baseline-.*\.yml$/.test(name));
    const texts = await Promise.all(names.map((name) => readFile(here + name, 'utf8')));
    const lines = texts.flatMap((text) => text.split('\n'));
    const entries = lines.flatMap((line, index) => (/^ {2}- /.test(line) ? [index] : []));
    expect(entries.length).toBeLessThanOrEqual(maxBaselineEntries);
    const unexplained = entries.filter((index) => !/^ {2}# \w/.test(lines[index - 1] ?? ''));
    expect(unexplained).toEqual([]);
  });

  it('[MC12] an entry that passes fails the run', { timeout: suiteTimeoutMs }, async () => {
    const stale = `${here}stale-baseline.yml`;
    const run = await runSuite(fixtures.url, '2026-07-28', stale);
    expect(run.code).toBe(1);
    expect(run.output).toContain('stale');
  });
});
