import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { DOCUMENTS, INSTANCES } from '../../families.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { rowName, sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

/** Whether its row shows the deletion, or its deletion was answered. */
function isDeleted({ row, fact }: Sighting): boolean {
  return row?.['status'] === 'DELETED' || fact?.answeredBy.subject?.arm === 'delete';
}

function judgeInstance({ latest }: SightedRow): Judgement {
  const deleted = latest.find(isDeleted);
  if (deleted === undefined) return pass;
  for (const { position, row, exchange } of latest) {
    if (position < deleted.position) continue;
    if (row === undefined) return violated('the row: a deleted instance stays readable', deleted.exchange, exchange);
    if (row['status'] !== undefined && row['status'] !== 'DELETED') {
      return violated('DELETED for good', deleted.exchange, exchange);
    }
  }
  return pass;
}

/** Its documents must remain readable, too. */
function judgeDocument({ latest }: SightedRow, instance: SightedRow | undefined): Judgement {
  const deleted = instance?.latest.find(isDeleted);
  const shown = latest.find(({ row }) => row !== undefined);
  if (deleted === undefined || shown === undefined) return pass;
  const lost = latest.find(
    ({ row, position }) => row === undefined && position >= deleted.position && position >= shown.position,
  );
  return lost === undefined
    ? pass
    : violated('the document: those of a deleted instance stay readable', shown.exchange, lost.exchange);
}

/** T22. A deleted instance stays deleted and remains readable, as do its documents. */
export const deletedIsForGood: Statement = {
  id: 'T22',
  says: 'a deleted instance stays deleted, readable with its documents',
  shows: ['ALG-10'],
  judge(chronicle) {
    const rows = sightedRows(chronicle);
    return allOf(
      [...rows.values()].map((sighted) => {
        if (sighted.family === INSTANCES) return judgeInstance(sighted);
        if (sighted.family !== DOCUMENTS) return pass;
        return judgeDocument(
          sighted,
          rows.get(rowName(sighted.organisation, INSTANCES, sighted.key.split('/')[0] ?? '')),
        );
      }),
    );
  },
};
