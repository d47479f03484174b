/** The statements that a history of writes, reads and sessions can show, and their judgement. */

import { isClaimed } from '../member/exchange/owed.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { eachPart, pass } from '../runner/judgement.ts';
import type { Statement } from './chronicle.ts';
import { chronicleOf } from './chronicle.ts';
import { anotherUserApproves } from './statements/approvals.ts';
import { AUTHORITY } from './statements/authority.ts';
import { walksMissNothing } from './statements/completeness.ts';
import { cursorsAreBound } from './statements/cursors.ts';
import { DOCUMENT_STATEMENTS } from './statements/documents.ts';
import { ERRORS } from './statements/errors.ts';
import { EXACTLY_ONCE } from './statements/exactly-once.ts';
import { INSTANCE_STATEMENTS } from './statements/instances.ts';
import { KEY_BINDINGS } from './statements/key-bindings.ts';
import { LEASES } from './statements/leases.ts';
import { OPERATION_RECORDS } from './statements/operation-records.ts';
import { POSITIONS } from './statements/positions.ts';
import { readsReflectFacts } from './statements/reads.ts';
import { ROWS } from './statements/rows.ts';
import { SESSIONS } from './statements/sessions.ts';
import { TICKETS } from './statements/tickets.ts';
import { WALKS } from './statements/walks.ts';
import { WHOLE_COLLECTIONS } from './statements/whole-collections.ts';

/**
 * Where several are broken, the first in this order is reported: keys before reads, since they are closer to the cause; one
 * kind of row before all kinds; the state before the order.
 */
const ORDER = [
  ...'T1 T2 T6 T11 T15 T12 T14 T13 T16 T17 T18 T7 T5 T3 T4 T30 T31 T32 T33 T34 T35 T36 T38 T39 T40 T41'.split(' '),
  ...'T19 T20 T21 T22 T23 T42 T43 T28 T8 T24 T25 T26 T27 T29 T44 T45 T46 T47 T48 T49 T50 T51'.split(' '),
];

export const STATEMENTS: readonly Statement[] = [
  ...[POSITIONS, EXACTLY_ONCE, KEY_BINDINGS, OPERATION_RECORDS, DOCUMENT_STATEMENTS, INSTANCE_STATEMENTS].flat(),
  ...[WALKS, WHOLE_COLLECTIONS, ERRORS, ROWS, AUTHORITY, TICKETS, SESSIONS, LEASES].flat(),
  ...[readsReflectFacts, walksMissNothing, cursorsAreBound, anotherUserApproves],
].sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));

/**
 * The first statement that the history breaks, by its number, with the requirements that it shows. A statement is
 * skipped where all of its requirements are newer than the target's contract.
 */
export function judgeStatements(history: History, statements: readonly Statement[] = STATEMENTS): Judgement {
  const chronicle = chronicleOf(history);
  for (const statement of statements) {
    const shown = statement.shows.filter((id) => isClaimed(id, history.target));
    if (shown.length === 0) continue;
    const judgement = statement.judge(chronicle);
    if (judgement.verdict === 'violated') {
      return eachPart(judgement, (part) => {
        if (part.verdict !== 'violated') return part;
        return { ...part, expected: `${part.expected} (${statement.id}: ${shown.join(', ')})`, about: shown };
      });
    }
  }
  return pass;
}
