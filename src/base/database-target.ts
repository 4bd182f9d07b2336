// Turns the database settings into what the driver gets. The driver lets query parameters of the
// URL override host, password and TLS, so all but a few are refused, and TLS is decided here alone:
// verified in full, unless the database is on this machine or the operator says otherwise.
import { isLoopbackHost } from './address.ts';

export interface DatabaseTarget {
  /** Holds the password: never log it. Without TLS parameters, which `ssl` replaces. */
  readonly url: string;
  readonly ssl: false | { readonly rejectUnauthorized: boolean; readonly ca?: string };
}

export interface DatabaseSettings {
  readonly url: string;
  readonly ca: string | null;
  readonly insecure: boolean;
}

const sslModes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

const parameters = ['sslmode', 'host', 'application_name', 'connect_timeout', 'options'];
const allowed = `allowed: ${parameters.join(', ')}`;

/** The target, or every mistake as a sentence that shows no part of the secret. */
export function databaseTarget(given: DatabaseSettings): DatabaseTarget | readonly string[] {
  const url = new URL(given.url);
  const local = isLocal(url);
  const mode =
    url.searchParams.get('sslmode') ?? (local && given.ca === null ? 'disable' : 'verify-full');
  const mistakes = [
    ...parameterMistakes(url),
    ...hostMistakes(url),
    ...escapeMistakes(url),
    ...modeMistakes(mode, local || given.insecure),
  ];
  if (mistakes.length > 0) return mistakes;
  url.searchParams.delete('sslmode');
  return { url: url.href, ssl: sslOf(mode as SslMode, given.ca) };
}

function parameterMistakes(url: URL): string[] {
  const names = [...url.searchParams.keys()];
  const mistakes = names
    .filter((name) => !parameters.includes(name))
    .map((name) => `the parameter ${JSON.stringify(name.slice(0, 40))} is not allowed; ${allowed}`);
  if (new Set(names).size < names.length) mistakes.push('a parameter is given twice');
  return mistakes;
}

/** Without a host the driver would ask the environment for one. */
function hostMistakes(url: URL): string[] {
  const socket = url.searchParams.get('host');
  if (socket === null) return url.hostname === '' ? ['no host is named'] : [];
  if (socket.startsWith('/')) return [];
  return ['the parameter "host" is for the folder of a socket; a host name goes before the path'];
}

function escapeMistakes(url: URL): string[] {
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return [];
  } catch {
    return ['a % is not followed by two hex digits; write %25 for the sign itself'];
  }
}

function modeMistakes(mode: string, mayBeInsecure: boolean): string[] {
  if (!sslModes.some((known) => known === mode)) {
    return [`sslmode is not known; allowed: ${sslModes.join(', ')}`];
  }
  if (mayBeInsecure || (mode !== 'disable' && mode !== 'no-verify')) return [];
  return [
    `sslmode=${mode} is for databases on this machine; set PLANWRIGHT_DATABASE_INSECURE=1 to use it elsewhere`,
  ];
}

/** A socket in the file system counts as this machine. */
function isLocal(url: URL): boolean {
  if (url.searchParams.has('host')) return url.searchParams.get('host')?.startsWith('/') ?? false;
  return /^%2f/i.test(url.hostname) || isLoopbackHost(url.hostname);
}

/** `require` and `verify-ca` ask for less than we do; they get the full check as well. */
function sslOf(mode: SslMode, ca: string | null): DatabaseTarget['ssl'] {
  const authority = ca === null ? {} : { ca };
  switch (mode) {
    case 'disable':
      return false;
    case 'no-verify':
      return { rejectUnauthorized: false, ...authority };
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return { rejectUnauthorized: true, ...authority };
  }
}

/** For logs: who and where, without the password. */
export function describeDatabase(target: DatabaseTarget): { url: string; tls: string } {
  const url = new URL(target.url);
  if (url.password !== '') url.password = '***';
  const tls =
    target.ssl === false ? 'off' : target.ssl.rejectUnauthorized ? 'verified' : 'unverified';
  return { url: url.href, tls };
}
