// The two ways into a sandbox, as programs and arguments. Nothing of a caller ever becomes text of the
// script: paths and the command are its positional arguments.
import type { Mount } from './sandbox-view.ts';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** What a command may write to a folder of its own, which is in memory. */
const ownMib = 256;

/** In which descriptor the sandbox says that it stands, before the command begins. */
export const readyDescriptor = 3;

/**
 * Runs in new namespaces of its own user, mounts, network, processes and names. Builds a small root,
 * moves into it, drops every capability and becomes the command. /proc is read-only, since a server
 * that runs as root would otherwise let commands write the kernel's settings.
 */
const script = `
set -eu
umask 022
ulimit -c 0
root=$1; shift
path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
setpriv=$(command -v setpriv)
mount --make-rprivate /
# Servers that tests start on loopback work, where there is a program that brings it up.
ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || true
mount -t tmpfs -o mode=755,nosuid,nodev,size=16m planwright "$root"
mkdir "$root/old" "$root/proc" "$root/dev"
: >"$root/.nothing"
show_file() {
  [ -d "\${root}\${1%/*}" ] || mkdir -p "\${root}\${1%/*}"
  [ -e "$root$1" ] || : >"$root$1"
  mount -o "bind,$2nosuid,nodev" "$1" "$root$1" 2>/dev/null || harden "$root$1" "$2"
}
harden() {
  mount -o "remount,bind,$2nosuid,nodev" "$1" 2>/dev/null ||
    mount -o "remount,bind,$2nosuid,nodev,noexec" "$1"
}
show() {
  if [ ! -d "$1" ]; then show_file "$1" "$2"; return; fi
  [ -d "$root$1" ] || mkdir -p "$root$1"
  mount --rbind "$1" "$root$1"
  harden "$root$1" "$2"
  while read -r _ _ _ _ point _; do
    case $point in *\\\\*) point=$(printf '%b' "$point") ;; esac
    case $point in "$root$1"/*) harden "$point" "$2" ;; esac
  done </proc/self/mountinfo
}
for name in null zero full random urandom tty; do
  if [ -e "/dev/$name" ]; then : >"$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; fi
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
while [ "$1" != -- ]; do
  case $1 in
    read) show "$2" ro, ;;
    write) show "$2" '' ;;
    own) mkdir -p "$root$2"; mount -t tmpfs -o mode=1777,nosuid,nodev,size=${ownMib}m planwright "$root$2" ;;
    link) mkdir -p "\${root}\${2%/*}"; ln -s "$3" "$root$2" ;;
    hide-folder) mount -t tmpfs -o mode=000,nosuid,nodev,ro,size=4k planwright "$root$2" ;;
    hide-file) mount --bind "$root/.nothing" "$root$2" ;;
  esac
  shift 3
done
shift
cd "$root"
pivot_root . old
umount -l old
rmdir old
echo 0 >/proc/sys/user/max_user_namespaces
mount -o remount,bind,ro,nosuid,nodev,noexec /proc
mount -o remount,bind,ro,nosuid,nodev /
cd -- "$1"
shift
PATH=$path
echo ready >&3
exec 3>&-
exec "$setpriv" --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
`;

const targetOf = (mount: Mount): string => (mount.kind === 'link' ? mount.target : '');

/** `emptyFolder` is where the new root is put together; nothing is ever written into it. */
export function unshareProgram(
  emptyFolder: string,
  mounts: readonly Mount[],
  cwd: string,
  program: Program,
): Program {
  const parts = mounts.flatMap((mount) => [mount.kind, mount.path, targetOf(mount)]);
  const inner = [emptyFolder, ...parts, '--', cwd, program.file, ...program.args];
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts'];
  const unshare = ['unshare', ...namespaces, '--fork', '--kill-child', '--'];
  // Without the server there is nobody to end the command, so it ends with it.
  return {
    file: 'setpriv',
    args: ['--pdeathsig=KILL', '--', ...unshare, 'sh', '-c', script, 'sh', ...inner],
  };
}

/** `--size` came with bubblewrap 0.7.0, and one that is setuid root refuses it. */
export type OwnSize = 'limited' | 'unlimited';

function bubblewrapMount(mount: Mount, size: OwnSize): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.path, mount.path];
    case 'write':
      return ['--bind', mount.path, mount.path];
    case 'link':
      return ['--symlink', mount.target, mount.path];
    case 'own':
      return [
        ...(size === 'limited' ? ['--size', `${ownMib * 2 ** 20}`] : []),
        '--tmpfs',
        mount.path,
      ];
    case 'hide-folder':
      return ['--perms', '0000', '--tmpfs', mount.path, '--remount-ro', mount.path];
    case 'hide-file':
      return ['--ro-bind', '/dev/null', mount.path];
  }
}

export function bubblewrapProgram(
  mounts: readonly Mount[],
  cwd: string,
  program: Program,
  size: OwnSize = 'limited',
): Program {
  return {
    file: 'bwrap',
    args: [
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      'ALL',
      '--json-status-fd',
      String(readyDescriptor),
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      ...mounts.flatMap((mount) => bubblewrapMount(mount, size)),
      // It is in memory too.
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--chdir',
      cwd,
      '--',
      program.file,
      ...program.args,
    ],
  };
}
