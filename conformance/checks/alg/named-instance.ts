/** Where an instance is named: by a row, by an operation. */

import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { at, json } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { pass, violated } from '../../runner/judgement.ts';

/** Whether a row is of this instance; what its id is called there is not shown. */
export function isRowOf(e: Exchange, id: string): boolean {
  return instanceIdOf(json(e)) === id || Object.values(asObject(json(e))).some((value) => String(value) === id);
}

/** What the operation says of a creation: the instance, its first document, and whose word it is. */
export function namesTheInstance(record: Exchange, id: string | undefined): Judgement {
  const outcome = asObject(at(record, 'outcome'));
  const named =
    outcome['family'] === 'algos' &&
    id !== undefined &&
    instanceIdOf({ instanceId: outcome['instanceId'] }) === id &&
    outcome['configSeq'] === 1;
  return named ? pass : violated('an outcome of the family algos with instanceId, and configSeq 1', record);
}

/** Whether a row says that it is DELETED; what its status is called is not shown, and a cause is no status. */
export function isDeleted(e: Exchange): boolean {
  const { lastCause: _, ...row } = asObject(json(e));
  return Object.values(row).includes('DELETED');
}
