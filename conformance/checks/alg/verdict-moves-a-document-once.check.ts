import { isBusy } from '../../client/busy.ts';
import type { Exchange } from '../../client/exchange.ts';
import { at, json } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { documentOf, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';

function isWithoutDetail(e: Exchange): boolean {
  const detail = at(e, 'detail');
  return detail === undefined || detail === null;
}

function isTimed(e: Exchange): boolean {
  const time = at(e, 'outcomeAtNs');
  return typeof time === 'string' && /^[1-9][0-9]*$/.test(time);
}

/** The first document waits, and is applied. */
function isApplied(staged: Exchange, applied: Exchange): Judgement {
  const waits = at(staged, 'outcome') === 'STAGED' && at(staged, 'outcomeAtNs') === null && isWithoutDetail(staged);
  const isMoved = at(applied, 'outcome') === 'APPLIED' && isTimed(applied) && isWithoutDetail(applied);
  return allOf(
    waits ? pass : violated('STAGED, outcomeAtNs null, no detail, while the verdict is out', staged),
    isMoved ? pass : violated('APPLIED with outcomeAtNs, and no detail', staged, applied),
    at(applied, 'document') === at(staged, 'document') ? pass : violated('the same document', staged, applied),
  );
}

function isRefused(refused: Exchange): Judgement {
  const detail = at(refused, 'detail');
  const isMoved = at(refused, 'outcome') === 'REFUSED' && isTimed(refused);
  return isMoved && typeof detail === 'string' && detail !== ''
    ? pass
    : violated("REFUSED with outcomeAtNs, and the engine's reason in detail", refused);
}

function stands(before: Exchange, after: Exchange): Judgement {
  return sameBody(json(after), json(before)) ? pass : violated('the document as the verdict left it', before, after);
}

export const verdictMovesADocumentOnce = check({
  id: 'alg/verdict-moves-a-document-once',
  proves: ['ALG-07'],
  title: 'a verdict moves a document from STAGED to APPLIED, or to REFUSED with its detail, once and for good',
  needs: ['admin', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const [first, second, third] = [freshKey(), freshKey(), freshKey()];
    const held = await control.fault({ on: { edge: 'engine', key: first }, hold: first });
    await control.fault({ on: { edge: 'engine', key: second }, refuse: 'RISK_LIMIT' }, { optional: true });
    await withInstance(
      scene,
      admin,
      async (own) => {
        const read = (seq: number, label: string) => admin.get(`${own.path}/configs/${seq}`, { label });
        const propose = async (seq: number, key: string) => {
          await admin.put(`${own.path}/config`, { document: documentOf(scene) }, { key, label: 'proposed' });
          await verdictOn(scene, admin, own, seq);
        };
        await held.untilHeld();
        await read(1, 'staged');
        await control.release(first);
        if ((await verdictOn(scene, admin, own)) === undefined) return;
        await read(1, 'applied');
        await propose(2, second);
        await read(2, 'refused');
        await read(1, 'applied still');
        await propose(3, third);
        await read(2, 'refused still');
        await read(1, 'applied still');
      },
      { key: first },
    );
  },

  judge(history) {
    const [staged, applied] = [history.maybe('staged'), history.maybe('applied')];
    if (staged === undefined) return notCreated(history) ?? inconclusive('no document awaited its verdict');
    if (applied === undefined) return inconclusive('no verdict came');
    if (at(applied, 'outcome') === 'REFUSED') return inconclusive("the engine refused the fixture's document");
    if (history.labelled('proposed').some(isBusy)) return inconclusive('the target was busy meanwhile');
    const refused = history.one('refused');
    return allOf(
      isApplied(staged, applied),
      isRefused(refused),
      ...history.labelled('applied still').map((e) => stands(applied, e)),
      stands(refused, history.one('refused still')),
    );
  },
});
