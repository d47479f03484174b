import { at, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { answers, documentOf, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';

export const secondDocumentIsPending = check({
  id: 'alg/second-document-is-pending',
  proves: ['ALG-06'],
  title:
    'a second document while one awaits its verdict is refused 409 CONFIG_PENDING, and taken once the verdict is there',
  needs: ['admin', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const key = freshKey();
    const held = await control.fault({ on: { edge: 'engine', key }, hold: key });
    await withInstance(
      scene,
      admin,
      async (own) => {
        await held.untilHeld();
        const config = `${own.path}/config`;
        const body = { document: documentOf(scene) };
        await admin.put(config, body, { ifMatch: '"1"', label: 'pending' });
        await admin.put(config, body, { label: 'pending' });
        await admin.get(`${own.path}/configs`, { label: 'documents' });
        await control.release(key);
        if ((await verdictOn(scene, admin, own)) === undefined) return;
        await admin.put(config, body, { ifMatch: '"1"', label: 'after' });
        await verdictOn(scene, admin, own, 2);
      },
      { key },
    );
  },

  judge(history) {
    const [documents, after] = [history.maybe('documents'), history.maybe('after')];
    if (documents === undefined) return notCreated(history) ?? inconclusive('no document awaited its verdict');
    if (at(documents, 'items', 0, 'outcome') !== 'STAGED') return inconclusive('the first document awaits no verdict');
    const strict = history.target.strict ? ({ position: 'present' } as const) : {};
    return allOf(
      ...history.labelled('pending').map((e) => answers(e, { status: 409, code: 'CONFIG_PENDING', ...strict })),
      rows(documents).length === 1 ? pass : violated('the one document that awaits its verdict', documents),
      after === undefined ? inconclusive('no verdict came') : answers(after, { status: 200 }, 'after the verdict'),
    );
  },
});
