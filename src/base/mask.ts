// Takes secrets out of text and values before they reach a log or an error message. Two nets: the
// name of a field (a field called "token" is never shown) and the look of a text (our keys, lease
// tokens and passwords in URLs are recognized wherever they stand).

export const masked = '[redacted]';

const maxDepth = 6;
const maxItems = 100;
const maxTextChars = 8_192;

/** Compared without case, dashes and underscores. */
const secretNames = new Set(['key', 'apikey', 'cookie', 'setcookie', 'databaseurl']);
const secretEndings = ['authorization', 'secret', 'token', 'password'];

const apiKey = /\bpw_[0-9A-Za-z][0-9A-Za-z_-]*/g;
/** Its parts are joined by dots; the last one is the signature. */
const leaseToken = /\blt_[0-9A-Za-z][0-9A-Za-z_-]*(?:\.[0-9A-Za-z_-]+)*/g;
const providerKey = /\bsk-[0-9A-Za-z_-]{16,}/g;
const credentials = /\b(bearer|basic)\s+[0-9A-Za-z._~+/=-]{8,}/gi;
/** To the last @ of the run, since a password may hold / and @ unescaped; bounded, so linear. */
const urlUserInfo = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@:]{0,256}(?::\S{0,256})?@/gi;
/** No pattern above needs to see more than this much text after a cut. */
const cutMarginChars = 600;

/** The text without anything that looks like a secret; the rest stays readable, up to a limit. */
export function maskText(text: string): string {
  if (text.length <= maxTextChars) return maskPatterns(text);
  // A secret across the cut is half there and matches nothing, so the cut is made twice.
  const head = maskPatterns(text.slice(0, maxTextChars + cutMarginChars));
  return `${head.slice(0, -cutMarginChars)}… [cut, ${text.length} characters]`;
}

/** The whole text, however long: for what is kept rather than logged. */
export const maskPatterns = (text: string): string =>
  text
    .replace(urlUserInfo, `$1${masked}@`)
    .replace(apiKey, `pw_${masked}`)
    .replace(leaseToken, `lt_${masked}`)
    .replace(providerKey, masked)
    .replace(credentials, `$1 ${masked}`);

export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return secretNames.has(plain) || secretEndings.some((ending) => plain.endsWith(ending));
}

/** A copy fit for a log: plain JSON values, bounded in depth, width and text, secrets masked. */
export function maskValue(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
      return maskText(value);
    case 'number':
    case 'boolean':
    case 'undefined':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : maskObject(value, depth);
    case 'function':
    case 'symbol':
      return `[${typeof value}]`;
  }
}

function maskObject(value: object, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toJSON();
  if (value instanceof URL) return maskText(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= maxDepth) return '[too deep]';
  if (value instanceof Error) return maskError(value, depth);
  if (Array.isArray(value)) return maskArray(value, depth);
  if (value instanceof Map) return maskEntries([...value], depth);
  if (value instanceof Set) return maskArray([...value], depth);
  return maskEntries(Object.entries(value), depth);
}

function maskArray(items: readonly unknown[], depth: number): unknown[] {
  const shown = items.slice(0, maxItems).map((item) => maskValue(item, depth + 1));
  if (items.length > maxItems) shown.push(`[${items.length - maxItems} more]`);
  return shown;
}

function maskEntries(entries: readonly (readonly [unknown, unknown])[], depth: number): object {
  const shown = entries.slice(0, maxItems).map(([name, item]) => {
    const text = String(name);
    return [maskText(text), isSecretName(text) ? masked : maskValue(item, depth + 1)];
  });
  return Object.fromEntries(shown);
}

/** An error's name, message and stack are not enumerable, so they are named here. */
function maskError(error: Error, depth: number): object {
  const { name, message, stack, cause } = error;
  const own = Object.entries(error).filter(([field]) => field !== 'name' && field !== 'cause');
  return {
    type: name,
    message: maskText(message),
    ...maskEntries(own, depth),
    ...(stack === undefined ? {} : { stack: maskText(stack) }),
    ...(cause === undefined ? {} : { cause: maskValue(cause, depth + 1) }),
  };
}
