/** The product as users start it, and its peers. Each runs in its own process on the servers' core. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '../../platform-sim/nats/testing/nats-server.ts';
import { freePort } from '../../platform-sim/testing/free-port.ts';
import type { LoadRequest } from '../load/measured.ts';
import { type SandboxProcess, sandboxAt, startSandboxProcess } from '../load/sandbox-process.ts';
import { type ServerOptions, type ServerProcess, startServerProcess } from '../load/server-process.ts';
import { fromRoot } from '../tooling/setup/root.mjs';
import { LOAD_CORE, moveTo, onServerCore, SERVER_CORE } from './cores.ts';
import type { Tree } from './row.ts';
import { getText, type Scene } from './scenes.ts';

export interface Served extends ServerProcess {
  readonly port: number;
  readonly token: string;
  /** The requests of the scene; empty without a scene. */
  readonly requests: readonly LoadRequest[];
}

/** Starts a server with the data that a scene requests. */
export type Server = (tree: Tree, scene?: Scene, how?: ServerOptions) => Promise<Served>;

const ON_SERVER_CORE: ServerOptions = { wrap: onServerCore };

/** The command that a user types. */
type Typed = 'npm start' | 'the bare command';

/** @param options of `touchstone sandbox`; `{folder}` is replaced by a temporary folder @param typed `npm start`: the process is npm's */
export function sandbox(options: readonly string[] = [], typed: Typed = 'the bare command'): Server {
  return async (tree, scene, how = ON_SERVER_CORE) => {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const command =
      typed === 'npm start'
        ? { runtime: 'npm', program: 'start', words: ['-s', '--prefix', tree.path('.'), '--'] }
        : { program: tree.program };
    const filled = options.map((option) => option.replace('{folder}', folder));
    // Await here: otherwise the stack would close its resources first.
    return await served(stack, await startSandboxProcess({ ...how, ...command, options: filled, hasLog: true }), scene);
  };
}

/** A member process, a platform process and NATS: all three on the servers' core, like the single sandbox process. */
export const memberOnNats: Server = async ({ program }, scene) => {
  await using stack = new AsyncDisposableStack();
  moveTo(SERVER_CORE);
  const nats = stack.use(await startNats());
  moveTo(LOAD_CORE);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const [port, profile] = [await freePort(), join(folder, 'profile.json')];
  const url = ['--public-url', `http://127.0.0.1:${port}`, '--control-port', `${await freePort()}`];
  const of = ['--platform', nats.url, '--json'];
  const platform = ['platform', ...of, ...url, '--profile-out', profile];
  stack.use(await startServerProcess(program, platform, ON_SERVER_CORE));
  const member = await startServerProcess(program, ['member', ...of, '--port', `${port}`], ON_SERVER_CORE);
  return await served(stack, await sandboxAt(member, profile), scene);
};

async function served(stack: AsyncDisposableStack, server: SandboxProcess, scene?: Scene): Promise<Served> {
  stack.use(server);
  const requests = scene === undefined ? [] : await scene(server);
  const all = stack.move();
  return { ...server, requests, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Koa and its router. With a scene it sends the same bytes as the sandbox, each body as a Buffer that was made once. */
export const koa: Server = peer('koa.mjs');
/** The same, but POST /orders goes through koa-body and ajv into a store. */
export const koaStore: Server = peer('koa.mjs', 'store');
export const ws: Server = peer('ws.mjs');

/** Starts `peers/NAME` with a file of answers by path. It prints a JSON line with its port. */
function peer(name: string, ...args: readonly string[]): Server {
  return async (_, scene, how = ON_SERVER_CORE) => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-peer-'));
    const { requests, token, answers } = await answersOf(scene);
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    const server = await startServerProcess(fromRoot(`scripts/bench/peers/${name}`), [file, ...args], how);
    rmSync(folder, { recursive: true });
    return { ...server, port: (JSON.parse(server.line) as { readonly port: number }).port, token, requests };
  };
}

/** The requests of a scene, and the bodies that the sandbox answers, by path. */
async function answersOf(scene: Scene | undefined) {
  const answers: Record<string, string> = {};
  if (scene === undefined) return { requests: [], token: '', answers };
  await using source = await startSandboxProcess();
  const requests = await scene(source);
  for (const { method, path } of requests) if (method === 'GET') answers[path] ??= await getText(source, path);
  return { requests, token: source.token, answers };
}
