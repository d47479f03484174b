import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { DOCUMENTS } from '../../families.ts';
import type { SightedRow, Sighting } from '../../row-sightings.ts';
import { rowName, sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

function isStaged({ row }: Sighting): boolean {
  return row?.['outcome'] === 'STAGED';
}

/** The last time that the document is known to await its verdict. */
function lastStaged({ latest }: SightedRow): Sighting | undefined {
  return latest.findLast(isStaged);
}

/**
 * The next document was judged while this one still waited: a waiting document never had another state before (T21).
 */
function judgeNext(sighted: SightedRow, next: SightedRow | undefined): Judgement {
  const waits = lastStaged(sighted);
  const made = next?.latest.find(({ row }) => row !== undefined);
  if (waits === undefined || made === undefined || made.position > waits.position) return pass;
  return violated('409 CONFIG_PENDING: the document before awaits its verdict', waits.exchange, made.exchange);
}

/** T20. At most one document of an instance awaits its verdict, and no other is accepted in the meantime. */
export const oneDocumentWaits: Statement = {
  id: 'T20',
  says: 'at most one document of an instance awaits its verdict, and none is taken meanwhile',
  shows: ['ALG-06'],
  judge(chronicle) {
    const rows = sightedRows(chronicle);
    const documents = [...rows.values()].filter(({ family }) => family === DOCUMENTS);
    return allOf(
      documents.map((sighted) => {
        const [instance = '', seq = '0'] = sighted.key.split('/');
        return judgeNext(sighted, rows.get(rowName(sighted.organisation, DOCUMENTS, `${instance}/${Number(seq) + 1}`)));
      }),
    );
  },
};
