// Secrets that we know by value never leave through a tool: not in an output, a preview, an error or a
// label. Also not in the usual disguises: quoted for JSON or a URL, as base64 or hex.
import { type ErrorFacts, isPlanwrightError, PlanwrightError } from '../../base/errors.ts';
import { masked } from '../../base/mask.ts';

export interface Redactor {
  text(text: string): string;
  /** A copy of a JSON value with every text and every name redacted. */
  value(value: unknown): unknown;
  error(error: unknown): unknown;
  /** No secret, however disguised, is longer than this. */
  readonly longestChars: number;
}

/** Shorter ones would blot out ordinary words; nobody should have such a secret. */
const minSecretChars = 6;
const maxSecrets = 1_000;
const maxDepth = 50;

/** Base64 in the middle of more bytes: the parts that do not depend on what stands around it. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
    return whole.toString('base64').slice(shift === 0 ? 0 : 4);
  });
}

function formsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex');
  const base64 = base64Forms(secret).filter((form) => form.length >= minSecretChars);
  const urlSafe = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const quoted = [JSON.stringify(secret).slice(1, -1), percentEncoded(secret)];
  return [
    secret,
    ...quoted,
    percentEncoded(secret).toLowerCase(),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...urlSafe,
  ];
}

function percentEncoded(secret: string): string {
  return encodeURIComponent(secret.toWellFormed());
}

const quoteForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets)]
    .filter((secret) => secret.length >= minSecretChars)
    .slice(0, maxSecrets)
    .flatMap(formsOf);
  // The longest first, so that a secret within a secret leaves no rest.
  const sorted = [...new Set(forms)].sort((left, right) => right.length - left.length);
  if (sorted.length === 0) return withText((text) => text, 0);
  const pattern = new RegExp(sorted.map(quoteForPattern).join('|'), 'g');
  return withText((text) => text.replace(pattern, masked), sorted[0]?.length ?? 0);
}

function withText(text: (text: string) => string, longestChars: number): Redactor {
  const value = (given: unknown, depth = 0): unknown => {
    if (typeof given === 'string') return text(given);
    if (given === null || typeof given !== 'object') return given;
    if (depth >= maxDepth) return '[too deep]';
    if (Array.isArray(given)) return given.map((item) => value(item, depth + 1));
    const entries = Object.entries(given);
    return Object.fromEntries(entries.map(([name, item]) => [text(name), value(item, depth + 1)]));
  };
  const error = (given: unknown): unknown => {
    if (isPlanwrightError(given)) {
      return new PlanwrightError(given.code, text(given.message), value(given.facts) as ErrorFacts);
    }
    if (!(given instanceof Error)) return given;
    const copy = new Error(text(given.message));
    copy.name = given.name;
    return copy;
  };
  return { text, value, error, longestChars };
}

const secretVariable = /(?:key|token|secret|password|passwd|passphrase|credentials?|auth|pwd)$/i;

/** What of an environment must not be shown: by the name of the variable, or a password in a URL. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, text]) => {
    if (text === undefined || text === '') return [];
    return [...(secretVariable.test(name) ? [text] : []), ...urlPasswords(text)];
  });
}

function urlPasswords(text: string): string[] {
  const url = URL.parse(text);
  if (url === null || url.password === '') return [];
  try {
    return [url.password, decodeURIComponent(url.password)];
  } catch {
    return [url.password];
  }
}
