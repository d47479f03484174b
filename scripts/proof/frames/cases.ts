/** The cases, by the sections that the Autobahn test suite covers; what an echo shows there, the reply to an op shows here. */
import type { FrameCase } from './frame-case.ts';
import { CLOSE_CASES } from './of-closing.ts';
import { FRAGMENT_CASES } from './of-fragments.ts';
import { FRAMING_CASES } from './of-framing.ts';
import { LIMIT_CASES } from './of-limits.ts';
import { OPCODE_CASES } from './of-opcodes.ts';
import { PING_CASES } from './of-pings.ts';
import { RESERVED_CASES } from './of-reserved-bits.ts';
import { UTF8_CASES } from './of-utf8.ts';

export const SECTIONS = {
  framing: FRAMING_CASES,
  'pings and pongs': PING_CASES,
  'reserved bits': RESERVED_CASES,
  opcodes: OPCODE_CASES,
  fragmentation: FRAGMENT_CASES,
  'UTF-8': UTF8_CASES,
  closing: CLOSE_CASES,
  limits: LIMIT_CASES,
} as const satisfies Record<string, readonly FrameCase[]>;
