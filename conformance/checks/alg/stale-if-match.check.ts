import { at, isOk, status } from '../../client/exchange.ts';
import { currentVersion, etagOf } from '../../client/row-version.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { answers, documentOf, NO_VERDICT, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';

export const staleIfMatch = check({
  id: 'alg/stale-if-match',
  proves: ['ALG-08'],
  title:
    'a stale If-Match answers 412 CONFIG_SEQ_CONFLICT with currentVersion and a fresh ETag, which the next write takes',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, async (own) => {
      const propose = (ifMatch: string, label: string) =>
        admin.put(`${own.path}/config`, { document: documentOf(scene) }, { ifMatch, label });
      if ((await verdictOn(scene, admin, own)) === undefined) return;
      await propose('"1"', 'moved on');
      // One that waits for its verdict may be told of first (decision A80).
      if ((await verdictOn(scene, admin, own, 2)) === undefined) return;
      const stale = await propose('"1"', 'stale');
      await admin.get(own.path, { label: 'now' });
      await propose(etagOf(stale) ?? '"none"', 'fresh');
      await verdictOn(scene, admin, own, 3);
    });
  },

  judge(history) {
    const stale = history.maybe('stale');
    if (stale === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    const movedOn = history.one('moved on');
    if (!isOk(movedOn) || status(movedOn) === 202)
      return inconclusive('the second document was not taken under the ETag of the first');
    const now = history.one('now');
    return allOf(
      answers(stale, {
        status: 412,
        code: 'CONFIG_SEQ_CONFLICT',
        ...(history.target.strict ? { position: 'present' } : {}),
      }),
      currentVersion(stale) === '2' ? pass : violated('currentVersion 2, of the latest document', movedOn, stale),
      etagOf(stale) === '"2"' ? pass : violated('a fresh ETag: "2"', movedOn, stale),
      !isOk(now) || at(now, 'configSeq') === 2 ? pass : violated('the instance as it was: configSeq 2', stale, now),
      answers(history.one('fresh'), { status: 200 }, 'under the fresh ETag'),
    );
  },
});
