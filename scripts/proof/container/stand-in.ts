/** Carries out the steps of a Containerfile without an engine: each stage is a folder that is the root of its RUN steps. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { fromRoot } from '../../tooling/setup/root.mjs';
import { readContainerfile, type Stage, words } from './containerfile.ts';
import { runIn, type Served, serveIn } from './in-root.ts';

const CONTEXT = fromRoot('.');
export const CONTAINERFILE = fromRoot('scripts/deploy/Containerfile');

const stages = () => readContainerfile(readFileSync(CONTAINERFILE, 'utf8'));

export function lastStage(): Stage {
  return stages().at(-1) as Stage;
}

/** Why no container can be stood in for here; undefined: it can. */
export function withoutNamespaces(folder: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make namespaces';
  const root = join(folder, 'tried');
  mkdirSync(root);
  const { status, stderr, error } = runIn({ root, workdir: '/' }, ['true'], 'serve');
  return status === 0 ? undefined : `no namespace can be made: ${String(error ?? stderr).trim()}`;
}

export interface Image {
  readonly stage: Stage;
  readonly root: string;
}

/**
 * Makes the last stage, and those before it that are not there yet.
 * @param folder an empty one
 * @param made the roots of stages that are there already; absent: every stage is made
 * @param said called with each step and how long it took
 */
export function makeImage(
  folder: string,
  made: Readonly<Record<string, string>> = {},
  said = (_: string) => {},
): Image {
  const roots: Record<string, string> = { ...made };
  let image: Image | undefined;
  for (const [index, stage] of stages().entries()) {
    if (stage.name in made) continue;
    const root = join(folder, stage.name || `stage-${index}`);
    mkdirSync(root);
    roots[stage.name] = root;
    carryOut(stage, root, roots, said);
    image = { stage, root };
  }
  if (image === undefined) throw new Error('no stage is left to make');
  return image;
}

function carryOut(stage: Stage, root: string, roots: Readonly<Record<string, string>>, said: (line: string) => void) {
  const env: Record<string, string> = {};
  let workdir = '/';
  for (const { instruction, options, text } of stage.steps) {
    const { nowMs } = startStopwatch();
    if (instruction === 'WORKDIR') {
      workdir = text;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (instruction === 'ENV') Object.assign(env, Object.fromEntries([text.split('=')]));
    else if (instruction === 'COPY')
      copy(text, { to: root, workdir, from: options['from'] && roots[options['from']], owner: options['chown'] });
    else {
      const mounts = cacheOf(options['mount']);
      const setting = { root, workdir, env: { ...env, ...npmSettings() }, mounts };
      const { status, stdout, stderr } = runIn(setting, ['sh', '-c', text]);
      if (status !== 0) throw new Error(`RUN ${text} ended with ${status}:\n${stdout}${stderr}`);
    }
    said(`${(nowMs() / 1000).toFixed(1).padStart(6)} s  ${instruction} ${text}`);
  }
}

interface Places {
  readonly to: string;
  readonly workdir: string;
  /** The root of an earlier stage; undefined: the context, less what .dockerignore names. */
  readonly from: string | undefined;
  readonly owner: string | undefined;
}

/** What a folder holds goes to the last place; a file goes into it if that is a folder. */
function copy(text: string, { to, workdir, from, owner }: Places): void {
  const sources = text.split(' ');
  const last = sources.pop() ?? '';
  const place = join(to, last.startsWith('/') ? '' : workdir, last);
  for (const source of sources) {
    const path = join(from ?? CONTEXT, source);
    const isFolder = statSync(path).isDirectory();
    const target = isFolder || !(sources.length > 1 || last.endsWith('/')) ? place : join(place, basename(source));
    // An image of 6,000 files: Node's own copy takes ten times as long.
    if (from !== undefined && isFolder) execFileSync('cp', ['-a', '-T', path, target]);
    else cpSync(path, target, { recursive: true, verbatimSymlinks: true, filter: isInContext });
  }
  if (owner !== undefined) execFileSync('chown', ['-R', owner, place]);
}

const IGNORED = readFileSync(join(CONTEXT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  // Once a pattern, because `matchesGlob` of each path takes seconds.
  .map((pattern) => RegExp.escape(pattern).replace('\\*\\*\\/', '(.*/)?').replaceAll('\\*', '[^/]*'))
  .map((pattern) => new RegExp(`^${pattern}$`));

function isInContext(path: string): boolean {
  const inside = relative(CONTEXT, path);
  return !IGNORED.some((pattern) => pattern.test(inside));
}

/** This machine's cache of packages stands for the cache of an engine. */
function cacheOf(mount: string | undefined): Readonly<Record<string, string>> {
  if (mount === undefined) return {};
  const target = /^type=cache,target=(\/[a-z]+)$/.exec(mount)?.[1];
  if (target === undefined) throw new Error(`the stand-in knows no --mount=${mount}`);
  return { [target]: npmSetting('cache') };
}

/** An engine's network and trust are the machine's; here its settings of npm are handed in. */
function npmSettings(): Readonly<Record<string, string>> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return { npm_config_registry: npmSetting('registry'), ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) };
}

function npmSetting(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { cwd: CONTEXT, encoding: 'utf8' }).trim();
}

export interface Container extends Served {
  /** Resolves with the exit status after STOPSIGNAL. */
  stop(): Promise<number | null>;
  /** Runs the HEALTHCHECK: its status, and what it said. */
  health(): { readonly status: number | null; readonly said: string };
}

/** Starts the image's own ENTRYPOINT and CMD with a read-only root. @param data the folder of its volume */
export function startImage({ stage, root }: Image, data: string): Container {
  const {
    USER: user,
    WORKDIR: workdir = '/',
    VOLUME: volume = '',
    STOPSIGNAL: signal,
    ENTRYPOINT,
    CMD,
    HEALTHCHECK,
  } = stage.settings;
  // A new volume has what the image has there, with its owner.
  execFileSync('cp', ['-a', '-T', join(root, volume), data]);
  const served = serveIn({ root, workdir, user, mounts: { [volume]: data } }, [...words(ENTRYPOINT), ...words(CMD)]);
  const ended = new Promise<number | null>((done) => served.process.once('exit', done));
  return {
    ...served,
    stop() {
      process.kill(served.pid(), signal as NodeJS.Signals);
      return ended;
    },
    health() {
      const { status, stdout, stderr } = served.run(words(HEALTHCHECK));
      return { status, said: stdout + stderr };
    },
  };
}
