/**
 * Runs a program in a folder as its root, with the machine's own /usr and /etc as a base image, in new namespaces:
 * mounts, process ids and, for what serves, the network. Needs root and `unshare`.
 */
import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface Setting {
  /** The folder that is the root. */
  readonly root: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** Such as 1000:1000. */
  readonly user?: string;
  /** A folder of the machine for each of the root. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/** Arguments: ROOT NODE NPM build|serve, [FOLDER PLACE]... --, and the program. */
const PREPARE = `
set -e; umask 022; PATH="$PATH:/usr/sbin:/sbin"
root=$1 node=$2 npm=$3 kind=$4; shift 4
mount --bind "$root" "$root"; cd "$root"
mkdir -p usr etc proc dev tmp
for name in bin sbin lib lib64; do [ ! -L "/$name" ] || cp -nP "/$name" .; done
mount --bind /usr usr; mount -t tmpfs tmpfs usr/local
mkdir -p usr/local/bin usr/local/lib/node_modules/npm
install -m 755 "$node" usr/local/bin/node; mount --bind "$npm" usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
mount --bind /etc etc; mount -t proc proc proc; mount -t tmpfs tmpfs dev
for name in null zero full random urandom; do touch "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
while [ "$1" != -- ]; do mkdir -p "./$2"; mount --bind "$1" "./$2"; shift 2; done; shift
if [ "$kind" = build ]; then mount -t tmpfs tmpfs tmp
else
  for place in usr/local usr etc; do mount -o remount,bind,ro "$place"; done
  mount -o remount,bind,ro "$root"; ip link set lo up
fi
exec chroot . "$@"
`;

function argumentsOf(kind: 'build' | 'serve', setting: Setting): readonly string[] {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(kind === 'serve' ? ['--net'] : [])];
  const npm = realpathSync(spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim());
  const places = Object.entries(setting.mounts ?? {}).flatMap(([place, folder]) => [folder, place]);
  const prepare = ['sh', '-c', PREPARE, 'sh', setting.root, realpathSync(process.execPath), join(npm, '../..'), kind];
  return [...namespaces, ...prepare, ...places, '--', ...within(setting)];
}

/** What precedes a program in its root. */
function within({ env, workdir, user = '0:0' }: Setting): readonly string[] {
  const [uid, gid] = user.split(':');
  const drop = uid === '0' ? [] : ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  const variables = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/tmp', ...env };
  const stated = Object.entries(variables).map((pair) => pair.join('='));
  return [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...drop],
    ...['env', '-i', `--chdir=${workdir}`, ...stated],
  ];
}

/** Why this machine cannot do so; undefined: it can. */
export function withoutNamespaces(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make namespaces';
  const tried = 'mount -t tmpfs tmpfs /mnt && ip link set lo up && command -v setpriv nsenter';
  const { status, stderr, error } = spawnSync('unshare', ['--mount', '--pid', '--fork', '--net', 'sh', '-c', tried]);
  return status === 0 ? undefined : `no namespace can be made: ${String(error ?? stderr).trim()}`;
}

/** Runs it to its end. */
export function runIn(setting: Setting, program: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('unshare', [...argumentsOf('build', setting), ...program], { encoding: 'utf8' });
}

export interface Served {
  readonly process: ChildProcess;
  /** Signals what is process 1 in there. */
  signal(name: string): void;
  /** Runs another program in there, as the same user unless stated. */
  run(program: readonly string[], user?: string): SpawnSyncReturns<string>;
}

/** The root is read-only but for the mounts. */
export function serveIn(setting: Setting, program: readonly string[]): Served {
  const child = spawn('unshare', [...argumentsOf('serve', setting), ...program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  // 0: it is not there yet, or has ended.
  const pid = () => (existsSync(children) ? Number(readFileSync(children, 'utf8')) : 0);
  return {
    process: child,
    signal(name) {
      // A signal to 0 would go to this process and its whole group.
      if (pid() === 0) throw new Error('it has ended, or is not there yet');
      process.kill(pid(), name);
    },
    run(inner, user) {
      const enter = ['--target', `${pid()}`, '--mount', '--pid', '--net', '--root', '--wd'];
      const as = within(user === undefined ? setting : { ...setting, user });
      return spawnSync('nsenter', [...enter, ...as, ...inner], { encoding: 'utf8' });
    },
  };
}
