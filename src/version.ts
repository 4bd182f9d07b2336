// The version alone: `planwright --version` loads nothing else.
import { readFileSync } from 'node:fs';

/** The build puts a copy of package.json into dist, so it is one folder up in both. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

export const version = readVersion();
