import { describe, expect, it } from 'vitest';
import type { ConfigSources } from './config.ts';
import { configHelp, describeConfig, loadConfig } from './config.ts';
import { isPlanwrightError } from './errors.ts';

const missing = (path: string): never => {
  throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
};

/** A machine with these files, the home folder /home/ada and nothing else. */
const machine = (
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
  flags: Readonly<Record<string, string | boolean>> = {},
): ConfigSources => ({
  env: { HOME: '/home/ada', ...env },
  flags,
  readFile: (path) => files[path] ?? missing(path),
  cwd: '/srv',
});

const homeFile = '/home/ada/.planwright/config.json';
const inHome = (settings: object) => ({ [homeFile]: JSON.stringify(settings) });

function mistakesOf(sources: ConfigSources): readonly string[] {
  try {
    loadConfig(sources);
  } catch (error) {
    if (!isPlanwrightError(error) || error.code !== 'config_invalid') throw error;
    const lines = error.facts.mistakes as readonly string[];
    return lines.filter((line) => error.message.includes(`- ${line}`));
  }
  return [];
}

describe('configuration', () => {
  it('[BA6] without any source the defaults hold', () => {
    expect(loadConfig(machine())).toEqual({
      home: '/home/ada/.planwright',
      dataDir: '/home/ada/.planwright',
      host: '127.0.0.1',
      port: 4600,
      publicUrl: null,
      allowedHosts: ['localhost', '127.0.0.1', '[::1]'],
      database: null,
      sqliteSync: 'FULL',
      fetchAllow: [],
      ratePerMinute: 6_000,
      maxBodyBytes: 1_048_576,
      dedupeWindowSeconds: 600,
      slots: [],
      agentPlanning: 'off',
      workFolders: [],
      models: null,
      recording: null,
      playbooks: null,
      url: null,
      key: null,
      personKey: null,
      maxAgents: 1_000,
      maxStepFiles: 100,
      maxStepNotes: 500,
      maxStepBytes: 209_715_200,
      maxRunBytes: 1_073_741_824,
      maxTenantBytes: 4_294_967_296,
      maxAgentLeases: 100,
      maxKeyLeases: 1_000,
      maxTenantLeases: 10_000,
      maxLeaseSeconds: 14_400,
      maxTenants: 100,
      metricsToken: null,
      otlpEndpoint: null,
      otlpHeaders: [],
      logLevel: 'info',
    });
  });

  it('[BA6] flags win over the environment, which wins over the file', () => {
    const file = inHome({ port: 1, ratePerMinute: 10, maxBodyBytes: '2048' });
    const env = { PLANWRIGHT_PORT: '2', PLANWRIGHT_RATE_PER_MINUTE: '20' };
    const config = loadConfig(machine(file, env, { port: '3', json: true, out: 'x' }));
    expect([config.port, config.ratePerMinute, config.maxBodyBytes]).toEqual([3, 20, 2_048]);
  });

  it('[BA6] every setting can be given in the environment and by flag, and most in the file', () => {
    const given: Readonly<Record<string, string>> = {
      home: '/data/pw',
      config: '/etc/pw.json',
      host: '0.0.0.0',
      port: '0',
      publicUrl: 'https://plans.example',
      allowedHosts: 'a.example,b.example:81',
      databaseUrl: 'postgres://u:p@localhost/x',
      databaseCa: '/ca.pem',
      databaseInsecure: '1',
      sqliteSync: 'normal',
      fetchAllow: '10.0.0.5:8080',
      ratePerMinute: '7',
      maxBodyBytes: '4096',
      dedupeWindowSeconds: '0',
      agentPlanning: 'on',
      workFolders: '/srv/work,/srv/more',
      slots: 'kind:model=8,provider:openai=2',
      url: 'https://plans.example',
      key: 'pw_a_b',
      personKey: 'pw_c_d',
      maxAgents: '500',
      maxStepFiles: '3',
      maxStepNotes: '4',
      maxStepBytes: '5000',
      maxRunBytes: '6000',
      maxTenantBytes: '7000',
      maxAgentLeases: '8',
      maxKeyLeases: '11',
      maxTenantLeases: '12',
      maxLeaseSeconds: '9',
      maxTenants: '7',
      metricsToken: 'scraper',
      otlpEndpoint: 'http://127.0.0.1:4318/collector/',
      otlpHeaders: 'x-api-key=one,tenant=two',
      logLevel: 'debug',
    };
    const files = { '/etc/pw.json': '{}', '/ca.pem': '-----BEGIN CERTIFICATE-----' };
    const rows = configHelp().map((row) => ({ ...row, value: given[row.name] ?? 'no example' }));
    const env = Object.fromEntries(rows.map((row) => [row.variable, row.value]));
    const flags = Object.fromEntries(rows.map((row) => [row.flag.slice(2), row.value]));
    const inFile = rows.filter((row) => row.inFile).map((row) => [row.name, row.value]);
    const fromEnv = loadConfig(machine(files, env));
    expect(loadConfig(machine(files, {}, flags))).toEqual(fromEnv);
    const fileText = JSON.stringify(Object.fromEntries(inFile));
    const withFile = machine(
      { ...files, '/etc/pw.json': fileText },
      {},
      {
        home: '/data/pw',
        config: '/etc/pw.json',
      },
    );
    expect(loadConfig(withFile)).toEqual(fromEnv);
    expect(fromEnv).toMatchObject({
      home: '/data/pw',
      port: 0,
      sqliteSync: 'NORMAL',
      dedupeWindowSeconds: 0,
      database: { ssl: { rejectUnauthorized: true } },
      allowedHosts: expect.arrayContaining(['plans.example', 'a.example', 'b.example:81']),
    });
  });

  it('[OB5] takes the collector from the variables that other programs use, ours first', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=s3cret',
    };
    const config = loadConfig(machine({}, env));
    expect(config.otlpEndpoint).toBe('http://collector.example:4318');
    expect(config.otlpHeaders).toEqual(['x-api-key=s3cret']);
    expect(JSON.stringify(describeConfig(config))).not.toContain('s3cret');
    const own = { ...env, PLANWRIGHT_OTLP_ENDPOINT: 'https://own.example/otlp/' };
    expect(loadConfig(machine({}, own)).otlpEndpoint).toBe('https://own.example/otlp');
  });

  it('[BA11] all mistakes are reported together, each with its source and what is allowed', () => {
    const file = inHome({ sqliteSync: 'OFF', rateperMinute: 5, port: { a: 1 } });
    const env = { PLANWRIGHT_PROT: '1', PLANWRIGHT_MAX_BODY_BYTES: '-1' };
    const lines = mistakesOf(machine(file, env, { 'log-level': 'loud', 'public-url': true }));
    expect(lines).toEqual([
      `sqliteSync (file ${homeFile}): "OFF" is not allowed; allowed: FULL, NORMAL`,
      `rateperMinute (file ${homeFile}): is not a setting; did you mean ratePerMinute?`,
      `port (file ${homeFile}): {"a":1} is not allowed; allowed: a whole number from 0 to 65535`,
      'PLANWRIGHT_PROT (environment): is not a setting; did you mean PLANWRIGHT_PORT?',
      'maxBodyBytes (environment variable PLANWRIGHT_MAX_BODY_BYTES): "-1" is not allowed; allowed: a whole number from 1024 to 67108864',
      'publicUrl (flag --public-url): a flag without a value is not allowed; allowed: an http or https address without a path, such as https://plans.example.com',
      'logLevel (flag --log-level): "loud" is not allowed; allowed: trace, debug, info, warn, error, fatal, silent',
    ]);
  });

  it('[BA11] an unknown name that is near to none gets the list of all', () => {
    const lines = mistakesOf(machine({}, { PLANWRIGHT_BANANA: '1' }));
    expect(lines[0]).toContain('allowed: PLANWRIGHT_HOME, PLANWRIGHT_CONFIG');
  });

  it('[BA11] a mistake that a stronger source hides is still reported', () => {
    expect(mistakesOf(machine(inHome({ port: 'x' }), { PLANWRIGHT_PORT: '80' }))).toHaveLength(1);
  });

  it('[BA6] an empty variable counts as not set, and other programs keep theirs', () => {
    const env = { PLANWRIGHT_PORT: '', PORT: '99', PLAN: 'x' };
    expect(loadConfig(machine({}, env)).port).toBe(4600);
  });

  it.each([
    ['not JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['too large', JSON.stringify({ x: 'y'.repeat(70_000) })],
  ])('[BA11] a file that is %s is a mistake', (_, content) => {
    const lines = mistakesOf(machine({ [homeFile]: content }));
    expect(lines).toEqual([`config (file ${homeFile}): is not a JSON object of at most 64 KiB`]);
  });

  it('[BA11] a file that is named must exist; the one in the home folder need not', () => {
    expect(mistakesOf(machine({}, { PLANWRIGHT_CONFIG: 'pw.json' }))).toEqual([
      'config (file /srv/pw.json): is not there',
    ]);
    const denied = () => {
      throw new Error('EACCES');
    };
    expect(mistakesOf({ ...machine(), readFile: denied })).toEqual([
      `config (file ${homeFile}): cannot be read`,
    ]);
  });

  it('[BA11] the file cannot move the home folder it was found in', () => {
    const lines = mistakesOf(machine(inHome({ home: '/other', config: '/x.json' })));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('PLANWRIGHT_HOME or --home');
  });

  it.each([
    ['~/pw', '/home/ada/pw'],
    ['~', '/home/ada'],
    ['pw', '/srv/pw'],
    ['/abs/../pw', '/pw'],
    ['~bob/pw', '/srv/~bob/pw'],
  ])('[BA6] the home folder %s is %s', (home, expected) => {
    expect(loadConfig(machine({}, { PLANWRIGHT_HOME: home })).home).toBe(expected);
  });

  it('[BA6] the configuration is frozen through and through, and fit for another thread', () => {
    const config = loadConfig(machine({}, { PLANWRIGHT_DATABASE_URL: 'postgres://db.example/x' }));
    const parts = [config, config.allowedHosts, config.fetchAllow, config.database];
    for (const part of [...parts, config.database?.ssl]) expect(Object.isFrozen(part)).toBe(true);
    expect(structuredClone(config)).toEqual(config);
  });

  it.each([
    ['port', ['65536', '-1', '1.5', '0x10', '1e3', ' ', '٣']],
    ['host', ['a b', 'http://x', 'x/y', '1.2.3.4:80', '*']],
    ['publicUrl', ['ftp://x', 'https://x/path', 'https://x?q', 'https://x#f', 'https://u@x', 'x']],
    ['allowedHosts', ['a/b', 'a:0', 'http://a', '*.example']],
    ['fetchAllow', ['a', 'a:1,b', '*:80', 'a:1-9']],
    ['databaseUrl', ['mysql://a/b', 'a', 'postgres://', '/var/run']],
    ['databaseInsecure', ['yes', '2', 'on']],
    ['agentPlanning', ['1', 'true', 'yes']],
    ['workFolders', ['repo', '../x', '~/x', '/', '//', '/a,b', '/a\u0000b']],
    ['home', ['a\u0000b', 'a\nb', 'x'.repeat(5_000)]],
  ])('[BA11] %s refuses what it cannot mean', (name, values) => {
    const row = configHelp().find((candidate) => candidate.name === name);
    const taken = values.filter(
      (value) => mistakesOf(machine({}, { [row?.variable ?? '']: value })).length !== 1,
    );
    expect(taken).toEqual([]);
  });

  it('[BA6] a list may be a JSON list, at most 100 long', () => {
    const config = loadConfig(machine(inHome({ fetchAllow: ['a:1', 'B:2', '[0::1]:3'] })));
    expect(config.fetchAllow).toEqual(['a:1', 'b:2', '[::1]:3']);
    const many = Array.from({ length: 101 }, (_, index) => `a:${index + 1}`);
    expect(mistakesOf(machine(inHome({ fetchAllow: many })))).toHaveLength(1);
    expect(mistakesOf(machine(inHome({ fetchAllow: [1] })))).toHaveLength(1);
  });

  it('[BA6] the server answers to its own names', () => {
    const env = { PLANWRIGHT_HOST: '::', PLANWRIGHT_PUBLIC_URL: 'https://Plans.example:8443/' };
    const config = loadConfig(machine({}, env));
    expect(config.host).toBe('::');
    expect(config.publicUrl).toBe('https://plans.example:8443');
    expect(config.allowedHosts).toEqual(['localhost', '127.0.0.1', '[::1]', 'plans.example:8443']);
    const named = loadConfig(machine({}, { PLANWRIGHT_HOST: 'fd00::5' }));
    expect(named.allowedHosts).toContain('[fd00::5]');
  });
});

describe('configuration and secrets', () => {
  const secret = 's3cr3tvalue';

  it.each([
    ['a wrong scheme', `mysql://u:${secret}@h/x`],
    ['an insecure mode', `postgres://u:${secret}@h/x?sslmode=disable`],
    ['a mistaken parameter', `postgres://u:${secret}@h/x?foo=${secret}`],
  ])('[BA8] a database URL with %s is not shown', (_, url) => {
    const lines = mistakesOf(machine({}, { PLANWRIGHT_DATABASE_URL: url }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('environment variable PLANWRIGHT_DATABASE_URL');
    expect(lines[0]).not.toContain(secret);
  });

  it('[BA8] a secret in the wrong place is not shown either', () => {
    const env = {
      PLANWRIGHT_PUBLIC_URL: `postgres://u:${secret}@h/x`,
      PLANWRIGHT_LOG_LEVEL: `pw_k1_${secret}`,
      PLANWRIGHT_DATABASE_PASSWORD: secret,
    };
    const lines = mistakesOf(machine({}, env));
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain(secret);
  });

  it('[BA8] the description shows every setting but no password', () => {
    const env = { PLANWRIGHT_DATABASE_URL: `postgres://u:${secret}@db.example/x` };
    const shown = describeConfig(loadConfig(machine({}, env)));
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown).toMatchObject({
      port: 4600,
      database: { url: 'postgres://u:***@db.example/x', tls: 'verified' },
    });
    expect(describeConfig(loadConfig(machine())).database).toBeNull();
  });

  it('[BA10] the authority file must be there and hold a certificate', () => {
    const env = { PLANWRIGHT_DATABASE_CA: '/ca.pem' };
    expect(mistakesOf(machine({}, env))[0]).toContain('/ca.pem cannot be read');
    expect(mistakesOf(machine({ '/ca.pem': 'x' }, env))[0]).toContain('holds no certificate');
  });
});

describe('configuration help', () => {
  it('[BA6] every setting has a variable, a flag, what is allowed and a sentence', () => {
    for (const row of configHelp()) {
      expect(row.variable).toMatch(/^PLANWRIGHT_[A-Z_]+$/);
      expect(row.flag).toMatch(/^--[a-z-]+$/);
      expect(row.allowed).not.toBe('');
      expect(row.help).toMatch(/^[A-Z].{10,}/);
    }
    expect(configHelp().map((row) => row.variable)).toContain('PLANWRIGHT_DEDUPE_WINDOW_SECONDS');
  });
});
