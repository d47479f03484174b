/** Autobahn section 7: a close is answered with its own code and ends the connection; what follows it is not heard. */
import { broken, type FrameCase, octets, op } from './frame-case.ts';
import { close, frame, OPCODES, ping, text } from './raw-frame.ts';

const TAKEN = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
/** Never sent over a wire, or of no registered meaning. */
const REFUSED = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535];

const ends = (name: string, code: number, ...sends: readonly Uint8Array[]): FrameCase => ({
  name,
  sends,
  sees: [{ closes: [code] }],
});

const taken = TAKEN.flatMap((code) => [
  ends(`a close with ${code}`, code, close(code)),
  ends(`a close with ${code} and a reason, a byte at a time`, code, ...octets(close(code, 'done'))),
]);

const refused = REFUSED.map((code) => broken(`a close with ${code}`, close(code)));

const shaped: readonly FrameCase[] = [
  ends('an empty close', 1005, close()),
  ends('a close with a reason of 123 bytes', 1000, close(1000, 'x'.repeat(123))),
  broken('a close with one byte', frame({ opcode: OPCODES.close, payload: 'x' })),
  broken('a close of 126 bytes', close(1000, 'x'.repeat(124))),
  broken('a close in fragments', frame({ opcode: OPCODES.close, fin: false })),
  ends('a close with a reason that is not UTF-8', 1007, close(1000, Uint8Array.of(0xce, 0xba, 0xff))),
  ends('a close with a reason in UTF-8', 1000, close(1000, 'κόσμε')),
];

const after: readonly FrameCase[] = [
  ends('an op after a close', 1000, Buffer.concat([close(1000), text(op('r1'))])),
  ends('a ping after a close', 1000, Buffer.concat([close(1000), ping('late')])),
  ends('a second close', 1000, Buffer.concat([close(1000), close(1001)])),
  { name: 'an op, then a close', sends: [text(op('r1')), close(1000)], sees: [{ answers: 'r1' }, { closes: [1000] }] },
];

export const CLOSE_CASES: readonly FrameCase[] = [...taken, ...refused, ...shaped, ...after];
