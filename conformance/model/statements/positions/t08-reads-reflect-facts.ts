import { canonicalDecimal } from '../../../member/exchange/same-answer.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { isSameState, stateOf } from '../../canonical-json.ts';
import type { Row } from '../../families.ts';
import { isOfRegister, ORDERS } from '../../families.ts';
import { openRows } from '../../open-rows.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { isCreation, sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

/** The row does not exist before its creation, and always from then on: no row is ever removed. */
function judgePresence({ latest }: SightedRow): Judgement {
  const birth = latest.find(isCreation);
  let stood = birth;
  for (const sighting of latest) {
    const { position: at, row, exchange } = sighting;
    if (row !== undefined && birth !== undefined && at < birth.position) {
      const words = `nothing of it at position ${at}, before the ${birth.position} at which it was made`;
      return violated(words, birth.exchange, exchange);
    }
    if (row !== undefined && stood === undefined) stood = sighting;
    if (row === undefined && stood !== undefined && at >= stood.position) {
      return violated(`the row, which stood at position ${stood.position}`, stood.exchange, exchange);
    }
  }
  return pass;
}

/** A row has one state at one position, whichever read shows it. */
function judgeOneState(sightings: readonly Sighting[]): Judgement {
  let before: Sighting | undefined;
  for (const sighting of sightings) {
    if (sighting.row === undefined) continue;
    if (before?.row !== undefined && before.position === sighting.position) {
      if (!isSameState(before.row, sighting.row)) {
        return violated(`the row as it is at position ${sighting.position}`, before.exchange, sighting.exchange);
      }
    } else before = sighting;
  }
  return pass;
}

function isShown(sighting: Sighting): sighting is Sighting & { readonly row: Row } {
  return sighting.row !== undefined;
}

/** The row never returns to an earlier state: an order is in no state twice. */
function judgeProgress({ family, latest }: SightedRow): Judgement {
  if (family !== ORDERS) return pass;
  const leftBehind = new Set<string>();
  let current: (Sighting & { readonly row: Row }) | undefined;
  for (const sighting of latest) {
    if (!isShown(sighting)) continue;
    if (current !== undefined) {
      if (isSameState(current.row, sighting.row)) continue;
      if (leftBehind.has(stateOf(sighting.row))) {
        const words = `the row of position ${current.position} or a later one, not one that it had before`;
        return violated(words, current.exchange, sighting.exchange);
      }
      leftBehind.add(stateOf(current.row));
    }
    current = sighting;
  }
  return pass;
}

/**
 * The sandbox's rows have a version that counts their changes: one version is one state, and versions never
 * decrease.
 */
function judgeVersions({ latest }: SightedRow): Judgement {
  let newest: Sighting | undefined;
  for (const sighting of latest) {
    const [version, before] = [sighting.row?.['version'], newest?.row?.['version']];
    if (sighting.row === undefined || typeof version !== 'number') continue;
    if (newest?.row !== undefined && typeof before === 'number') {
      if (version < before) {
        return violated(`version ${before} of the row, or a later one`, newest.exchange, sighting.exchange);
      }
      if (version === before && !isSameState(sighting.row, newest.row)) {
        return violated(`the row of version ${version} as it was`, newest.exchange, sighting.exchange);
      }
    }
    newest = sighting;
  }
  return pass;
}

function wasTraded({ row }: Sighting): boolean {
  const filled = row?.['cumQty'];
  return filled !== undefined && (typeof filled !== 'string' || canonicalDecimal(filled) !== '0');
}

/** Whether only the writes of the history change the row: orders that did not trade, and rows that no venue changes. */
function isMovedByWritesAlone({ family, latest }: SightedRow): boolean {
  if (family === ORDERS) return latest.some(isCreation) && !latest.some(wasTraded);
  // A venue's verdict on a key changes its credential.
  return isOfRegister(family) && family.name !== 'credentials';
}

/** The row is what the facts of the history made of it: known on the sandbox only, where there is no other writer. */
function judgeModel(sighted: SightedRow): Judgement {
  if (!isMovedByWritesAlone(sighted)) return pass;
  let left: Sighting | undefined;
  for (const sighting of sighted.latest) {
    if (sighting.row === undefined) continue;
    if (left?.row === undefined || sighting.fact !== undefined) left = sighting;
    else if (!isSameState(left.row, sighting.row)) {
      const words = `the row as position ${left.position} left it: nothing changed it up to ${sighting.position}`;
      return violated(words, left.exchange, sighting.exchange);
    }
  }
  return pass;
}

/** T8. A read at or after a fact's position reflects that fact or a later one on the row; an earlier read does not. */
export const readsReflectFacts: Statement = {
  id: 'T8',
  says: 'a read at or after the position of a fact reflects it or a later one on that row, an earlier read does not',
  shows: ['POS-08'],
  judge(chronicle) {
    const open = openRows(chronicle);
    const { strict } = chronicle.target;
    return allOf(
      [...sightedRows(chronicle)].map(([name, row]) =>
        allOf(
          judgePresence(row),
          judgeOneState(row.latest),
          judgeOneState(row.approved),
          judgeProgress(row),
          strict ? judgeVersions(row) : pass,
          strict && !open.has(name) ? judgeModel(row) : pass,
        ),
      ),
    );
  },
};
