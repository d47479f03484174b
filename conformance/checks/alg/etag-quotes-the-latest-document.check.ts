import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, pathOf, position, rows } from '../../client/exchange.ts';
import { etagOf } from '../../client/row-version.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';

/** Whatever became of it: staged and refused documents count (decision A83). Only of one position can the two be compared. */
function isOfTheLatest(row: Exchange, history: History): Judgement {
  const documents = history.labelled('documents').find((e) => pathOf(e) === `${pathOf(row)}/configs`);
  if (documents === undefined || !isOk(documents) || position(documents) !== position(row)) return pass;
  const latest = Math.max(0, ...rows(documents).map(({ seq }) => Number(seq)));
  return etagOf(row) === `"${latest}"` ? pass : violated(`ETag "${latest}", of the latest document`, documents, row);
}

export const etagQuotesTheLatestDocument = check({
  id: 'alg/etag-quotes-the-latest-document',
  proves: ['ALG-04'],
  title: 'the row of an instance carries ETag "<configSeq>", the sequence of its latest document',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    const ids = rows(await admin.get(INSTANCES)).map(({ instanceId }) => instanceId);
    for (const id of new Set([...ids.slice(0, 3), ...ids.slice(-3)])) {
      await admin.get(`${INSTANCES}/${id}`, { label: 'row' });
      await admin.get(`${INSTANCES}/${id}/configs`, { label: 'documents' });
    }
  },

  judge(history) {
    const read = history.labelled('row').filter(isOk);
    if (read.length === 0) return inconclusive('no instance was served');
    return eachOf(read, (row) => {
      const etag = `"${String(at(row, 'configSeq'))}"`;
      return allOf(
        etagOf(row) === etag ? pass : violated(`ETag ${etag}, the configSeq in quotes`, row),
        isOfTheLatest(row, history),
      );
    });
  },
});
