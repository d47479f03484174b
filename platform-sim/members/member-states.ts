/**
 * The states of a member towards the front and the platform, one row each, and the transitions. A missing cell is an
 * invalid transition; the transitions that every state has start another process in the seat.
 */

export interface MemberReach {
  /** Whether it receives records and quotes. */
  readonly receives: boolean;
  /** Whether its requests reach the platform: look-ups, commands, key material. */
  readonly sends: boolean;
  /** Whether the front may choose it. */
  readonly isChosen: boolean;
}

export type MemberMove =
  | 'stall'
  | 'resume'
  | 'drain'
  | 'return'
  | 'catch-up'
  /** Another process takes the seat: it catches up at once, or when 'catch-up' is requested. */
  | 'start'
  | 'start unprimed';

interface StateRow extends MemberReach {
  readonly moves: Readonly<Partial<Record<MemberMove, MemberState>>>;
}

export type MemberState = 'serving' | 'catching-up' | 'stalled' | 'drained';

/** The states with their transitions. */
export const MEMBER_STATES = {
  serving: {
    ...{ receives: true, sends: true, isChosen: true },
    moves: {
      stall: 'stalled',
      drain: 'drained',
      resume: 'serving',
      return: 'serving',
      'catch-up': 'serving',
      start: 'serving',
      'start unprimed': 'catching-up',
    },
  },
  /** Has applied nothing, and answers NOT_PRIMED (AUTH-08). */
  'catching-up': {
    ...{ receives: false, sends: true, isChosen: true },
    moves: {
      'catch-up': 'serving',
      start: 'serving',
      'start unprimed': 'catching-up',
    },
  },
  /** The platform is out of reach, without its knowledge: reads serve what it had applied, writes are NOT_SERVING. */
  stalled: {
    ...{ receives: false, sends: false, isChosen: true },
    moves: {
      stall: 'stalled',
      resume: 'serving',
      start: 'serving',
      'start unprimed': 'catching-up',
    },
  },
  /** Follows the platform and answers its open requests. A replaced process is also drained. */
  drained: {
    ...{ receives: true, sends: true, isChosen: false },
    moves: {
      drain: 'drained',
      return: 'serving',
      start: 'drained',
      'start unprimed': 'catching-up',
    },
  },
} as const satisfies Record<MemberState, StateRow>;

/** The names of the states. */
export const MEMBER_STATE_NAMES = Object.keys(MEMBER_STATES) as [MemberState, ...MemberState[]];

/** One line for a user: what is not possible, and what is. */
export class MemberStateError extends Error {}

/** @throws MemberStateError if the state does not have the transition */
export function moved(name: string, state: MemberState, move: MemberMove): MemberState {
  const moves: StateRow['moves'] = MEMBER_STATES[state].moves;
  const to = moves[move];
  if (to !== undefined) return to;
  const known = Object.keys(moves).filter(
    (other) => !other.startsWith('start') && moves[other as MemberMove] !== state,
  );
  throw new MemberStateError(`${name} is ${state}: it cannot ${move} now, it can ${known.join(', ')} or be restarted`);
}
