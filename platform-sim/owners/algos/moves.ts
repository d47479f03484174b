/**
 * What moves an instance and a document, as tables: the owner moves by them and nothing else does. A cell is the state
 * afterwards, or one of three words: the row is answered as it STANDS, the command is REFUSED (TRANSITION_NOT_ADMITTED),
 * or NOTHING is recorded, since whoever asked asks for what is so already and awaits no answer.
 */
import type { AlgoCause, AlgoInstanceRow, AlgoInstanceStatus, ConfigOutcome, Ns } from '../../../gateway/facts.ts';

type Cell = AlgoInstanceStatus | 'STANDS' | 'REFUSED' | 'NOTHING';

/** DELETED is absorbing (T22). The states and what admits what are ours (A85): the interface names DELETED alone. */
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

/** Whose move it is: `userId` 0 is the engine or a rule of the platform's own, which a row does not name (ALG-21). */
export interface Mover {
  readonly atNs: Ns;
  readonly userId: number;
  /** null leaves the row's own. */
  readonly remark: string | null;
}

/** The row after a move; the same one where it stands as it is, and one of the table's words where there is none. */
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
