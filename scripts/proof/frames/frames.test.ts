/**
 * Tests both sockets with raw frames: the limits, close codes and refusals that this gateway adds to the library `ws`, and the
 * options that it passes to `ws`. The authors of `ws` test the protocol itself with the Autobahn test suite.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { close, fragments, frame, OPCODES, op, openRawPeer, type RawPeer, type Received } from './raw-peer.ts';

/** The largest message that both sockets accept. */
const LARGEST = 65_536;

const MALFORMED = 'malformed';
const reply = (reqId: string) => `reply ${reqId}`;
const pong = (payload: string) => `pong ${payload}`;
const closed = (code: number) => `closed ${code}`;

const text = (payload: string | Uint8Array) => frame('text', payload);
const times = <T>(count: number, of: (i: number) => T): readonly T[] => Array.from({ length: count }, (_, i) => of(i));
const octets = (bytes: Uint8Array) => times(bytes.length, (i) => bytes.subarray(i, i + 1));
const opOf = (bytes: number) => op('r', 'x'.repeat(bytes - op('r').length));
const cut = (message: Uint8Array, at: number) => fragments('text', [message.subarray(0, at), message.subarray(at)]);

const [first, last] = cut(Buffer.from(op('r')), 9) as [Buffer, Buffer];
const euro = Buffer.from(op('r', '€'));
const badBytes = Buffer.from(op('r', '@'));
badBytes[badBytes.indexOf('@')] = 0xff;
const UNREADABLE = ['', ' ', '{', 'null', '17', '"op"', '[]', '[{}]', '{"op":"a","op":"b","reqId":"r"}', '\uFEFF{}'];
const REFUSED_CODES = [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535];

/** Each row: the chunks that are written one after another, and the frames that the server sends, without events. A close is last. */
// biome-ignore format: an aligned table
const CASES: readonly (readonly [name: string, sends: readonly Uint8Array[], receives: readonly string[]])[] = [
  ['100 ops',                                  times(100, (i) => text(op(`r${i}`))),                      times(100, (i) => reply(`r${i}`))],
  ['50 ops in one piece',                      [Buffer.concat(times(50, (i) => text(op(`r${i}`))))],      times(50, (i) => reply(`r${i}`))],
  ['an op, a byte at a time',                  octets(text(opOf(300))),                                   [reply('r')]],
  ['a ping between two frames of an op',       [first, frame('ping', 'now'), last],                       [pong('now'), reply('r')]],
  ['500 pings in one piece',                   [Buffer.concat(times(500, (i) => frame('ping', `${i}`)))], times(500, (i) => pong(`${i}`))],
  ['a pong without a ping',                    [frame('pong', 'x'), text(op('r'))],                       [reply('r')]],
  ['texts that are no object',                 UNREADABLE.map(text),                                      UNREADABLE.map(() => MALFORMED)],
  ['binary messages (decision A98)',           [frame('binary', op('r')), ...fragments('binary', ['a', 'b'])], [MALFORMED, MALFORMED]],
  ['a character cut between two frames',       cut(euro, euro.indexOf('€') + 1),                          [reply('r')]],
  ['text that is not UTF-8',                   [text(badBytes)],                                          [closed(1007)]],
  ['text that is not UTF-8, in two frames',    cut(badBytes, 20),                                         [closed(1007)]],
  ['the largest message',                      [text(opOf(LARGEST))],                                     [reply('r')]],
  ['a message a byte too large',               [text('x'.repeat(LARGEST + 1))],                           [closed(1009)]],
  ['a binary message a byte too large',        [frame('binary', 'x'.repeat(LARGEST + 1))],                [closed(1009)]],
  ['fragments that are too large together',    fragments('text', times(2, () => 'x'.repeat(40_000))),     [closed(1009)]],
  ['a header that claims a megabyte',          [frame('text', '', { claimed: 1n << 20n })],               [closed(1009)]],
  ['a header that claims 2^63 bytes',          [frame('text', '', { claimed: 1n << 63n })],               [closed(1009)]],
  ['an op in 1,000 frames',                    [Buffer.concat(fragments('text', [...opOf(1_000)]))],      [reply('r')]],
  ['an op in 2,000 frames',                    [Buffer.concat(fragments('text', [...opOf(2_000)]))],      [closed(1008)]],
  ['an unmasked op',                           [frame('text', op('r'), { masked: false })],               [closed(1002)]],
  ['a compressed op: no extension is agreed',  [frame('text', op('r'), { reserved: 4 })],                 [closed(1002)]],
  ['an op, then an unknown opcode',            [Buffer.concat([text(op('r')), frame(0x3)])],              [reply('r'), closed(1002)]],
  ['a frame that continues nothing',           [frame('continuation', 'x')],                              [closed(1002)]],
  ['a ping of 126 bytes',                      [frame('ping', 'x'.repeat(126))],                          [closed(1002)]],
  ['an op, then a close',                      [text(op('r')), close(1000, 'done')],                      [reply('r'), closed(1000)]],
  ['a close, then an op and a ping',           [Buffer.concat([close(1001), text(op('r')), frame('ping')])], [closed(1001)]],
  ['a close between two frames of an op',      [Buffer.concat([first, close(4999), last])],               [closed(4999)]],
  ['an empty close',                           [close()],                                                 [closed(1005)]],
  ['a close whose reason is not UTF-8',        [close(1000, Uint8Array.of(0xff))],                        [closed(1007)]],
  ...REFUSED_CODES.map((code) => [`a close with ${code}`, [close(code)], [closed(1002)]] as const),
];

let sandbox: Sandbox;
let bearer: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  const trader = sandbox.issuer.personas.named('trader');
  bearer = `Bearer ${trader && (await sandbox.issuer.issue(trader))}`;
});
afterAll(() => sandbox.close());

const SOCKETS = {
  trading: () => openRawPeer(sandbox.profile.sockets.trading.replace(/^ws/, 'http'), { Authorization: bearer }),
  'market data': () => openRawPeer(sandbox.profile.sockets.marketData.replace(/^ws/, 'http')),
} as const;

/** Describes a frame of the server as in the table; undefined for an event, because it is not an answer. */
function seen({ opcode, fin, reserved, masked, payload }: Received): string | undefined {
  if (masked || reserved !== 0 || !fin) return 'a frame that no server may send';
  if (opcode === OPCODES.pong) return pong(payload.toString('utf8'));
  if (opcode === OPCODES.close) return closed(payload.length < 2 ? 1005 : payload.readUInt16BE(0));
  if (opcode !== OPCODES.text) return `opcode ${opcode}`;
  const said = JSON.parse(payload.toString('utf8')) as Readonly<Record<string, unknown>>;
  if ('event' in said) return undefined;
  const isMalformed = said['op'] === 'error' && said['reqId'] === null && said['code'] === 'MALFORMED';
  return isMalformed ? MALFORMED : reply(String(said['reqId']));
}

async function nextSeen(peer: RawPeer): Promise<string> {
  for (;;) {
    const received = await peer.next();
    if (received === undefined) return 'the end';
    const sight = seen(received);
    if (sight !== undefined) return sight;
  }
}

describe.each(Object.keys(SOCKETS) as (keyof typeof SOCKETS)[])('the %s socket', (socket) => {
  test.each(CASES)('%s', async (_, sends, receives) => {
    const peer = await SOCKETS[socket]();
    for (const bytes of sends) {
      peer.write(bytes);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const came: string[] = [];
    while (came.length < receives.length && came.at(-1) !== 'the end') came.push(await nextSeen(peer));
    expect(came).toEqual(receives);
    const code = /^closed (\d+)$/.exec(came.at(-1) ?? '')?.[1];
    if (code === undefined) {
      // The server sent nothing else, and the session continues.
      peer.write(text(op('last')));
      expect(await nextSeen(peer)).toBe(reply('last'));
    } else {
      peer.write(close(code === '1005' ? undefined : Number(code)));
      await peer.ended();
      expect(await nextSeen(peer)).toBe('the end');
    }
    peer.destroy();
  });
});
