/** Autobahn section 9, as far as a gateway has it: what is too large is refused by its header, before it is read. */
import { asked, type FrameCase, op, pieces } from './frame-case.ts';
import { fragments, frame, OPCODES, text } from './raw-frame.ts';

/** The most bytes of a message that both sockets take. */
export const LARGEST_MESSAGE_BYTES = 65_536;

const tooLarge = (name: string, ...sends: readonly Uint8Array[]): FrameCase => ({
  name,
  sends,
  sees: [{ closes: [1009] }],
});

const claims = (claimed: bigint): Buffer => frame({ opcode: OPCODES.text, claimed }).subarray(0, 10);

/** An op of so many characters. */
const inAll = (characters: number): string => op('r1', 'x'.repeat(characters - op('r1').length));

export const LIMIT_CASES: readonly FrameCase[] = [
  tooLarge('a message a byte too large', text('x'.repeat(LARGEST_MESSAGE_BYTES + 1))),
  tooLarge('a header that claims a megabyte', claims(1_048_576n)),
  tooLarge('a header that claims 4 GiB', claims(4_294_967_296n)),
  tooLarge('a header that claims 2^53', claims(1n << 53n)),
  tooLarge('a header that claims 2^63', claims(1n << 63n)),
  tooLarge(
    'a binary message too large',
    frame({ opcode: OPCODES.binary, payload: Buffer.alloc(LARGEST_MESSAGE_BYTES + 1) }),
  ),
  tooLarge(
    'fragments that are too large together',
    ...fragments(OPCODES.text, ['x'.repeat(40_000), 'x'.repeat(40_000)]),
  ),
  tooLarge('a message too large, in pieces', ...pieces(text('x'.repeat(LARGEST_MESSAGE_BYTES + 1)), 16_000)),
  asked('a message in 1,000 fragments', 'r1', Buffer.concat(fragments(OPCODES.text, [...inAll(1_000)]))),
  {
    name: 'a message in more fragments than anybody needs',
    sends: [Buffer.concat(fragments(OPCODES.text, [...inAll(2_000)]))],
    sees: [{ closes: [1008] }],
  },
  {
    name: '100 ops one after another',
    sends: Array.from({ length: 100 }, (_, i) => text(op(`r${i}`))),
    sees: Array.from({ length: 100 }, (_, i) => ({ answers: `r${i}` })),
  },
];
