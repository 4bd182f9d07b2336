// THE table of settings: one line each. The file key is the name; the environment variable and the
// flag follow from it (maxBodyBytes → PLANWRIGHT_MAX_BODY_BYTES, --max-body-bytes).

import type { ValueKind } from './config-value.ts';
import * as kind from './config-value.ts';
import { logLevels } from './log.ts';

export interface Setting<T> {
  readonly kind: ValueKind<unknown>;
  readonly fallback: T;
  readonly help: string;
  /** Never shown: not in messages, not in logs. */
  readonly secret: boolean;
  /** False for what must be known before the file is found. */
  readonly inFile: boolean;
}

type Marks = Partial<Pick<Setting<unknown>, 'secret' | 'inFile'>>;

function define<T, F extends T | null>(
  valueKind: ValueKind<T>,
  fallback: F,
  help: string,
  marks: Marks = {},
): Setting<T | Extract<F, null>> {
  // A default of 4600 makes the setting a number, not the number 4600.
  const value = fallback as T | Extract<F, null>;
  return { kind: valueKind, fallback: value, help, secret: false, inFile: true, ...marks };
}

const beforeFile: Marks = { inFile: false };
const secret: Marks = { secret: true };

// biome-ignore format: a table is read by its columns
export const settings = {
  home: define(kind.path, '~/.planwright', 'Folder of data and configuration', beforeFile),
  config: define(kind.path, null, 'Configuration file; config.json in the home folder if not set', beforeFile),
  host: define(kind.host, '127.0.0.1', 'Address to listen on'),
  port: define(kind.integer(0, 65_535), 4600, 'Port to listen on; 0 takes any free one'),
  publicUrl: define(kind.webOrigin, null, 'Address that people use, for links'),
  allowedHosts: define(kind.hosts, [], 'Host headers to answer, besides loopback names, host and publicUrl'),
  databaseUrl: define(kind.databaseUrl, null, 'PostgreSQL instead of SQLite; prefer the variable to the flag, which other users can see', secret),
  databaseCa: define(kind.path, null, 'PEM file of the authority that signed the database certificate'),
  databaseInsecure: define(kind.flag, false, 'Let sslmode=disable or no-verify reach a database on another machine'),
  sqliteSync: define(kind.choice('FULL', 'NORMAL'), 'FULL', 'NORMAL is faster and may lose the last moments in a power cut'),
  fetchAllow: define(kind.hostPorts, [], 'Private host:port pairs that outgoing calls may reach'),
  ratePerMinute: define(kind.integer(1, 1_000_000), 6_000, 'Calls a minute for one principal'),
  maxAgents: define(kind.integer(1, 10_000), 1_000, 'Agents of one tenant that made a call in the last hour'),
  maxStepFiles: define(kind.integer(0, 100_000), 100, 'Files that agents store in one step, new versions included'),
  maxStepNotes: define(kind.integer(1, 100_000), 500, 'Reports and messages of the holders of one step; without a lease ten times as many in a run'),
  maxStepBytes: define(kind.integer(1_024, 1e12), 209_715_200, 'Files, reports and messages of one step, in bytes'),
  maxRunBytes: define(kind.integer(1_024, 1e13), 1_073_741_824, 'The same of one run'),
  maxTenantBytes: define(kind.integer(1_024, 1e15), 4_294_967_296, 'The same of all runs of one tenant'),
  maxAgentLeases: define(kind.integer(1, 10_000), 100, 'Steps that one agent may hold at a time; 20 unless it registers with a capacity'),
  maxKeyLeases: define(kind.integer(1, 100_000), 1_000, 'Steps that a person, a service or the local caller may hold at a time'),
  maxTenantLeases: define(kind.integer(1, 1_000_000), 10_000, 'Steps that all agents and callers of one tenant may hold at a time'),
  maxLeaseSeconds: define(kind.integer(1, 86_400), 14_400, 'Longest lease without a sign of life'),
  maxTenants: define(kind.integer(0, 1_000), 100, 'Tenants besides the first'),
  maxBodyBytes: define(kind.integer(1_024, 67_108_864), 1_048_576, 'Largest request body'),
  dedupeWindowSeconds: define(kind.integer(0, 86_400), 600, 'How long an equal request gives the same plan; 0 turns it off'),
  agentPlanning: define(kind.choice('off', 'on'), 'off', 'Let tools and models have effects by themselves: change files, run commands, fetch pages'),
  workFolders: define(kind.folders, [], 'Folders that tools may work in; a policy names its root in one of them'),
  models: define(kind.path, null, 'File of models and profiles; models.json in the home folder if not set'),
  recording: define(kind.path, null, 'File of recorded replies, for plans made with brain recorded'),
  playbooks: define(kind.path, null, 'Folder of own playbooks; playbooks in the home folder if not set'),
  slots: define(kind.slotLimits, [], 'Steps worked on at a time, by kind of performer or by provider, over all servers'),
  url: define(kind.webOrigin, null, 'Server that the command line calls; the local data if not set'),
  key: define(kind.text, null, 'Key that the command line shows to that server', secret),
  personKey: define(kind.text, null, 'Key of a person, for the demo and simulated agents where a task needs one', secret),
  metricsToken: define(kind.text, null, 'Token that may read /metrics, besides local callers and admin keys of the first tenant', secret),
  otlpEndpoint: define(kind.webUrl, null, 'Collector for traces: OTLP over HTTP with JSON; OTEL_EXPORTER_OTLP_ENDPOINT is taken if not set'),
  otlpHeaders: define(kind.headerList, [], 'Headers for that collector, such as a key; OTEL_EXPORTER_OTLP_HEADERS is taken if not set', secret),
  logLevel: define(kind.choice(...logLevels), 'info', 'Least level to log'),
} as const;

export type SettingName = keyof typeof settings;
export type SettingValues = {
  -readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never;
};

export const settingNames = Object.keys(settings) as readonly SettingName[];

const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`);
export const variableOf = (name: SettingName): string => `PLANWRIGHT_${words(name).toUpperCase()}`;
export const flagOf = (name: SettingName): string => words(name).toLowerCase().replaceAll('_', '-');
