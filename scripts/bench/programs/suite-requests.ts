/**
 * Judged requests: `node suite-requests.ts [PROFILE]`. The suite's client writes orders, retries them, reads them, their
 * operations and pages, and every statement judges what came: of a sandbox in this process that is given requests as objects,
 * or of a profile's over the network. Prints requests a second of processor time, and in process those of a Koa that is
 * given plain objects, which sends the same page ready-made.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import type { Actor } from '../../../conformance/member/actor.ts';
import { textAt } from '../../../conformance/member/exchange/exchange.ts';
import { restingOrder } from '../../../conformance/member/exchange/order.ts';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import type { Transport } from '../../../conformance/member/sending/transport.ts';
import { connect, type Target } from '../../../conformance/member/target.ts';
import { judgeStatements } from '../../../conformance/model/statements.ts';
import { History } from '../../../conformance/runner/history.ts';
import { freshKeys } from '../../../conformance/runner/run/fresh-keys.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { waysTo } from '../../api/ways-to-sandbox.ts';

const WARM_ROUNDS = 4;
const ROUNDS = 8;
const ORDERS = 200;
const AT_ONCE = 8;
const PLAIN_REQUESTS = 60_000;

async function reached(profile: unknown, transport?: Transport): Promise<Target> {
  const stopwatch = startStopwatch();
  return connect(profileOf(profile, 'the profile'), {
    stopwatch,
    freshKey: freshKeys(1, stopwatch.startedAtMs),
    userAgent: 'touchstone/bench',
    ...(transport !== undefined && { transport }),
  });
}

/** One order's part of a round. */
async function written(trader: Actor, target: Target): Promise<void> {
  const order = restingOrder(target.profile.fixtures ?? {});
  const made = await trader.submit(order);
  const key = textAt(made, 'clientOrderId') ?? '';
  const orderId = textAt(made, 'orderId') ?? '';
  await trader.submit({ ...order, clientOrderId: key }, { key });
  await trader.get(`/orders/${orderId}`);
  await trader.get(`/operations/${key}`);
  await trader.get('/orders', { query: { limit: '1' } });
}

/** The number of its requests. */
async function round(target: Target): Promise<number> {
  const session = target.session();
  const trader = session.actors.get('trader') as Actor;
  for (let order = 0; order < ORDERS; order += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => written(trader, target)));
  }
  const history = new History(session.exchanges(), target.facts, session.conversations(), session.notes());
  assert.deepEqual(judgeStatements(history), { verdict: 'pass' });
  await session.finish();
  await target.reset();
  return history.exchanges.length;
}

async function perSecond(some: () => Promise<number>): Promise<number> {
  for (let n = 0; n < WARM_ROUNDS; n += 1) await some();
  const before = process.cpuUsage();
  let done = 0;
  for (let n = 0; n < ROUNDS; n += 1) done += await some();
  const { user, system } = process.cpuUsage(before);
  return (done / (user + system)) * 1e6;
}

/** Koa with one middleware, as many would write it. */
async function plainKoa(body: string): Promise<number> {
  const koa = new Koa().use((ctx) => {
    ctx.type = 'json';
    ctx.body = body;
  });
  const serve = koa.callback();
  let sent = 0;
  const end = (text: string) => {
    sent += text.length;
  };
  for (let n = 0; n < PLAIN_REQUESTS / ROUNDS; n += 1) {
    const request = { method: 'GET', url: '/orders?limit=1', headers: { host: 'localhost' }, socket: {} };
    const response = { end, setHeader: () => {}, getHeader: () => undefined, getHeaderNames: () => [] };
    const more = { removeHeader: () => {}, hasHeader: () => false, on: () => {}, statusCode: 404, writable: true };
    await serve(request as unknown as IncomingMessage, { ...response, ...more } as unknown as ServerResponse);
  }
  assert.equal(sent, (body.length * PLAIN_REQUESTS) / ROUNDS);
  return PLAIN_REQUESTS / ROUNDS;
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  await using sandbox = await startSandbox({ port: 0, controlPort: 0, clock: 'virtual' });
  const target = await reached(sandbox.profile, waysTo(sandbox).transport(sandbox.baseUrl, startStopwatch()));
  const own = await perSecond(() => round(target));
  const page = await target
    .session()
    .actors.get('trader')
    ?.get('/orders', { query: { limit: '1' } });
  const peer = await perSecond(() => plainKoa(page?.response?.body ?? ''));
  console.log(JSON.stringify({ inProcess: { own, peer } }));
  await target.close();
} else {
  const target = await reached(JSON.parse(readFileSync(file, 'utf8')));
  console.log(JSON.stringify({ loopback: { own: await perSecond(() => round(target)) } }));
  await target.close();
}
process.exit();
