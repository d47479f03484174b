/**
 * The life cycle of rows that one user proposes and another approves: policies and credentials. Stated terms wait in
 * the row itself, and the approved ones are kept next to it and still bind until another user approves.
 */
import type { Arm, Fact, RegisterFamily, RegisterRows } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import type { Held } from '../directory.ts';
import { refused } from '../refused.ts';
import { changed, recorded } from './write.ts';

export interface Reviewed {
  readonly status: string;
  /** The change that waits on a row that was approved before. A PROPOSED row waits as a whole, and has none. */
  readonly pendingTransition: string | null;
  readonly proposedByUserId: number | null;
  readonly coProposerUserIds?: readonly number[];
  /** null while the row's terms wait. */
  readonly approvedByUserId: number | null;
  readonly version: number;
}

/** The proposers of the change that waits on a row. */
export type Proposal = Pick<Reviewed, 'proposedByUserId' | 'coProposerUserIds'>;

/** The writes that state new terms, and the resulting pending transition. */
const TRANSITIONS = { restate: 'AMEND', rotate: 'ROTATE' } as const;

type Restating = keyof typeof TRANSITIONS;

/**
 * A family's state machine: rows are states, columns are transitions. A missing cell is not admitted; an empty row is
 * final. `approve` and `withdraw` are for a row that waits as a whole. An amendment or a rotation that waits on an
 * approved row keeps its status, and so do new terms.
 */
export type States<Status extends string> = {
  readonly [From in Status]: Readonly<Partial<Record<Arm | 'restate', Status>>>;
};

/** The review state of a new proposal: nothing of it is approved. */
export function proposedBy(userId: number) {
  return {
    status: 'PROPOSED',
    pendingTransition: null,
    proposedByUserId: userId,
    approvedByUserId: null,
    version: 1,
  } as const;
}

/**
 * Whether a part of the waiting change is this user's: such a user may not approve it, also after others restated the
 * rest.
 */
export function isProposedBy({ proposedByUserId, coProposerUserIds = [] }: Proposal, userId: number): boolean {
  return proposedByUserId === userId || coProposerUserIds.includes(userId);
}

/** The proposers after a user restates a part of a waiting change: unchanged parts stay those of their authors. */
export function joinedBy({ proposedByUserId, coProposerUserIds = [] }: Proposal, userId: number): Proposal {
  const others = [...coProposerUserIds, proposedByUserId].filter((id): id is number => id !== null && id !== userId);
  return { proposedByUserId: userId, ...(others.length > 0 && { coProposerUserIds: [...new Set(others)] }) };
}

/**
 * The row with its review state moved on; the family applies the new terms (`withTerms`). The user who restates a
 * waiting change becomes its proposer. A rotation does not join a waiting amendment, or the reverse.
 *
 * @param leaves whether the user's terms leave a part of the waiting change as another user stated it.
 */
export function restated<Row extends Reviewed>(
  states: States<Row['status']>,
  { row, approved }: Held<Row>,
  by: Restating,
  userId: number,
  leaves: 'nothing' | 'some of it',
): Held<Row> | Refused {
  const transition = TRANSITIONS[by];
  const joins = row.pendingTransition === null || row.pendingTransition === transition;
  if (!joins || states[row.status as Row['status']][by] === undefined) return notAdmitted(states, row, by);
  const waits = approved === null || row.pendingTransition !== null;
  const standing = {
    pendingTransition: approved === null ? null : transition,
    ...(waits && leaves === 'some of it' ? joinedBy(row, userId) : { proposedByUserId: userId }),
    approvedByUserId: null,
  };
  return { row: changed<Reviewed>(row, standing) as Row, approved };
}

/** Applies the stated terms to the row; the approved state stays. */
export function withTerms<Row extends Reviewed>({ row, approved }: Held<Row>, terms: Partial<Row>): Held<Row> {
  return { row: { ...row, ...terms }, approved };
}

/** The row after a transition: the reviewer is judged before the state. */
export function moved<Row extends Reviewed>(
  states: States<Row['status']>,
  held: Held<Row>,
  arm: Arm,
  userId: number,
): Held<Row> | Refused {
  const { row, approved } = held;
  if (arm === 'approve' && isProposedBy(row, userId)) {
    return refused(
      'SELF_APPROVAL',
      'approve: a user cannot approve a change to which they contributed; another user of the organisation can',
    );
  }
  if (arm === 'withdraw' && row.proposedByUserId !== userId) {
    return refused('NOT_PROPOSER', 'withdraw: only its proposer can withdraw it');
  }
  if (row.pendingTransition !== null && approved !== null) {
    if (arm === 'approve') return inForce(row, { pendingTransition: null, approvedByUserId: userId });
    if (arm === 'withdraw') return inForce({ ...approved, version: row.version }, {});
  }
  const status = states[row.status as Row['status']][arm];
  if (status === undefined) return notAdmitted(states, row, arm);
  if (arm === 'approve') return inForce(row, { status, approvedByUserId: userId });
  if (approved === null) return { row: changed<Reviewed>(row, { status }) as Row, approved };
  // Nothing waits on a row in a final state: the approved terms end.
  if (isEnd(states, status)) return inForce({ ...approved, version: row.version }, { status });
  if (row.pendingTransition === null) return inForce(row, { status });
  // The approved state keeps its own version: its ETag never equals that of the waiting terms.
  return {
    row: changed<Reviewed>(row, { status }) as Row,
    approved: changed<Reviewed>(approved, { status }) as Row,
  };
}

/** The facts of a write's result, or its refusal. */
export function reviewed<Family extends RegisterFamily>(
  family: Family,
  judged: Held<RegisterRows[Family]> | Refused,
): readonly Fact[] | Refused {
  if ('refused' in judged) return judged;
  const { row, approved } = judged;
  return recorded(family, row, approved === row ? undefined : approved);
}

/** Nothing waits on such a row, and its former proposers are not remembered. */
function inForce<Row extends Reviewed>(row: Row, change: Partial<Reviewed>): Held<Row> {
  const { coProposerUserIds: _, ...settled } = row;
  const next = changed<Reviewed>(settled, change) as Row;
  return { row: next, approved: next };
}

function isEnd<Status extends string>(states: States<Status>, status: Status): boolean {
  return Object.keys(states[status]).length === 0;
}

function notAdmitted<Status extends string>(
  states: States<Status>,
  { status, pendingTransition }: Reviewed,
  by: Arm | 'restate',
): Refused {
  const admitted = Object.keys(states[status as Status]).filter((column) => column !== by);
  if (pendingTransition !== null) admitted.push('approve', 'withdraw');
  const waiting = pendingTransition === null ? '' : ` with ${pendingTransition} waiting`;
  const instead = admitted.length === 0 ? 'nothing any more' : admitted.join(', ');
  return refused('TRANSITION_NOT_ADMITTED', `${by}: a row that is ${status}${waiting} admits ${instead}`);
}
