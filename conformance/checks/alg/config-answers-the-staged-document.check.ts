import { asObject } from '../../client/contract-document.ts';
import { at, isOk, sentJson, status } from '../../client/exchange.ts';
import { etagOf } from '../../client/row-version.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { answers, documentOf, NO_VERDICT, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';

export const configAnswersTheStagedDocument = check({
  id: 'alg/config-answers-the-staged-document',
  proves: ['ALG-05'],
  title: 'PUT config answers 200 with the staged document and no ETag',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, async (own) => {
      if ((await verdictOn(scene, admin, own)) === undefined) return;
      const body = { document: documentOf(scene), remark: 'the second' };
      await admin.put(`${own.path}/config`, body, { ifMatch: '"1"', label: 'put' });
      await verdictOn(scene, admin, own, 2);
    });
  },

  judge(history) {
    const put = history.maybe('put');
    if (put === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const answered = answers(put, { status: 200 });
    if (status(put) === 202 || !isOk(put)) return answered;
    const staged = at(put, 'outcome') === 'STAGED' && at(put, 'outcomeAtNs') === null;
    return allOf(
      answered,
      etagOf(put) === undefined ? pass : violated('no ETag', put),
      at(put, 'seq') === 2 ? pass : violated('the document after the one that If-Match names: seq 2', put),
      staged ? pass : violated('a document that is STAGED, outcomeAtNs null', put),
      typeof at(put, 'document') === 'string' ? pass : violated('the document, one string', put),
      at(put, 'remark') === asObject(sentJson(put))['remark'] ? pass : violated('the remark that was sent', put),
    );
  },
});
