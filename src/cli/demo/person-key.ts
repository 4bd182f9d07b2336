// Tasks that need a person need a person's key. It comes from the environment, or from the file the
// local server keeps in its data folder; that file is only ever used with a server on this machine.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const loopbackNames = new Set(['127.0.0.1', '[::1]', 'localhost']);

export async function findPersonKey(url: string, home: string | undefined): Promise<string | null> {
  const given = process.env.PLANWRIGHT_PERSON_KEY;
  if (given) return given;
  if (!loopbackNames.has(new URL(url).hostname)) return null;
  const folder = home ?? process.env.PLANWRIGHT_HOME ?? path.join(homedir(), '.planwright');
  const text = await readFile(path.join(folder, 'person-token'), 'utf8').catch(() => '');
  return text.trim() || null;
}
