/**
 * The transitions of instances and documents as tables: only the owner uses them. A cell is the next state, or one of
 * three words: the row STANDS unchanged and is the answer, the command is REFUSED (TRANSITION_NOT_ADMITTED), or NOTHING
 * is recorded, because the transition is already done and its sender awaits no answer.
 */
import type { AlgoCause, AlgoInstanceRow, AlgoInstanceStatus, ConfigOutcome, Ns } from '../../../gateway/facts.ts';

type Cell = AlgoInstanceStatus | 'STANDS' | 'REFUSED' | 'NOTHING';

/**
 * DELETED is absorbing (T22). The states and admitted transitions are assumed (A85): the interface names only DELETED.
 */
// biome-ignore format: the columns are the point
export const INSTANCE_MOVES = {
  // cause           when STOPPED            when STARTED            when DELETED
  CONFIGURED:       { STOPPED: 'STOPPED',    STARTED: 'STARTED',    DELETED: 'REFUSED' },
  STARTED:          { STOPPED: 'STARTED',    STARTED: 'STANDS',     DELETED: 'REFUSED' },
  STOPPED:          { STOPPED: 'STANDS',     STARTED: 'STOPPED',    DELETED: 'REFUSED' },
  DELETED:          { STOPPED: 'DELETED',    STARTED: 'DELETED',    DELETED: 'REFUSED' },
  HALTED:           { STOPPED: 'NOTHING',    STARTED: 'STOPPED',    DELETED: 'NOTHING' },
  ENGINE_APPLIED:   { STOPPED: 'STOPPED',    STARTED: 'STARTED',    DELETED: 'NOTHING' },
  ENGINE_REFUSED:   { STOPPED: 'STOPPED',    STARTED: 'STARTED',    DELETED: 'NOTHING' },
  ENGINE_STOPPED:   { STOPPED: 'NOTHING',    STARTED: 'STOPPED',    DELETED: 'NOTHING' },
  PLATFORM_STOPPED: { STOPPED: 'NOTHING',    STARTED: 'STOPPED',    DELETED: 'NOTHING' },
} as const satisfies Record<Exclude<AlgoCause, 'CREATED'>, Record<AlgoInstanceStatus, Cell>>;

export type InstanceMove = keyof typeof INSTANCE_MOVES;

/** A verdict moves a document once, from STAGED (T21): an absent cell changes nothing. */
export const DOCUMENT_OUTCOMES: Readonly<
  Record<ConfigOutcome, Partial<Record<Exclude<ConfigOutcome, 'STAGED'>, ConfigOutcome>>>
> = {
  STAGED: { APPLIED: 'APPLIED', REFUSED: 'REFUSED' },
  APPLIED: {},
  REFUSED: {},
};

/**
 * The author of a transition: `userId` 0 is the engine or a rule of the platform, which a row does not name (ALG-21).
 */
export interface Mover {
  readonly atNs: Ns;
  readonly userId: number;
  /** null keeps the row's own. */
  readonly remark: string | null;
}

/** The row after a transition; the same row if it is unchanged, or one of the table's words if there is none. */
export function moved(row: AlgoInstanceRow, cause: InstanceMove, by: Mover): AlgoInstanceRow | 'REFUSED' | 'NOTHING' {
  const to = INSTANCE_MOVES[cause][row.status];
  if (to === 'STANDS') return row;
  if (to === 'REFUSED' || to === 'NOTHING') return to;
  return {
    ...row,
    status: to,
    remark: by.remark ?? row.remark,
    lastUpdatedByUserId: by.userId === 0 ? null : by.userId,
    lastCause: cause,
    updatedAtNs: by.atNs,
  };
}
