// The public conformance suite as a function: one revision against one address, offline.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface SuiteRun {
  readonly code: number;
  readonly output: string;
  readonly checks: ReadonlyMap<string, readonly Check[]>;
}

const folderPattern = /^server-(.+?)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

async function readChecks(folder: string): Promise<Map<string, Check[]>> {
  const found = new Map<string, Check[]>();
  for (const entry of await readdir(folder)) {
    const scenario = folderPattern.exec(entry)?.[1];
    if (scenario === undefined) continue;
    const text = await readFile(join(folder, entry, 'checks.json'), 'utf8');
    found.set(scenario, JSON.parse(text) as Check[]);
  }
  return found;
}

export async function runSuite(
  url: string,
  revision: Revision,
  baseline?: string,
): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-suite-'));
  try {
    const expected = baseline === undefined ? [] : ['--expected-failures', baseline];
    const target = ['--url', url, '--requirements', revision, '--output-dir', folder];
    const run = await runTool('conformance', ['server', ...target, ...expected]);
    return { code: run.code, output: run.stdout + run.stderr, checks: await readChecks(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `scenario: message` for everything that is not as it should be; warnings count. */
export function complaints(run: SuiteRun, scenarios: readonly string[]): string[] {
  return scenarios.flatMap((scenario) => {
    const checks = run.checks.get(scenario) ?? [];
    const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    return bad.map((check) => `${scenario}: ${check.id}: ${check.errorMessage ?? check.status}`);
  });
}
