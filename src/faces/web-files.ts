// The built page, from memory: a few small files, hashed names for ever, the index never cached.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

export interface WebFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

function readFile(folder: string, path: string): [string, WebFile] {
  const name = `/${relative(folder, path).split(sep).join('/')}`;
  const isHashed = name.startsWith('/assets/');
  const headers = {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return [name, { bytes: new Uint8Array(readFileSync(path)), headers }];
}

/** Empty when the page was not built. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Map(files.map((entry) => readFile(folder, join(entry.parentPath, entry.name))));
  } catch {
    return new Map();
  }
}
