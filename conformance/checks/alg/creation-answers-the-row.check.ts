import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { at, header, isOk, keyOf, pathOf, sentJson, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { notCreated, withInstance } from '../../scenes/own-instance.ts';
import { isRowOf, namesTheInstance } from './named-instance.ts';

/** Of what the body stated, where the row has a property of that name. */
const KEPT = ['algoVersionId', 'pool', 'displayName'];

function isTheRow(created: Exchange, id: string, strict: boolean): Judgement {
  const sent = asObject(sentJson(created));
  const other = KEPT.find((name) => at(created, name) !== sent[name]);
  return allOf(
    // Which status a creation has is not said of all (decision A78).
    expects(created, { status: strict ? 201 : [200, 201] }),
    isRowOf(created, id) ? pass : violated('the row of the instance, with its id', created),
    other === undefined ? pass : violated(`the row with the ${other} that was sent`, created),
    at(created, 'configSeq') === 1 ? pass : violated('configSeq 1: its first document is recorded with it', created),
  );
}

function isPromised(created: Exchange): Judgement {
  return header(created, 'location')?.endsWith(`/operations/${keyOf(created)}`)
    ? pass
    : violated('202 with Location: /operations/{key}', created);
}

export const creationAnswersTheRow = check({
  id: 'alg/creation-answers-the-row',
  proves: ['ALG-02'],
  title: 'an instance is created with its first document: 201 with the row, and an operation that names both',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, freshKey } = scene;
    const key = freshKey();
    await withInstance(
      scene,
      admin,
      async ({ path }) => {
        await admin.get(`/operations/${key}`, { label: 'record' });
        await admin.get(path, { label: 'row' });
        await admin.get(`${path}/configs/1`, { label: 'document' });
      },
      { key },
    );
  },

  judge(history) {
    const created = history.one('created');
    const [record, row, document] = ['record', 'row', 'document'].map((label) => history.maybe(label));
    if (record === undefined || row === undefined || document === undefined)
      return notCreated(history) ?? violated('an answer, or an operation, that names the instance', created);
    const id = String(pathOf(row).split('/')[3]);
    return allOf(
      status(created) === 202 ? isPromised(created) : isTheRow(created, id, history.target.strict),
      namesTheInstance(record, id),
      expects(row, { status: 200 }),
      expects(document, { status: 200 }, 'the first document'),
      !isOk(document) || at(document, 'seq') === 1 ? pass : violated('the document of seq 1', document),
    );
  },
});
