import { status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { creationBody, documentOf, endIfMade, INSTANCES, notCreated, withInstance } from '../../scenes/own-instance.ts';

const OUTSIDE = [' ', '/', ':', '"', '+', '@'];

export const keyGrammar = check({
  id: 'alg/key-grammar',
  proves: ['ALG-18'],
  title: 'a key of algos writes is 1 to 64 of [A-Za-z0-9._~-]; a body commandKey restates it and never contradicts it',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, freshKey } = scene;
    const long = (length: number) => `${freshKey()}._~-`.padEnd(length, 'Zz9');
    await withInstance(scene, admin, async ({ path }) => {
      const stop = (key: string, label: string, body: object = {}) => admin.post(`${path}/stop`, body, { key, label });
      // One character may be held already, for another instance: 409 says that it is a key.
      for (const key of [freshKey().slice(-1), long(64), `.${freshKey()}`]) await stop(key, 'key');
      for (const key of [long(65), ...OUTSIDE.map((one) => `${freshKey()}${one}x`)]) await stop(key, 'no key');
      const key = freshKey();
      await stop(key, 'restated', { commandKey: key });
      await stop(freshKey(), 'contradicted', { commandKey: freshKey() });
      const body = { document: documentOf(scene), commandKey: freshKey() };
      await admin.put(`${path}/config`, body, { label: 'contradicted' });
    });
    const body = creationBody(scene, { commandKey: freshKey() });
    await endIfMade(admin, await admin.post(INSTANCES, body, { label: 'contradicted' }));
  },

  judge(history) {
    const restated = history.maybe('restated');
    if (restated === undefined) return notCreated(history) ?? inconclusive('no instance to write on');
    return allOf(
      eachOf([...history.labelled('key'), restated], (e) =>
        status(e) === 400 ? violated('a key that is in the grammar taken', e) : pass,
      ),
      eachOf(history.labelled('no key'), (e) => expects(e, { status: 400, position: 'absent' })),
      eachOf(history.labelled('contradicted'), (e) =>
        expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }),
      ),
    );
  },
});
