import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from './base/config.ts';
import { shelf } from './plan/brains/offline/shelf.ts';
import { linkPlaybooks } from './playbook-link.ts';

it('[PB26] a bad playbook is told to the log, and the others are there', () => {
  const home = mkdtempSync(join(tmpdir(), 'planwright-link-'));
  try {
    mkdirSync(join(home, 'playbooks'));
    writeFileSync(join(home, 'playbooks', 'bad.json'), '{ "format": 2 }');
    const told: unknown[] = [];
    linkPlaybooks(loadConfig({ env: { PLANWRIGHT_HOME: home } }), (error) => told.push(error));
    expect(String(told[0])).toContain('bad.json is not used: format:');
    expect(told).toHaveLength(1);
    expect(shelf().playbooks).toHaveLength(14);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
