import { describe, expect, it } from 'vitest';
import type { Mount } from './sandbox-view.ts';
import { mountsOf, programFolders } from './sandbox-view.ts';
import { bubblewrapProgram, unshareProgram } from './sandbox-wrap.ts';

const mounts: Mount[] = [
  { kind: 'read', path: '/usr' },
  { kind: 'link', path: '/bin', target: 'usr/bin' },
  { kind: 'own', path: '/tmp' },
  { kind: 'write', path: '/w; rm -rf /' },
  { kind: 'hide-folder', path: '/usr/data' },
  { kind: 'hide-file', path: '/usr/key' },
];
const program = { file: '/bin/sh', args: ['-c', '$(id)'] };

describe('the ways into a sandbox', () => {
  it('[TL22] bubblewrap gets every mount in order, nothing shared and the command last', () => {
    const { file, args } = bubblewrapProgram(mounts, '/w', program);
    expect(file).toBe('bwrap');
    expect(args).toEqual(
      expect.arrayContaining(['--unshare-all', '--die-with-parent', '--new-session']),
    );
    expect(args.join(' ')).toContain(
      '--ro-bind /usr /usr --symlink usr/bin /bin --size 268435456 --tmpfs /tmp --bind /w; rm -rf / /w; rm -rf / --perms 0000 --tmpfs /usr/data --remount-ro /usr/data --ro-bind /dev/null /usr/key --remount-ro /dev --remount-ro / --chdir /w -- /bin/sh -c $(id)',
    );
    expect(args).not.toContain('--share-net');
  });

  it('[LM12] where bubblewrap has no --size its own folders have none', () => {
    const { args } = bubblewrapProgram(mounts, '/w', program, 'unlimited');
    expect(args).not.toContain('--size');
    expect(args.join(' ')).toContain('--tmpfs /tmp --bind');
  });

  it('[TL22] unshare gets paths and command as arguments, never as text of its script', () => {
    const { file, args } = unshareProgram('/empty', mounts, '/w', program);
    const script = args[args.indexOf('-c') + 1] ?? '';
    expect(file).toBe('setpriv');
    for (const text of ['rm -rf', '$(id)', '/w', '/empty']) expect(script).not.toContain(text);
    expect(args).toEqual(
      expect.arrayContaining(['--user', '--mount', '--net', '--pid', '--ipc', '--pdeathsig=KILL']),
    );
    expect(args.slice(-5)).toEqual(['--', '/w', '/bin/sh', '-c', '$(id)']);
  });

  it('[TL20] the view holds the system, the scopes and what hides, in this order', async () => {
    const view = {
      read: ['/usr/share'],
      write: ['/usr/lib'],
      guarded: [],
      hidden: ['/usr/bin', '/none', '/etc'],
    };
    const found = await mountsOf(view);
    const at = (kind: string, path: string) =>
      found.findIndex((one) => one.kind === kind && one.path === path);
    expect(at('read', '/usr')).toBeGreaterThanOrEqual(0);
    expect(at('write', '/usr/lib')).toBeGreaterThan(at('read', '/usr/share'));
    expect(at('hide-folder', '/usr/bin')).toBe(found.length - 1);
    const paths = found.map(({ path }) => path);
    for (const path of ['/', '/etc', '/root', '/home', '/var', '/run', '/etc/shadow', '/none']) {
      expect(paths).not.toContain(path);
    }
    const programs = ['/usr/bin/git', '/srv/tool/bin/x', '/srv/lib/node_modules/@a/b/bin/c.js'];
    expect(programs.map(programFolders)).toEqual([
      [],
      ['/srv/tool/bin'],
      ['/srv/lib/node_modules/@a/b'],
    ]);
  });
});
