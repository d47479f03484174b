/** Autobahn section 1: text and binary messages of all lengths of a header, whole and in pieces. */
import { asked, type FrameCase, MALFORMED, octets, op, pieces } from './frame-case.ts';
import { frame, OPCODES, text } from './raw-frame.ts';

/** An op whose message has just this many bytes. */
function opOf(reqId: string, bytes: number): string {
  return op(reqId, 'x'.repeat(bytes - op(reqId).length));
}

const LENGTHS = [64, 124, 125, 126, 127, 128, 129, 254, 255, 256, 1_000, 4_095, 4_096, 16_384, 65_534, 65_535, 65_536];

const whole = LENGTHS.map((bytes) => asked(`an op of ${bytes} bytes`, 'r1', text(opOf('r1', bytes))));

const cut = LENGTHS.filter((bytes) => bytes > 1_000).flatMap((bytes) =>
  [997, 4_096].map((size) =>
    asked(`an op of ${bytes} bytes in pieces of ${size}`, 'r1', ...pieces(text(opOf('r1', bytes)), size)),
  ),
);

const short = LENGTHS.filter((bytes) => bytes <= 256).map((bytes) =>
  asked(`an op of ${bytes} bytes, a byte at a time`, 'r1', ...octets(text(opOf('r1', bytes)))),
);

/** Ops are text: a binary message is none (decision A98). */
const binary = [0, 1, 125, 126, 127, 128, 65_535, 65_536].map(
  (bytes): FrameCase => ({
    name: `a binary message of ${bytes} bytes`,
    sends: [frame({ opcode: OPCODES.binary, payload: Buffer.alloc(bytes, 0xfe) })],
    sees: [MALFORMED],
  }),
);

const unreadable = [
  '',
  ' ',
  '{',
  'null',
  'true',
  '17',
  '"op"',
  '[]',
  '[{}]',
  '{"op":"a","op":"b","reqId":"r1"}',
  '\uFEFF{}',
].map(
  (payload): FrameCase => ({
    name: `the text ${JSON.stringify(payload)}`,
    sends: [text(payload)],
    sees: [MALFORMED],
  }),
);

const several: readonly FrameCase[] = [2, 10, 50].map((count) => ({
  name: `${count} ops in one piece`,
  sends: [Buffer.concat(Array.from({ length: count }, (_, i) => text(op(`r${i}`))))],
  sees: Array.from({ length: count }, (_, i) => ({ answers: `r${i}` })),
}));

export const FRAMING_CASES: readonly FrameCase[] = [...whole, ...cut, ...short, ...binary, ...unreadable, ...several];
