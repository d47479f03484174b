/** Autobahn section 4: opcodes that no version of the protocol has given a meaning; and a client that does not mask. */
import { broken, type FrameCase, op } from './frame-case.ts';
import { frame, OPCODES, ping, text } from './raw-frame.ts';

const UNKNOWN = [0x3, 0x4, 0x5, 0x6, 0x7, 0xb, 0xc, 0xd, 0xe, 0xf];

const bare = UNKNOWN.map((opcode) => broken(`opcode ${opcode}`, frame({ opcode })));
const full = UNKNOWN.map((opcode) => broken(`opcode ${opcode} with a payload`, frame({ opcode, payload: op('r1') })));
const behind = UNKNOWN.map(
  (opcode): FrameCase => ({
    name: `an op, then opcode ${opcode}, then a ping`,
    sends: [Buffer.concat([text(op('r1')), frame({ opcode, payload: 'x' }), ping('x')])],
    sees: [{ answers: 'r1' }, { closes: [1002] }],
  }),
);

const unmasked = (Object.keys(OPCODES) as (keyof typeof OPCODES)[]).map((kind) =>
  broken(`a ${kind} frame without a mask`, frame({ opcode: OPCODES[kind], payload: 'xx', masked: false })),
);

export const OPCODE_CASES: readonly FrameCase[] = [...bare, ...full, ...behind, ...unmasked];
