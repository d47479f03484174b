import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { rows, sentJson } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, differs, inconclusive, pass } from '../../runner/judgement.ts';
import { creationBody, INSTANCES, looking, withInstance } from '../../scenes/own-instance.ts';
import { NAMING_NEEDS, namingDocument } from './document-by-name.ts';
import { NO_NAMES } from './names-in-a-document.ts';

const VERSIONS = '/algos/versions';

function lists(catalogue: Exchange, id: unknown): boolean {
  return rows(catalogue).some((row) => row['algoVersionId'] === id);
}

export const versionNotCaughtUp = check({
  id: 'alg/version-not-caught-up',
  proves: ['ALG-17'],
  title:
    'names for a version that the member has not caught up with are sent as written: 422 FIELD_TYPE_MISMATCH, the key spent',
  // What is loaded stays loaded.
  needs: [...NAMING_NEEDS, 'control', 'destructive'],

  async drive(scene) {
    const { admin, control, fixtures, freshKey } = scene;
    const document = namingDocument(scene);
    if (document === undefined) return;
    const hold = freshKey();
    await control.fault({ on: { edge: 'apply' }, hold });
    const { algoVersionId } = await control.loadAlgoVersion({ pool: fixtures.algoVersion.pool });
    const body = creationBody(scene, { algoVersionId, document });
    const key = freshKey();
    await admin.get(VERSIONS, { label: 'before' });
    await admin.post(INSTANCES, body, { key, label: 'refused' });
    await control.release(hold);
    const caughtUp = await looking(
      scene,
      () => admin.get(VERSIONS),
      (e) => (lists(e, algoVersionId) ? e : undefined),
    );
    if (caughtUp === undefined) return;
    await admin.post(INSTANCES, body, { key, label: 'retried' });
    await withInstance(scene, admin, async () => {}, { body: { algoVersionId, document } });
  },

  judge(history) {
    const refused = history.maybe('refused');
    if (refused === undefined) return inconclusive(NO_NAMES);
    if (lists(history.one('before'), asObject(sentJson(refused))['algoVersionId']))
      return inconclusive('the member had caught up with the version already');
    const retried = history.maybe('retried');
    const mismatched = expects(refused, { status: 422, code: 'FIELD_TYPE_MISMATCH', position: 'present' });
    if (mismatched.verdict !== 'pass') return mismatched;
    return allOf(
      retried === undefined
        ? inconclusive('the member did not catch up with the version')
        : replays(retried, refused)
          ? pass
          : differs('the recorded refusal, replayed', refused, retried),
      retried === undefined ? pass : expects(history.one('created'), { status: '2xx' }, 'under a new key'),
    );
  },
});
