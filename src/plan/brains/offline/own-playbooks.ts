// Playbooks of the operator's own, from a folder. A file that is wrong is named and left out; it never
// stops the server.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Playbook } from './playbook.ts';
import { playbookChars, readPlaybook } from './read-playbook.ts';

export interface OwnPlaybook {
  readonly file: string;
  readonly playbook: Playbook;
}

export interface BadPlaybook {
  readonly file: string;
  readonly problems: readonly string[];
}

export interface OwnPlaybooks {
  readonly good: readonly OwnPlaybook[];
  readonly bad: readonly BadPlaybook[];
}

export const noPlaybooks: OwnPlaybooks = { good: [], bad: [] };
const maxFiles = 100;
const maxBytes = playbookChars * 4;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** A pipe is opened at once, without waiting for somebody who writes to it. Windows has no such flag. */
const readAtOnce = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Looked at while it is open: what is no plain file, or too large, is not read. */
function textOf(file: string): string {
  const handle = openSync(file, readAtOnce);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new Error('It is no plain file.');
    if (stat.size > maxBytes) throw new Error(`It has more than ${maxBytes} bytes.`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/** One file, whoever named it. */
export function readPlaybookFile(file: string): OwnPlaybook | BadPlaybook {
  try {
    const { playbook, problems } = readPlaybook(textOf(file));
    return playbook ? { file, playbook } : { file, problems };
  } catch (error) {
    const code = codeOf(error);
    const problem = /^E[A-Z]+$/.test(code) ? `It cannot be read (${code}).` : code;
    return { file, problems: [problem.replace(/^Error: /, '')] };
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort();
  } catch (error) {
    // Most have none of their own.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export function readOwnPlaybooks(folder: string): OwnPlaybooks {
  let names: string[];
  try {
    names = namesIn(folder);
  } catch (error) {
    const problem = `The folder cannot be read (${codeOf(error)}).`;
    return { good: [], bad: [{ file: folder, problems: [problem] }] };
  }
  const good: OwnPlaybook[] = [];
  const bad: BadPlaybook[] = [];
  for (const name of names.slice(0, maxFiles)) {
    const read = readPlaybookFile(join(folder, name));
    if ('problems' in read) bad.push(read);
    else {
      const same = good.find(({ playbook }) => playbook.name === read.playbook.name);
      if (!same) good.push(read);
      else
        bad.push({
          file: read.file,
          problems: [`name: "${read.playbook.name}" is already the name of ${same.file}`],
        });
    }
  }
  if (names.length > maxFiles) {
    const problem = `It holds ${names.length} playbooks; the first ${maxFiles} are used.`;
    bad.push({ file: folder, problems: [problem] });
  }
  return { good, bad };
}
