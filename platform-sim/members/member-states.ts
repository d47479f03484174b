/**
 * What a member is to the front and to the platform, one row a state, and what moves it. A missing cell is a move that makes
 * no sense there; the moves that every state knows are those of another process in the seat.
 */

export interface MemberReach {
  /** It is told of records and quotes. */
  readonly hears: boolean;
  /** What it asks of the platform gets there: look-ups, commands, key material. */
  readonly asks: boolean;
  /** The front may choose it. */
  readonly isChosen: boolean;
}

export type MemberMove =
  | 'stall'
  | 'resume'
  | 'drain'
  | 'return'
  | 'catch-up'
  /** Another process takes the seat: it catches up at once, or when told. */
  | 'start'
  | 'start unprimed';

interface StateRow extends MemberReach {
  readonly moves: Readonly<Partial<Record<MemberMove, MemberState>>>;
}

export type MemberState = 'serving' | 'catching-up' | 'stalled' | 'drained';

export const MEMBER_STATES = {
  serving: {
    ...{ hears: true, asks: true, isChosen: true },
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
  /** Has applied nothing, and says so (AUTH-08). */
  'catching-up': {
    ...{ hears: false, asks: true, isChosen: true },
    moves: {
      'catch-up': 'serving',
      start: 'serving',
      'start unprimed': 'catching-up',
    },
  },
  /** The platform is out of its reach, and it does not know: reads are of what it had applied, writes are NOT_SERVING. */
  stalled: {
    ...{ hears: false, asks: false, isChosen: true },
    moves: {
      stall: 'stalled',
      resume: 'serving',
      start: 'serving',
      'start unprimed': 'catching-up',
    },
  },
  /** Keeps up with the platform and answers what it has begun. Whoever is put in its place is drained, too. */
  drained: {
    ...{ hears: true, asks: true, isChosen: false },
    moves: {
      drain: 'drained',
      return: 'serving',
      start: 'drained',
      'start unprimed': 'catching-up',
    },
  },
} as const satisfies Record<MemberState, StateRow>;

export const MEMBER_STATE_NAMES = Object.keys(MEMBER_STATES) as [MemberState, ...MemberState[]];

/** One line for a person: what cannot be done, and what can. */
export class MemberStateError extends Error {}

/** @throws MemberStateError where the state does not know the move */
export function moved(name: string, state: MemberState, move: MemberMove): MemberState {
  const moves: StateRow['moves'] = MEMBER_STATES[state].moves;
  const to = moves[move];
  if (to !== undefined) return to;
  const known = Object.keys(moves).filter(
    (other) => !other.startsWith('start') && moves[other as MemberMove] !== state,
  );
  throw new MemberStateError(`${name} is ${state}: it cannot ${move} now, it can ${known.join(', ')} or be restarted`);
}
