// PostgreSQL's states and the driver's connection failures as our errors, each with what to do
// about it. Only codes and names leave here: the driver's details quote rows.
import {
  type ErrorCode,
  type ErrorFacts,
  isPlanwrightError,
  PlanwrightError,
} from '../../base/errors.ts';

interface DriverError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly constraint?: unknown;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const codeOf = (error: unknown): string => text((error as DriverError | null)?.code);
const messageOf = (error: unknown): string => text((error as DriverError | null)?.message);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
const lostMessage =
  /connection terminated|connection ended|not queryable|client was closed|read timeout|timeout expired|timeout exceeded/i;

/** The connection is gone: what was sent on it may or may not have been done. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (networkCodes.has(code) || code.startsWith('57P') || code.startsWith('08')) return true;
  return code === '' && lostMessage.test(messageOf(error));
}

/** Worth another try at connecting: the server is away, starting or out of slots. */
export const isAway = (error: unknown): boolean =>
  isConnectionLoss(error) || codeOf(error) === '53300';

/** A newer server has changed a table since this connection prepared its statement. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && messageOf(error).includes('cached plan');

const creationKeys = new Set(['events_pkey', 'runs_pkey']);

/**
 * Rolled back by the server for a reason that passes. Two servers that create the same run meet in
 * a key; on the second look one of them sees the other's head.
 */
export function isWorthRetrying(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '40P01' || code === '40001') return true;
  return code === '23505' && creationKeys.has(text((error as DriverError).constraint));
}

/** What the server refused in this one statement, as opposed to a server that cannot serve. */
export const isRefusedInput = (error: unknown): boolean =>
  !isPlanwrightError(error) && plainError(error) === null && !isConnectionLoss(error);

type Advice = readonly [ErrorCode, string];

const advice: Readonly<Record<string, Advice>> = {
  '53100': [
    'storage_full',
    'The disk of the database is full: nothing was written. Free some space and try again.',
  ],
  '53200': ['storage_busy', 'The database is out of memory. Try again in a moment.'],
  '53300': ['storage_busy', 'The database has no free connection. Raise max_connections.'],
  '55P03': ['storage_busy', 'Another session holds the rows. Try again in a moment.'],
  '57014': ['storage_busy', 'The database took too long: nothing was written. Try again.'],
  '40P01': ['storage_busy', 'Others wrote the same rows. Try again in a moment.'],
  '40001': ['storage_busy', 'Others wrote the same rows. Try again in a moment.'],
  '25006': ['storage_failed', 'The database is read-only. Point the URL at the primary server.'],
  '58030': ['storage_failed', 'The database cannot use its disk. Look at its log.'],
  XX001: ['storage_failed', 'The database is damaged. Restore a backup.'],
  XX002: ['storage_failed', 'An index of the database is damaged. Run REINDEX.'],
  '3D000': ['storage_failed', 'There is no such database. Create it, or correct the URL.'],
  '42501': ['storage_failed', 'The database user may not do this. Grant it the schema.'],
};

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

function plainError(error: unknown): Advice | null {
  const code = codeOf(error);
  const known = advice[code];
  if (known) return known;
  if (code.startsWith('28')) {
    return ['storage_failed', 'The database refused the login. Check the user and the password.'];
  }
  if (tlsCode.test(code) || messageOf(error).includes('does not support SSL')) {
    const message =
      'The database could not be reached over verified TLS. Set PLANWRIGHT_DATABASE_CA to the certificate of its authority.';
    return ['storage_failed', message];
  }
  return null;
}

const away: Advice = [
  'storage_failed',
  'The database cannot be reached. Check that it runs and that the URL is right.',
];

function make([code, message]: Advice, facts: ErrorFacts, cause?: unknown): PlanwrightError {
  return new PlanwrightError(code, message, facts, cause);
}

export function postgresError(error: unknown): PlanwrightError {
  if (isPlanwrightError(error)) return error;
  const code = codeOf(error);
  const facts: ErrorFacts = code === '' ? {} : { postgres: code };
  const known = plainError(error);
  if (known) return make(known, facts);
  if (isConnectionLoss(error)) return make(away, facts);
  if (messageOf(error).includes('after calling end')) {
    return make(['stopping', 'The store is closed.'], facts);
  }
  const constraint = text((error as DriverError | null)?.constraint);
  const where = [code, constraint].filter((part) => part !== '').join(' ');
  if (code !== '') {
    return make(['INTERNAL_ERROR', `The database refused a statement (${where}).`], facts);
  }
  return make(['INTERNAL_ERROR', 'The database driver failed.'], facts, error);
}

/** The connection broke after the commit was sent: only reading can tell whether it was done. */
export const unknownOutcome = (error: unknown): PlanwrightError =>
  make(
    [
      'outcome_unknown',
      'The connection to the database broke during a write. It may or may not have been written; look before trying again.',
    ],
    { outcome: 'unknown', ...(codeOf(error) === '' ? {} : { postgres: codeOf(error) }) },
  );
