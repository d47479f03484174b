import { expect, test } from 'vitest';
import type { Exchange } from '../../../platform-sim/control/exchanges.ts';
import type { CommandIo } from '../command.ts';
import { requestLine } from './request-line.ts';

const served = {
  n: 1,
  atNs: '1',
  member: 'm1',
  requestId: 'req-12345',
  method: 'GET',
  path: '/me',
  status: 200,
  key: null,
  refused: null,
  version: '0.14.0',
  outcome: { kind: 'answered', text: '200' } as const,
  ...{ strikes: [], notes: [] },
};
const op = { ...served, method: 'WS', path: '/v1/ws/trading', status: 101, requestId: 'r1', op: 'submit' };
const { op: _, ...session } = { ...op, requestId: null };
const refused = { ...served, status: 404, refused: { code: 'NOT_FOUND', message: 'no such order', stage: 'send' } };

function io(isTTY: boolean, env: CommandIo['env'] = {}): CommandIo {
  const stream = { write: () => true, isTTY };
  return { stdout: stream, stderr: stream, env, cwd: '/', interrupted: new AbortController().signal };
}

// biome-ignore format: an aligned table
test.each<[string, Exchange, CommandIo, string]>([
  ['served', served, io(false), 'GET /me 200\n'],
  ['refused, with why and the id to search for', refused, io(false), 'GET /me 404 NOT_FOUND no such order [req-12345]\n'],
  ['an op', op, io(false), 'WS /v1/ws/trading submit ok\n'],
  [
    'an op that is refused',
    { ...op, refused: { code: 'MALFORMED', message: 'params: not an object', stage: 'op submit' } },
    io(false),
    'WS /v1/ws/trading submit MALFORMED params: not an object [r1]\n',
  ],
  ["a session's end", { ...session, closed: { code: 4001, why: 'lapsed' } }, io(false), 'WS /v1/ws/trading ended 4001: lapsed\n'],
  [
    'a frame that a fault ate',
    { ...session, fault: { frame: 'orderUpdated', did: 'dropped' } },
    io(false),
    'WS /v1/ws/trading orderUpdated: dropped by a fault\n',
  ],
  [
    'a frame that a fault closed on',
    { ...session, fault: { frame: 'submit\u001b', did: 'closed on' }, closed: { code: 4000, why: 'fault' } },
    io(false),
    'WS /v1/ws/trading submit?: closed on by a fault, ended 4000\n',
  ],
  ['on a terminal', served, io(true), 'GET /me \u001b[32m200\u001b[39m\n'],
  ['on a terminal without colours', served, io(true, { NO_COLOR: '1' }), 'GET /me 200\n'],
  ['what would move the cursor', { ...served, path: '/\u001b[2J\n' }, io(false), 'GET /?[2J? 200\n'],
])('%s', (_, exchange, on, expected) => {
  expect(requestLine(exchange, on)).toBe(expected);
});
