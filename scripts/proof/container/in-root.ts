/**
 * Runs a program in a folder as its root, with the machine's own /usr and /etc as a base image, in new namespaces:
 * mounts, process ids and, for what serves, the network. Needs root and `unshare`.
 */
import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Setting {
  /** The folder that is the root. */
  readonly root: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly workdir: string;
  /** `1000:1000`; absent: root. */
  readonly user?: string | undefined;
  /** A folder of the machine for each of the root. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/** Arguments: ROOT NODE NPM build|serve, [FOLDER PLACE]... --, and the program. */
const PREPARE = `
set -e
root=$1 node=$2 npm=$3 kind=$4; shift 4
mount --bind "$root" "$root"; cd "$root"
mkdir -p usr etc proc dev tmp
for name in bin sbin lib lib64; do [ ! -L "/$name" ] || cp -nP "/$name" .; done
mount --bind /usr usr; mount -t tmpfs tmpfs usr/local
mkdir -p usr/local/bin usr/local/lib/node_modules/npm; touch usr/local/bin/node
mount --bind "$node" usr/local/bin/node; mount --bind "$npm" usr/local/lib/node_modules/npm
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

function argumentsOf(kind: 'build' | 'serve', { root, env, workdir, user, mounts = {} }: Setting): readonly string[] {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(kind === 'serve' ? ['--net'] : [])];
  const places = Object.entries(mounts).flatMap(([place, folder]) => [folder, place]);
  const node = realpathSync(process.execPath);
  return [
    ...[...namespaces, 'sh', '-c', PREPARE, 'sh', root, node, npmFolder(), kind, ...places, '--'],
    ...within({ env, workdir, user }),
  ];
}

/** What precedes a program in its root. */
function within({ env = {}, workdir, user }: Pick<Setting, 'env' | 'workdir' | 'user'>): readonly string[] {
  const [uid = '', gid = ''] = user?.split(':') ?? [];
  const drop = ['--clear-groups', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  const variables = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/tmp', ...env };
  return [
    ...(user === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, ...drop]),
    ...['env', '-i', `--chdir=${workdir}`, ...Object.entries(variables).map((pair) => pair.join('='))],
  ];
}

function npmFolder(): string {
  const { stdout } = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' });
  return dirname(dirname(realpathSync(stdout.trim())));
}

/** Runs it to its end; `serve`: with a network and a read-only root, as `serveIn` does. */
export function runIn(setting: Setting, command: readonly string[], kind: 'build' | 'serve' = 'build') {
  return spawnSync('unshare', [...argumentsOf(kind, setting), ...command], { encoding: 'utf8' });
}

export interface Served {
  readonly process: ChildProcess;
  /** The id on this machine of what is process 1 in there; 0: it is not there yet, or has ended. */
  pid(): number;
  /** Runs another program in there, as the same user; as `user`, if stated. */
  run(command: readonly string[], user?: string): SpawnSyncReturns<string>;
}

/** The root is read-only but for the mounts. */
export function serveIn(setting: Setting, command: readonly string[]): Served {
  const child = spawn('unshare', [...argumentsOf('serve', setting), ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  const pid = () => (existsSync(children) ? Number(readFileSync(children, 'utf8')) : 0);
  return {
    process: child,
    pid,
    run(inner, user = setting.user) {
      const enter = ['--target', `${pid()}`, '--mount', '--pid', '--net', '--root', '--wd'];
      return spawnSync('nsenter', [...enter, ...within({ ...setting, user }), ...inner], { encoding: 'utf8' });
    },
  };
}
