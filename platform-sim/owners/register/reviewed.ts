/**
 * The life that rows share which one user proposes and another approves: policies and credentials. What a user states
 * waits in the row itself, and what was approved before stands beside it and goes on to bind until another user approves.
 */
import type { Arm, Fact, RegisterFamily, RegisterRows } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import type { Held } from '../directory.ts';
import { refused } from '../refused.ts';
import { changed, recorded } from './write.ts';

export interface Reviewed {
  readonly status: string;
  /** What waits on a row that was approved before. A PROPOSED row waits as a whole, and has none. */
  readonly pendingTransition: string | null;
  readonly proposedByUserId: number | null;
  readonly coProposerUserIds?: readonly number[];
  /** null while what the row states waits. */
  readonly approvedByUserId: number | null;
  readonly version: number;
}

/** Who proposed what waits on a row. */
export type Proposal = Pick<Reviewed, 'proposedByUserId' | 'coProposerUserIds'>;

/** What states terms anew, and what of it waits then. */
const TRANSITIONS = { restate: 'AMEND', rotate: 'ROTATE' } as const;

type Restating = keyof typeof TRANSITIONS;

/**
 * A family's state machine: rows are states, columns what moves them, a missing cell is not admitted, an empty row is an
 * end. `approve` and `withdraw` stand in it for a row that waits as a whole; an amendment or a rotation that waits on an
 * approved row leaves its status where it is, and so does stating terms anew.
 */
export type States<Status extends string> = {
  readonly [From in Status]: Readonly<Partial<Record<Arm | 'restate', Status>>>;
};

/** The standing of a row that a user just proposed; nothing of it is approved. */
export function proposedBy(userId: number) {
  return {
    status: 'PROPOSED',
    pendingTransition: null,
    proposedByUserId: userId,
    approvedByUserId: null,
    version: 1,
  } as const;
}

/** Whether any of what waits is of this user's own stating: nobody approves that, whoever restated the rest of it since. */
export function isProposedBy({ proposedByUserId, coProposerUserIds = [] }: Proposal, userId: number): boolean {
  return proposedByUserId === userId || coProposerUserIds.includes(userId);
}

/** The proposers of what waits once a user restates a part of it: what that part leaves stays of those who stated it. */
export function joinedBy({ proposedByUserId, coProposerUserIds = [] }: Proposal, userId: number): Proposal {
  const others = [...coProposerUserIds, proposedByUserId].filter((id): id is number => id !== null && id !== userId);
  return { proposedByUserId: userId, ...(others.length > 0 && { coProposerUserIds: [...new Set(others)] }) };
}

/**
 * The row with its standing moved on; the new terms are the family's to lay onto it (`withTerms`). Whoever restates what
 * waits already becomes its proposer. A rotation does not join an amendment that waits, nor the other way round.
 *
 * @param leaves whether what the user states leaves anything of what waits as another stated it.
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

/** What was stated, laid onto the row; what is approved stays. */
export function withTerms<Row extends Reviewed>({ row, approved }: Held<Row>, terms: Partial<Row>): Held<Row> {
  return { row: { ...row, ...terms }, approved };
}

/** The row after an arm: who may review it is judged before what its state admits. */
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
      'approve: whoever proposed any of it cannot approve it; another user of the organisation can',
    );
  }
  if (arm === 'withdraw' && row.proposedByUserId !== userId) {
    return refused('NOT_PROPOSER', 'withdraw: only whoever proposed it can withdraw it');
  }
  if (row.pendingTransition !== null && approved !== null) {
    if (arm === 'approve') return inForce(row, { pendingTransition: null, approvedByUserId: userId });
    if (arm === 'withdraw') return inForce({ ...approved, version: row.version }, {});
  }
  const status = states[row.status as Row['status']][arm];
  if (status === undefined) return notAdmitted(states, row, arm);
  if (arm === 'approve') return inForce(row, { status, approvedByUserId: userId });
  if (approved === null) return { row: changed<Reviewed>(row, { status }) as Row, approved };
  // Nothing waits on a row at its end: what was approved is what ends.
  if (isEnd(states, status)) return inForce({ ...approved, version: row.version }, { status });
  if (row.pendingTransition === null) return inForce(row, { status });
  // The approved state keeps a version of its own: its ETag never passes for that of the terms that wait.
  return {
    row: changed<Reviewed>(row, { status }) as Row,
    approved: changed<Reviewed>(approved, { status }) as Row,
  };
}

/** The facts of what came of a write, or its refusal. */
export function reviewed<Family extends RegisterFamily>(
  family: Family,
  judged: Held<RegisterRows[Family]> | Refused,
): readonly Fact[] | Refused {
  if ('refused' in judged) return judged;
  const { row, approved } = judged;
  return recorded(family, row, approved === row ? undefined : approved);
}

/** Nothing waits on such a row, and nobody's part in it is held against them any more. */
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
