import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../base/config.ts';
import { linkModels } from '../model-link.ts';
import { runDoctor } from './command-doctor.ts';
import { type Minds, type Way, waysToThink } from './doctor-ways.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-ways-'));
  // What a shell would take apart, if it were not quoted.
  dataDir = join(folder, "it's $HOME");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ways = (minds: Partial<Minds> = {}) =>
  waysToThink({ dataDir, file: null, answering: 0, models: 0, ...minds });

const wayNamed = (name: Way['name'], minds: Partial<Minds> = {}): Way => {
  const way = ways(minds).find((one) => one.name === name);
  if (!way) throw new Error(`there is no way ${name}`);
  return way;
};
const commandsOf = (way: Way) => way.commands.map(({ command }) => command);

async function doctor(env: Record<string, string>, json = false) {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  const io = { stdout: { write }, stderr: { write } };
  const config = loadConfig({ env: { PLANWRIGHT_HOME: dataDir } });
  const args = { words: [], flags: json ? { json } : {} };
  const code = await runDoctor(args, config, io, linkModels(config, env));
  return { code, text };
}

describe('ways to a mind', () => {
  it('[FR7] are three, each with a line to type', () => {
    expect(ways().map(({ name, ready }) => [name, ready])).toEqual([
      ['model', false],
      ['caller', true],
      ['offline', true],
    ]);
    for (const way of ways()) expect(commandsOf(way).length).toBeGreaterThan(0);
    expect(commandsOf(wayNamed('model'))[0]).toBe('export OPENAI_API_KEY=…');
  });

  it('[FR7] the line for a local server writes what is read, wherever the data lies', () => {
    const line = commandsOf(wayNamed('model')).find((command) => command.includes('models.json'));
    execFileSync('sh', ['-c', line ?? '']);
    const { config } = linkModels({ dataDir, models: null }, {});
    expect(config.file).toBe(join(dataDir, 'models.json'));
    expect(config.profiles[config.defaultProfile]).toHaveLength(1);
  });

  it('[FR7] the line for an agent is the whole of its settings, with a program that is there', () => {
    const [line = ''] = commandsOf(wayNamed('caller'));
    const { mcpServers } = JSON.parse(line) as {
      mcpServers: { planwright: { command: string; args: string[] } };
    };
    expect(mcpServers.planwright.args).toEqual(['mcp']);
    expect(readFileSync(mcpServers.planwright.command, 'utf8')).toMatch(/^#!/);
  });

  it('[FR8] a models.json that is there is never written over', () => {
    const file = join(dataDir, 'models.json');
    const lines = commandsOf(wayNamed('model', { file, models: 1 })).join('\n');
    expect(lines).not.toContain('>');
    expect(lines).toContain('EDITOR');
  });

  it('[FR7] with models that answer there is nothing left to add', () => {
    const way = wayNamed('model', { models: 2, answering: 1 });
    expect(way.ready).toBe(true);
    expect(way.means).toContain('1 of 2');
    expect(commandsOf(way)).toEqual([expect.stringContaining('--brain model')]);
  });

  it('[FR9] the rules say what they can do and what they cannot', () => {
    const { means } = wayNamed('offline');
    expect(means).toMatch(/read amounts, dates, places/);
    expect(means).toMatch(/look nothing up/);
    expect(means).toMatch(/marked as a guess/);
  });
});

describe('planwright doctor', () => {
  it('[FR7] begins with the ways, and is content without a model', async () => {
    const { code, text } = await doctor({});
    expect(code).toBe(0);
    expect(text).toMatch(/^Add a model: not set up\n/);
    expect(text).toContain('Go on without a model: ready');
    const { ways: told } = JSON.parse((await doctor({}, true)).text) as { ways: unknown };
    expect(told).toEqual(ways());
  });

  it('[FR8] is exit 6 where models are set up and none answers', async () => {
    const line = commandsOf(wayNamed('model')).find((command) => command.includes('models.json'));
    const deaf = '"model":"qwen3:8b","baseUrl":"http://127.0.0.1:9"';
    execFileSync('sh', ['-c', (line ?? '').replace('"model":"qwen3:8b"', deaf)]);
    const { code, text } = await doctor({});
    expect(code).toBe(6);
    expect(text).toContain('none answers');
  });
});
