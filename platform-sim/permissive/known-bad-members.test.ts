/** No known-bad member ends its sandbox: every layer meets every route and both sockets, also where it throws. */
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ROUTES, type RouteRow } from '../../gateway/contract/routes.ts';
import { type Defect, defect } from '../../gateway/defects/defect.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { createClock } from '../clock.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

const BODY = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1', name: 'x' };
/** Requests and frames at once; each world is a separate member. */
const AT_ONCE = 8;
const FRAMES = [
  '{"op":"ping","reqId":"a"}',
  '{"op":"subscribe","reqId":"b","topics":["orders","executions","algos","balances"],"params":{"topics":["orders"]}}',
  '{"op":"getState","reqId":"c"}',
  '{"op":"submit","reqId":"d","params":{}}',
  '{"op":"none","reqId":"e"}',
  'no JSON',
  '[]',
  'null',
];

const TIMER = { nowMs: () => 0, sleep: async () => undefined };

async function tokenOf({ profile }: Pick<Sandbox, 'profile'>): Promise<string> {
  const { clientId, clientSecret } = profile.principals.admin;
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  const answer = await fetch(profile.identity.tokenEndpoint, { method: 'POST', body });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

/** Sends everything, and waits until the connection has ended. */
async function converse(address: string, token: string, isAuthorized: boolean): Promise<void> {
  const socket = new WebSocket(address, {
    headers: isAuthorized ? { Authorization: `Bearer ${token}` } : {},
    handshakeTimeout: 2_000,
  });
  const ended = new Promise<void>((resolve) => socket.once('close', resolve));
  const texts = [`{"op":"auth","reqId":"0","params":{"token":"${token}"}}`, ...FRAMES];
  socket.on('error', () => undefined);
  socket.once('open', () => {
    for (const text of texts) socket.send(text);
    socket.send(Buffer.from([1]));
    // A defect may answer no close, and none of these.
    socket.ping(() => setImmediate(() => socket.close(1000)));
  });
  socket.once('pong', () => socket.terminate());
  await ended;
}

/** Real time: some members do not answer. */
const PATIENCE_MS = 250;
const clock = createClock({ mode: 'real' });
/** Those of requests alone are layers around one member, one within the other: what one throws reaches none outside. */
const OF_REQUESTS_AT_ONCE = 16;

function groups(): Defect[][] {
  const isOfFrames = (defect: Defect): boolean => defect.parts(TIMER).socket !== undefined;
  const others = DEFECTS.filter((defect) => !isOfFrames(defect));
  return [
    ...DEFECTS.filter(isOfFrames).map((defect) => [defect]),
    ...others.flatMap((_, at) => (at % OF_REQUESTS_AT_ONCE === 0 ? [others.slice(at, at + OF_REQUESTS_AT_ONCE)] : [])),
  ];
}

async function ask(baseUrl: string, token: string, { method, path }: RouteRow): Promise<void> {
  const hasBody = method !== 'GET';
  const answer = await fetch(baseUrl + path.replaceAll(/:\w+|\{\w+\}/g, '1'), {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1' },
    ...(hasBody && { body: JSON.stringify(BODY) }),
  });
  await answer.arrayBuffer();
}

test('every known-bad member leaves its process up', { timeout: 600_000 }, async () => {
  const sandbox = await startSandbox({ clock: 'virtual', failed: () => undefined });
  onTestFinished(() => sandbox.close());
  const left = groups();
  const routes = Object.values(ROUTES) as RouteRow[];
  async function next(): Promise<void> {
    for (let defects = left.shift(); defects !== undefined; defects = left.shift()) {
      const world = await sandbox.createWorld({ defects });
      const { profile } = world;
      const token = await tokenOf(world);
      const walks = [
        converse(profile.sockets.trading, token, true),
        converse(profile.sockets.marketData, token, false),
        ...(defects.length === 1 ? [] : routes.map((route) => ask(profile.baseUrl, token, route))),
      ];
      // Some answer nothing.
      const patience = new Promise<void>(
        (resolve) => void clock.after(PATIENCE_MS, 'a member that does not answer', resolve),
      );
      await Promise.race([Promise.allSettled(walks), patience]);
      await world.close();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const answer = await fetch(`${sandbox.baseUrl}/openapi.json`);
  expect(answer.status).toBe(200);
});

test('an error that a layer throws is reported, and the next request is served', async () => {
  const failures: unknown[] = [];
  let calls = 0;
  const throwing = defect('RID-01 | any', 'a layer throws', () => async (request, next) => {
    calls += 1;
    if (calls === 1) throw new TypeError('thrown on purpose');
    return next(request);
  });
  await using sandbox = await startSandbox({
    clock: 'virtual',
    defects: [throwing],
    failed: (error) => failures.push(error),
  });
  const read = () => fetch(`${sandbox.baseUrl}/openapi.json`).then(({ status }) => status);
  await expect(read()).rejects.toThrow('fetch failed');
  expect(failures.map(String)).toEqual(['TypeError: thrown on purpose']);
  expect(await read()).toBe(200);
});
