/**
 * Documents put to an instance: staged, at most one awaiting the engine's verdict, moved by that verdict once, and guarded
 * by If-Match.
 */
import { isBusy } from '../../member/exchange/busy.ts';
import { at, type Exchange, errorCode, isOk, json, rows, sentJson, status } from '../../member/exchange/exchange.ts';
import { countOf } from '../../member/exchange/open-id.ts';
import { currentVersion, etagOf } from '../../member/exchange/row-version.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { together } from '../../member/sending/together.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { answers, documentOf, NO_VERDICT, notCreated, verdictOn, withInstance } from '../../scenes/own-instance.ts';
import { isDatedAfter, isTimed } from './document-records.ts';

export const configAnswersTheStagedDocument = check({
  id: 'alg/config-answers-the-staged-document',
  proves: ['ALG-05', 'ALG-07'],
  title: 'PUT config answers 200 with the staged document and no ETag',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, {}, async (own) => {
      if ((await verdictOn(scene, admin, own)) === undefined) return;
      const body = { document: documentOf(scene), remark: 'the second' };
      await admin.put(`${own.path}/config`, body, { ifMatch: '"1"', label: 'put' });
      await verdictOn(scene, admin, own, 2);
    });
  },

  judge(history) {
    const put = history.maybe('put');
    if (put === undefined) return blaming(notCreated(history) ?? inconclusive(NO_VERDICT), 'ALG-05');
    const answered = answers(put, { status: 200 });
    if (status(put) === 202 || !isOk(put)) return blaming(answered, 'ALG-05');
    const staged = at(put, 'outcome') === 'STAGED' && at(put, 'outcomeAtNs') === null;
    const said = allOf(
      answered,
      etagOf(put) === undefined ? pass : violated('no ETag', put),
      countOf(at(put, 'seq')) === 2 ? pass : violated('the document after the one that If-Match names: seq 2', put),
      staged ? pass : violated('a document that is STAGED, outcomeAtNs null', put),
      typeof at(put, 'document') === 'string' ? pass : violated('the document, one string', put),
      at(put, 'remark') === asObject(sentJson(put))['remark'] ? pass : violated('the remark that was sent', put),
    );
    return allOf(blaming(said, 'ALG-05'), blaming(isDatedAfter(history, put), 'ALG-07'));
  },
});

export const staleIfMatch = check({
  id: 'alg/stale-if-match',
  proves: ['ALG-08'],
  title:
    'a stale If-Match answers 412 CONFIG_SEQ_CONFLICT with currentVersion and a fresh ETag, which the next write takes',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin } = scene;
    await withInstance(scene, admin, {}, async (own) => {
      const propose = (ifMatch: string, label: string) =>
        admin.put(`${own.path}/config`, { document: documentOf(scene) }, { ifMatch, label });
      if ((await verdictOn(scene, admin, own)) === undefined) return;
      await propose('"1"', 'moved on');
      // A document that waits for its verdict may be refused for that first (decision A80).
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
      !isOk(now) || countOf(at(now, 'configSeq')) === 2
        ? pass
        : violated('the instance as it was: configSeq 2', stale, now),
      answers(history.one('fresh'), { status: 200 }, 'under the fresh ETag'),
    );
  },
});

export const secondDocumentIsPending = check({
  id: 'alg/second-document-is-pending',
  proves: ['ALG-06'],
  title:
    'a second document is refused 409 CONFIG_PENDING while the first awaits its verdict, and accepted after that verdict',
  needs: ['admin', 'algoVersion', 'algos', 'writes', 'control'],

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const key = freshKey();
    const held = await control.fault({ on: { edge: 'engine', key }, hold: key });
    await withInstance(scene, admin, { key }, async (own) => {
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
    });
  },

  judge(history) {
    const [documents, after] = [history.maybe('documents'), history.maybe('after')];
    if (documents === undefined) return notCreated(history) ?? inconclusive('no document awaited its verdict');
    if (at(documents, 'items', 0, 'outcome') !== 'STAGED') return inconclusive('the first document awaits no verdict');
    const strict = history.target.strict ? ({ position: 'present' } as const) : {};
    return allOf(
      history.labelled('pending').map((e) => answers(e, { status: 409, code: 'CONFIG_PENDING', ...strict })),
      rows(documents).length === 1 ? pass : violated('the one document that awaits its verdict', documents),
      after === undefined ? inconclusive('no verdict came') : answers(after, { status: 200 }, 'after the verdict'),
    );
  },
});

/** How often two documents are sent at once: the engine's verdict may come between them. */
const ROUNDS = 5;

/** At most one document awaits its verdict at any time. */
function isHeldToOne(documents: Exchange): Judgement {
  const waiting = rows(documents).filter(({ outcome }) => outcome === 'STAGED');
  return waiting.length > 1 ? violated('one document that awaits its verdict', documents) : unseen;
}

/** The owner's refusal is recorded for its key: the same request never succeeds. */
function isFinal(history: History, second: Exchange): Judgement {
  if (!history.since('0.12.0') || status(second) !== 409) return unseen;
  return expects(second, { status: 409, retryable: false });
}

export const twoDocumentsAtOnce = check({
  id: 'alg/two-documents-at-once',
  proves: ['ALG-06', 'ERR-15'],
  title: 'the second of two documents sent at once is refused 409 CONFIG_PENDING, unless the verdict came between them',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { admin, control } = scene;
    // On a virtual clock the sandbox's engine answers at once: without a delay no document would ever wait.
    await control?.fault({ on: { edge: 'engine' }, delay: '1s' });
    await withInstance(scene, admin, {}, async (own) => {
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
      return allOf(blaming(allOf(held), 'ALG-06'), notExercised(quick));
    }
    return allOf(
      blaming(allOf(held, expects(second, { status: 409, code: 'CONFIG_PENDING' })), 'ALG-06'),
      blaming(isFinal(history, second), 'ERR-15'),
    );
  },
});

function isWithoutDetail(e: Exchange): boolean {
  const detail = at(e, 'detail');
  return detail === undefined || detail === null;
}

/** The first document is STAGED, then APPLIED with the same text. */
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
    await withInstance(scene, admin, { key: first }, async (own) => {
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
    });
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
      history.labelled('applied still').map((e) => stands(applied, e)),
      stands(refused, history.one('refused still')),
    );
  },
});
