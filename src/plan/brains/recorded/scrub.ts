// What must not stand in a recording: secrets, known by value or by their look, and paths of the
// machine it was made on. The same goes for the prompt that is looked up later, so that a recording
// made with one key, in one home folder, answers for another.
import { masked, maskPatterns } from '../../../base/mask.ts';

export interface Scrub {
  text(text: string): string;
  /** A copy of a JSON value; names are scrubbed too. */
  value(value: unknown): unknown;
}

export interface ScrubOptions {
  /** Takes out secrets that are known by value. */
  readonly redact?: (text: string) => string;
  /** Folders of this machine by the name that is written instead. */
  readonly folders?: Readonly<Record<string, string>>;
}

/** Keys and tokens of services that a plan may speak of; ours and OpenAI's are masked anyhow. */
const foreignKeys = [
  /\bAIza[0-9A-Za-z_-]{30,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[0-9A-Za-z]{30,}/g,
  /\bgithub_pat_[0-9A-Za-z_]{40,}/g,
  /\bglpat-[0-9A-Za-z_-]{20,}/g,
  /\bxox[abeprs]-[0-9A-Za-z-]{10,}/g,
  /\beyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,20000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
] as const;

/** Home folders tell who made the recording; temporary ones differ from run to run. */
const homes = [
  /(?<![\w.])\/(?:home|Users)\/[^/\s"'`:;,)\]}<>]{1,64}/g,
  /(?<![\w./])\/root(?![\w.-])/g,
  /\b[A-Za-z]:\\{1,2}Users\\{1,2}[^\\\s"'`:;,)\]}<>]{1,64}/g,
] as const;
const temporary = /(?<![\w.])\/(?:private\/)?(?:tmp|var\/folders)\/[^\s"'`:;,)\]}<>]{1,256}/g;

const maxDepth = 100;

export function createScrub({ redact, folders = {} }: ScrubOptions = {}): Scrub {
  // The longest first: one folder may lie in another.
  const named = Object.entries(folders)
    .filter(([, folder]) => folder.length > 1)
    .toSorted(([, left], [, right]) => right.length - left.length);
  const text = (given: string): string => {
    let clean = given.toWellFormed();
    if (redact !== undefined) clean = redact(clean);
    clean = maskPatterns(clean);
    for (const pattern of foreignKeys) clean = clean.replace(pattern, masked);
    for (const [name, folder] of named) clean = clean.replaceAll(folder, `[${name}]`);
    for (const pattern of homes) clean = clean.replace(pattern, '[home]');
    return clean.replace(temporary, '[temporary]');
  };
  return { text, value: (given) => scrubValue(given, text, 0) };
}

function scrubValue(given: unknown, text: (text: string) => string, depth: number): unknown {
  if (typeof given === 'string') return text(given);
  if (given === null || typeof given !== 'object') return given;
  if (depth >= maxDepth) throw new TypeError('not JSON of ours: nested too deep');
  if (Array.isArray(given)) return given.map((item) => scrubValue(item, text, depth + 1));
  const entries = Object.entries(given).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.map(([name, item]) => [text(name), scrubValue(item, text, depth + 1)]),
  );
}
