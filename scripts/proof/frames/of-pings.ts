/** Autobahn section 2: a ping is answered with its own payload, at once; a pong that nobody asked for is nothing. */
import { asked, broken, type FrameCase, octets, op } from './frame-case.ts';
import { frame, OPCODES, ping, pong, text } from './raw-frame.ts';

const PAYLOADS = ['', 'x', 'Hello, world!', 'x'.repeat(124), 'x'.repeat(125), '\u0000\u0001', 'ping with ünïcödé'];

const answered = PAYLOADS.map(
  (payload): FrameCase => ({
    name: `a ping of ${Buffer.byteLength(payload)} bytes`,
    sends: [ping(payload)],
    sees: [{ pong: payload }],
  }),
);

const slow = PAYLOADS.map(
  (payload): FrameCase => ({
    name: `a ping of ${Buffer.byteLength(payload)} bytes, a byte at a time`,
    sends: octets(ping(payload)),
    sees: [{ pong: payload }],
  }),
);

const unasked = PAYLOADS.map((payload) =>
  asked(`a pong of ${Buffer.byteLength(payload)} bytes that nobody asked for`, 'r1', pong(payload), text(op('r1'))),
);

/** A member cuts off who has more than 1,024 unanswered. */
const many = [2, 10, 50, 500].map(
  (count): FrameCase => ({
    name: `${count} pings in one piece`,
    sends: [Buffer.concat(Array.from({ length: count }, (_, i) => ping(`p${i}`)))],
    sees: Array.from({ length: count }, (_, i) => ({ pong: `p${i}` })),
  }),
);

const between: readonly FrameCase[] = [
  {
    name: 'an op, a ping, an op',
    sends: [text(op('r1')), ping('between'), text(op('r2'))],
    sees: [{ answers: 'r1' }, { pong: 'between' }, { answers: 'r2' }],
  },
  {
    name: 'a pong, then a ping',
    sends: [pong('nobody'), ping('somebody')],
    sees: [{ pong: 'somebody' }],
  },
];

const wrong: readonly FrameCase[] = [126, 127, 1_000, 65_536].flatMap((bytes) => [
  broken(`a ping of ${bytes} bytes`, ping('x'.repeat(bytes))),
  broken(`a pong of ${bytes} bytes`, pong('x'.repeat(bytes))),
]);

const fragmented: readonly FrameCase[] = [
  broken('a ping in fragments', frame({ opcode: OPCODES.ping, payload: 'a', fin: false })),
  broken('a pong in fragments', frame({ opcode: OPCODES.pong, payload: 'a', fin: false })),
];

export const PING_CASES: readonly FrameCase[] = [
  ...answered,
  ...slow,
  ...unasked,
  ...many,
  ...between,
  ...wrong,
  ...fragmented,
];
