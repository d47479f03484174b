import { expect, test } from 'vitest';
import type { Exchange } from '../../../platform-sim/control/exchanges.ts';
import type { CommandIo } from '../command.ts';
import { requestLine } from './request-line.ts';

const served: Exchange = {
  n: 1,
  atNs: `${1_767_283_331_482n * 1_000_000n}`,
  member: 'm1',
  version: '0.14.0',
  principal: 'trader',
  requestId: 'req-12345',
  method: 'GET',
  path: '/me',
  status: 200,
  key: null,
  refused: null,
  tookNs: '1234567',
  outcome: { kind: 'answered', text: '200' },
  ...{ strikes: [], notes: [] },
};
const order: Exchange = { ...served, method: 'POST', path: '/orders', key: 'order-1' };
const refused: Exchange = {
  ...order,
  ...{ status: 422, refused: { code: 'TICK', message: 'finer than the tick', stage: 'send' }, tookNs: '12345678' },
  outcome: { kind: 'refused', text: '422 TICK' },
};
const strike = { fault: 'f1', edge: 'answer', effect: 'drop', atNs: '1', endNs: null };
const struck = { ...order, strikes: [{ ...strike, says: 'The order was placed; only its answer was lost.' }] };
const { tookNs: _, ...untimed } = { ...served, method: 'WS', path: '/v1/ws/trading', status: 101, requestId: null };
const ended = { ...untimed, outcome: { kind: 'ended', text: 'ended 4001' } as const };

function io(isTTY: boolean, env: CommandIo['env'] = {}): CommandIo {
  const stream = { write: () => true, isTTY };
  return { stdout: stream, stderr: stream, env, cwd: '/', interrupted: new AbortController().signal };
}

const ME = '16:02:11.482 m1  trader   GET  /me                     ';
const ORDERS = '16:02:11.482 m1  trader   POST /orders                 ';
const SOCKET = '16:02:11.482 m1  trader   WS   /v1/ws/trading';

// biome-ignore format: an aligned table
test.each<[string, Exchange, CommandIo, string]>([
  ['served', served, io(false), `${ME} 200  1.2 ms\n`],
  ['a write, with its key', order, io(false), `${ORDERS} 200  1.2 ms key order-1\n`],
  ['held for long', { ...served, tookNs: '61234567890' }, io(false), `${ME} 200   1 min\n`],
  ['with a query, of no known principal', { ...served, principal: null, query: 'limit=9' }, io(false), '16:02:11.482 m1  -        GET  /me?limit=9              200  1.2 ms\n'],
  ['refused, with why and the id to search for', refused, io(false), `${ORDERS} 422 TICK   12 ms key order-1 - finer than the tick [req-12345]\n`],
  ['lost', { ...struck, outcome: { kind: 'lost', text: 'lost (was 201)' } }, io(false), `${ORDERS} lost (was 201)  1.2 ms key order-1 - The order was placed; only its answer was lost.\n`],
  ['refused, and noted', { ...refused, notes: ['Exchange 1 sent this key with another body.'] }, io(false), `${ORDERS} 422 TICK   12 ms key order-1 - finer than the tick; Exchange 1 sent this key with another body. [req-12345]\n`],
  ['an op', { ...untimed, op: 'submit', outcome: { kind: 'answered', text: 'ok' } }, io(false), `${SOCKET} submit    ok\n`],
  ["a session's end", { ...ended, closed: { code: 4001, why: 'lapsed' } }, io(false), `${SOCKET}           ended 4001 - lapsed\n`],
  ['a frame that a fault closed on', { ...ended, fault: { frame: 'submit\u001b', did: 'closed on' }, closed: { code: 4001, why: 'fault' } }, io(false), `${SOCKET} submit?   ended 4001 - closed on by a fault\n`],
  ['on a terminal', served, io(true), `${ME} \u001b[32m200\u001b[39m  1.2 ms\n`],
  ['lost, on a terminal', { ...served, outcome: { kind: 'lost', text: 'lost' } }, io(true), `${ME} \u001b[35mlost\u001b[39m  1.2 ms\n`],
  ['on a terminal without colours', served, io(true, { NO_COLOR: '1' }), `${ME} 200  1.2 ms\n`],
  ['what would move the cursor', { ...served, path: '/\u001b[2J\n', key: '\u0007' }, io(false), '16:02:11.482 m1  trader   GET  /?[2J?                   200  1.2 ms key ?\n'],
  ['what would fill the screen', { ...served, path: `/${'x'.repeat(400)}` }, io(false), `16:02:11.482 m1  trader   GET  /${'x'.repeat(119)}... 200  1.2 ms\n`],
])('%s', (_, exchange, on, expected) => {
  expect(requestLine(exchange, on)).toBe(expected);
});
