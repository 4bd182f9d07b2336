// The text of a path, before any file is looked at. One spelling for each file: whatever could mean
// another file on another system, or look like another one to a reader, is refused.
import { posix } from 'node:path';
import { refused } from './failures.ts';

const maxPathChars = 1_024;
const maxNameBytes = 255;
/** Control characters, and those that are not seen, such as joiners and text directions. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u;

/** The folder of git's own files: a hook or a setting in there runs programs. */
const isGitName = (name: string): boolean => /^(?:\.git|git~\d+)$/i.test(name);

export const namesOf = (path: string): string[] => (path === '.' ? [] : path.split('/'));

export const hasGitName = (path: string): boolean => namesOf(path).some(isGitName);

function problemOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > maxPathChars) return 'is too long';
  if (!text.isWellFormed() || unseen.test(text)) return 'holds a character that cannot be seen';
  if (text.normalize('NFC') !== text) return 'is not in the usual Unicode form (NFC)';
  if (text.includes('\\')) return 'holds a backslash';
  if (text.startsWith('/')) return 'is outside the root';
  return text
    .split('/')
    .map(nameProblem)
    .find((problem) => problem !== undefined);
}

function nameProblem(name: string): string | undefined {
  if (name === '..') return 'goes up by ".."';
  if (name !== '.' && /[. ]$/.test(name)) return 'has a name that ends in a dot or a space';
  return Buffer.byteLength(name) > maxNameBytes ? 'has a name that is too long' : undefined;
}

/** A relative path in its shortest form; "." is the root itself. */
export function checkedPath(text: string): string {
  const problem = problemOf(text);
  if (problem !== undefined) throw refused(`The path ${problem}.`);
  const short = posix.normalize(text).replace(/\/$/, '');
  return short === '' ? '.' : short;
}

/** Also takes an absolute path that plainly lies below the root. */
export function pathBelow(text: string, roots: readonly string[]): string {
  for (const root of roots) {
    if (text === root) return '.';
    if (text.startsWith(`${root}/`)) return checkedPath(text.slice(root.length + 1));
  }
  return checkedPath(text);
}

/** Whether a path is one of the scopes or lies below one. */
export const isWithin = (path: string, scopes: readonly string[]): boolean =>
  scopes.some((scope) => {
    const base = checkedPath(scope);
    return base === '.' || path === base || path.startsWith(`${base}/`);
  });
