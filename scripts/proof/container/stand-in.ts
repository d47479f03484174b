/** Carries out the steps of our Containerfile without an engine: each stage is a folder that is the root of its RUN steps. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { fromRoot } from '../../tooling/setup/root.mjs';
import { command, readContainerfile, type Stage, setting } from './containerfile.ts';
import { runIn, type Served, serveIn } from './in-root.ts';

const CONTEXT = fromRoot('.');

export const stages = (): readonly Stage[] =>
  readContainerfile(readFileSync(fromRoot('scripts/deploy/Containerfile'), 'utf8'));

export interface Image {
  readonly stage: Stage;
  readonly root: string;
}

/**
 * Makes the last stage, and those before it that are not there yet.
 * @param folder an empty one
 * @param made the roots of stages that are there already
 * @param said called with each step and how long it took
 */
export function makeImage(
  folder: string,
  made: Readonly<Record<string, string>> = {},
  said = (_: string) => {},
): Image {
  const roots: Record<string, string> = { ...made };
  for (const stage of stages().filter(({ name }) => made[name] === undefined)) {
    const root = join(folder, stage.name || 'image');
    mkdirSync(root);
    chmodSync(root, 0o755);
    carryOut({ stage, root }, roots, said);
    roots[stage.name] = root;
  }
  return { stage: stages().at(-1) as Stage, root: roots[''] ?? '' };
}

/** What an image only states. */
const STATED = ['USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'];

function carryOut({ stage, root }: Image, roots: Readonly<Record<string, string>>, said: (line: string) => void): void {
  const env: Record<string, string> = {};
  let workdir = '/';
  for (const { instruction, options, text } of stage.steps) {
    const { nowMs } = startStopwatch();
    if (instruction === 'WORKDIR') {
      workdir = text;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (instruction === 'ENV') Object.assign(env, Object.fromEntries([text.split('=')]));
    else if (instruction === 'COPY') copy(text, root, workdir, { ...options, from: roots[options['from'] ?? ' '] });
    else if (instruction === 'RUN') {
      // This machine's cache of packages stands for the cache of an engine.
      const [, place] = /^type=cache,target=(\/[a-z]+)$/.exec(options['mount'] ?? '') ?? [];
      const mounts = place === undefined ? {} : { [place]: npm('cache') };
      const setting = { root, workdir, env: { ...ofMachine(), ...env }, mounts };
      const { status, stdout, stderr } = runIn(setting, ['sh', '-c', text]);
      if (status !== 0) throw new Error(`RUN ${text} ended with ${status}:\n${stdout}${stderr}`);
    } else if (!STATED.includes(instruction)) throw new Error(`the stand-in does not carry out ${instruction} ${text}`);
    said(`${(nowMs() / 1000).toFixed(1).padStart(6)} s  ${instruction} ${text}`);
  }
}

/** An engine's network and trust are the machine's: here its settings of npm are handed in. */
function ofMachine(): Readonly<Record<string, string>> {
  const { NODE_EXTRA_CA_CERTS: trusted } = process.env;
  return { npm_config_registry: npm('registry'), ...(trusted && { NODE_EXTRA_CA_CERTS: trusted }) };
}

function npm(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { cwd: CONTEXT, encoding: 'utf8' }).trim();
}

/** `from`: the root of an earlier stage; undefined: the context, less what .dockerignore names. */
function copy(
  text: string,
  root: string,
  workdir: string,
  options: Readonly<Record<string, string | undefined>>,
): void {
  const { from, chown, chmod } = options;
  const sources = text.split(' ');
  const last = sources.pop() ?? '';
  const place = join(root, last.startsWith('/') ? last : join(workdir, last));
  for (const source of sources) {
    const path = join(from ?? CONTEXT, source);
    // Of a folder its content is copied.
    const target = statSync(path).isDirectory() ? place : join(place, basename(source));
    // An image of 6,000 files: Node's own copy takes ten times as long.
    if (from !== undefined) execFileSync('cp', ['-a', '-T', path, target]);
    else cpSync(path, target, { recursive: true, verbatimSymlinks: true, filter: isInContext });
    if (chown !== undefined) execFileSync('chown', ['-R', chown, target]);
    if (chmod !== undefined) execFileSync('chmod', ['-R', chmod, target]);
  }
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

/** Starts the image's own ENTRYPOINT and CMD with a read-only root. @param data the folder of its volume, to be made */
export function startImage({ stage, root }: Image, data: string): Served {
  const volume = setting(stage, 'VOLUME');
  // A new volume has what the image has there, with its owner.
  execFileSync('cp', ['-a', '-T', join(root, volume), data]);
  const program = [...command(stage, 'ENTRYPOINT'), ...command(stage, 'CMD')];
  const workdir = setting(stage, 'WORKDIR');
  return serveIn({ root, workdir, user: setting(stage, 'USER'), mounts: { [volume]: data } }, program);
}
