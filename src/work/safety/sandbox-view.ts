// What a command gets to see: the system's programs and libraries read-only, the file scopes, its own
// /tmp, and nothing else. Homes, /run, /var and the data folder are simply not there.
import { lstat, readlink, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Mount =
  | { readonly kind: 'read' | 'write'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  /** An own, empty folder that is gone afterwards. */
  | { readonly kind: 'own'; readonly path: string }
  /** Stands in front of what must not be seen. */
  | { readonly kind: 'hide-folder' | 'hide-file'; readonly path: string };

export interface View {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Read-only although they lie below something that may be written. */
  readonly guarded: readonly string[];
  readonly hidden: readonly string[];
}

const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix',
];
/** Of /etc only what programs need to start and to check certificates; no keys, no passwords. */
const systemFiles = [
  'alternatives',
  'ca-certificates',
  'group',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'passwd',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
].map((name) => `/etc/${name}`);

type Kind = 'absent' | 'folder' | 'file' | 'link';

async function kindOf(path: string): Promise<Kind> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return 'absent';
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : 'file';
}

async function systemMount(path: string): Promise<Mount[]> {
  const kind = await kindOf(path);
  if (kind === 'absent') return [];
  // A folder of the system that is a link (/bin → usr/bin) stays one; a file is taken as it reads.
  if (kind === 'link' && (await stat(path).catch(() => undefined))?.isDirectory() === true) {
    return [{ kind: 'link', path, target: await readlink(path) }];
  }
  return [{ kind: 'read', path }];
}

async function hideMount(path: string): Promise<Mount[]> {
  const kind = await kindOf(path);
  if (kind === 'absent') return [];
  return [{ kind: kind === 'folder' ? 'hide-folder' : 'hide-file', path }];
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** In the order in which they go over each other. */
export async function mountsOf(view: View): Promise<Mount[]> {
  const system = await Promise.all([...systemFolders, ...systemFiles].map(systemMount));
  const own: Mount[] = ['/tmp', '/dev/shm'].map((path) => ({ kind: 'own', path }));
  const upperFirst = (paths: readonly string[]): string[] => [...new Set(paths)].sort();
  const mounts: Mount[] = [
    ...system.flat(),
    ...own,
    ...upperFirst(view.read).map((path): Mount => ({ kind: 'read', path })),
    ...upperFirst(view.write).map((path): Mount => ({ kind: 'write', path })),
    ...upperFirst(view.guarded).map((path): Mount => ({ kind: 'read', path })),
  ];
  const shown = mounts.filter(({ kind }) => kind === 'read' || kind === 'write');
  const hidden = view.hidden.filter((path) => shown.some((mount) => isBelow(path, mount.path)));
  return [...mounts, ...(await Promise.all(hidden.map(hideMount))).flat()];
}

const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** A program outside the folders of the system needs the folder, or the package, that it stands in. */
export const programFolders = (program: string): string[] =>
  systemFolders.some((folder) => isBelow(program, folder))
    ? []
    : [packageFolder.exec(program)?.[0] ?? dirname(program)];
