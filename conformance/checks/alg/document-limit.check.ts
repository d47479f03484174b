import { isReplay, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { creationBody, documentOf, endIfMade, INSTANCES, verdictOn, withInstance } from '../../scenes/own-instance.ts';
import { LIMIT_BYTES, padded } from './names-in-a-document.ts';

/** Of two bytes in UTF-8, of one character: who counts characters takes half of them. */
const WIDE = 'é';

export const documentLimit = check({
  id: 'alg/document-limit',
  proves: ['ALG-12'],
  title:
    'a document over 6,144 bytes of UTF-8 is 413 DOCUMENT_TOO_LARGE at the door, the key free; 6,144 itself passes',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, freshKey } = scene;
    const sized = (bytes: number, filler?: string) => padded(documentOf(scene), bytes, filler);
    const key = freshKey();
    for (const filler of ['x', WIDE]) {
      const body = creationBody(scene, { document: sized(LIMIT_BYTES + 1, filler) });
      const over = { key: filler === WIDE ? key : freshKey(), label: 'over' };
      await endIfMade(admin, await admin.post(INSTANCES, body, over));
    }
    await withInstance(
      scene,
      admin,
      async (own) => {
        if ((await verdictOn(scene, admin, own)) === undefined) return;
        const config = `${own.path}/config`;
        await admin.put(config, { document: sized(LIMIT_BYTES + 1, WIDE) }, { label: 'over' });
        await admin.put(config, { document: sized(LIMIT_BYTES) }, { label: 'at the limit' });
      },
      { key, body: { document: sized(LIMIT_BYTES, WIDE) }, label: 'at the limit' },
    );
  },

  judge(history) {
    const { strict } = history.target;
    const tooLarge = { status: 413, code: 'DOCUMENT_TOO_LARGE', position: 'absent' } as const;
    return allOf(
      eachOf(history.labelled('over'), (e) => expects(e, tooLarge)),
      eachOf(history.labelled('at the limit'), (e) => {
        if (isReplay(e)) return violated('a key that the door left free', e);
        if (status(e) === 413) return violated('6,144 bytes not too large', e);
        return strict ? expects(e, { status: '2xx' }) : pass;
      }),
    );
  },
});
