import type { Exchange } from '../../client/exchange.ts';
import { errorCode, isOk, rows, status } from '../../client/exchange.ts';
import { together } from '../../client/together.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, notExercised, pass, unseen, violated } from '../../runner/judgement.ts';
import { documentOf, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';

/** The engine may be quick: so often two documents are sent at once. */
const ROUNDS = 5;

/** A document that comes while another awaits its verdict: two of them never await one together. */
function isHeldToOne(documents: Exchange): Judgement {
  const waiting = rows(documents).filter(({ outcome }) => outcome === 'STAGED');
  return waiting.length > 1 ? violated('one document that awaits its verdict', documents) : pass;
}

/** The owner's refusal is the recorded answer to its key: the same request never succeeds. */
function isFinal(history: History, second: Exchange): Judgement {
  if (!history.since('0.12.0') || status(second) !== 409) return unseen;
  return expects(second, { status: 409, retryable: false });
}

export const twoDocumentsAtOnce = check({
  id: 'alg/two-documents-at-once',
  proves: ['ALG-06', 'ERR-15'],
  title:
    'of two documents that are sent at once the second is refused 409 CONFIG_PENDING, unless the verdict came between',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, control } = scene;
    // The sandbox's engine is as quick as its clock: on a virtual one nothing would come between.
    await control?.fault({ on: { edge: 'engine' }, delay: '1s' });
    await withInstance(scene, admin, async (own) => {
      if ((await verdictOn(scene, admin, own)) === undefined) return;
      const config = `${own.path}/config`;
      for (let seq = 1, round = 0; round < ROUNDS; round += 1) {
        const departure = together(2);
        const put = () => admin.put(config, { document: documentOf(scene) }, { label: `round ${round}`, departure });
        const answers = await Promise.all([put(), put()]);
        await admin.get(`${own.path}/configs`, { label: 'documents' });
        if (answers.some((e) => status(e) === 409)) return;
        seq += answers.filter(isOk).length;
        if ((await verdictOn(scene, admin, own, seq)) === undefined) return;
      }
    });
  },

  judge(history) {
    const sent = history.of('PUT /algos/instances/{id}/config');
    if (sent.length === 0) return notCreated(history) ?? notExercised('the first document was given no verdict');
    const second = sent.find((e) => status(e) === 409 || errorCode(e) === 'CONFIG_PENDING');
    const held = history.labelled('documents').map(isHeldToOne);
    if (second === undefined) {
      const quick = `the engine's verdict came before the second document in each of ${sent.length / 2} rounds`;
      return allOf(blaming(allOf(...held), 'ALG-06'), notExercised(quick));
    }
    return allOf(
      blaming(allOf(...held, expects(second, { status: 409, code: 'CONFIG_PENDING' })), 'ALG-06'),
      blaming(isFinal(history, second), 'ERR-15'),
    );
  },
});
