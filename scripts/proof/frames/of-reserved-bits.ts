/** Autobahn section 3: no extension is agreed on, so no reserved bit means anything, on any kind of frame. */
import { broken, type FrameCase, octets, op } from './frame-case.ts';
import { frame, OPCODES, text } from './raw-frame.ts';

const KINDS = { text: op('r1'), binary: 'x', close: '', ping: 'p', pong: 'p', continuation: 'x' } as const;
const kinds = Object.entries(KINDS) as [keyof typeof KINDS, string][];

const each = kinds.flatMap(([kind, payload]) =>
  [1, 2, 3, 4, 5, 6, 7].map((reserved) =>
    broken(`reserved bits ${reserved} on a ${kind} frame`, frame({ opcode: OPCODES[kind], payload, reserved })),
  ),
);

const slow = kinds.map(([kind, payload]) =>
  broken(
    `a reserved bit on a ${kind} frame, a byte at a time`,
    ...octets(frame({ opcode: OPCODES[kind], payload, reserved: 2 })),
  ),
);

const behind: readonly FrameCase[] = [1, 2, 4].map((reserved) => ({
  name: `an op, then one with reserved bits ${reserved}`,
  sends: [Buffer.concat([text(op('r1')), frame({ opcode: OPCODES.text, payload: op('r2'), reserved })])],
  sees: [{ answers: 'r1' }, { closes: [1002] }],
}));

export const RESERVED_CASES: readonly FrameCase[] = [...each, ...slow, ...behind];
