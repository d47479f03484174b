/**
 * The text of a document: kept verbatim, and at most 6,144 bytes of UTF-8.
 */
import fc from 'fast-check';
import { at, type Exchange, isOk, isReplay, rows, sentJson, status, textAt } from '../../member/exchange/exchange.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  creationBody,
  documentOf,
  endIfMade,
  INSTANCES,
  notCreated,
  verdictOn,
  withInstance,
} from '../../scenes/own-instance.ts';
import { LIMIT_BYTES, namedFixtures, padded, placesIn } from './names-in-a-document.ts';

/** A record and a page serve the document as the creation sent it. */
function isVerbatim(created: Exchange, reads: readonly Exchange[]): Judgement {
  const sent = asObject(sentJson(created))['document'];
  const documentIn = (e: Exchange) => textAt(e, 'document') ?? rows(e)[0]?.['document'];
  return allOf(reads.map((e) => (documentIn(e) === sent ? pass : violated('the document verbatim', created, e))));
}

/** Unseen if the second instance was not created: the first document is enough evidence. */
function isPlainVerbatim(history: History): Judgement {
  const created = history.maybe('created plain');
  const reads = [...history.labelled('plain record'), ...history.labelled('plain page')];
  return created === undefined ? unseen : isVerbatim(created, reads.filter(isOk));
}

export const documentIsKeptVerbatim = check({
  id: 'alg/document-is-kept-verbatim',
  proves: ['ALG-22'],
  title: 'a document that names nothing is served verbatim, with its remark and the references projected from it',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],
  given: (fixtures) => {
    const { document = '{}' } = fixtures.algoVersion;
    const { text } = fixtures.namingDocument ?? { text: '' };
    // The sandbox's naming document names the same rows that its plain document refers to by id.
    const referred = placesIn(text, namedFixtures(fixtures)).map(({ id }) => id);
    return fc.constant({ named: namedFixtures(fixtures), document, referred });
  },
  runs: 1,

  async drive(scene) {
    const { admin } = scene;
    // A JSON serializer would lose these: two kinds of line end, a tab, an escape in a comment, trailing spaces.
    const document = `\t/* \\u00e9 é 💶 */\r\n${documentOf(scene)}  // last\n `;
    await withInstance(scene, admin, { body: { document } }, async ({ path }) => {
      await admin.get(`${path}/configs/1`, { label: 'record' });
      await admin.get(`${path}/configs`, { label: 'page' });
    });
    // Without a comment: a member that parses it as plain JSON must not serialize it again.
    const plain = `\n ${documentOf(scene)} \t\n`;
    await withInstance(scene, admin, { body: { document: plain }, label: 'created plain' }, async ({ path }) => {
      await admin.get(`${path}/configs/1`, { label: 'plain record' });
      await admin.get(`${path}/configs`, { label: 'plain page' });
    });
  },

  judge(history, { named, document, referred }) {
    const [record, page] = [history.maybe('record'), history.maybe('page')];
    if (record === undefined || page === undefined) return notCreated(history) ?? inconclusive('no document to read');
    if (placesIn(document, named).length > 0) return inconclusive("the fixture's document names what it refers to");
    const created = history.one('created');
    const sent = asObject(sentJson(created));
    const projected = [at(record, 'accountIds'), at(record, 'instrumentIds')];
    return allOf(
      isPlainVerbatim(history),
      isVerbatim(created, [record, page]),
      !isOk(record) || at(record, 'remark') === sent['remark'] ? pass : violated('the remark that was sent', record),
      !history.target.strict || JSON.stringify(projected) === JSON.stringify(referred.map((id) => [id]))
        ? pass
        : violated('accountIds and instrumentIds of what the document refers to', record),
    );
  },
});

/** One character of two bytes in UTF-8: a member that counts characters accepts twice the limit. */
const WIDE = 'é';

export const documentLimit = check({
  id: 'alg/document-limit',
  proves: ['ALG-12'],
  title:
    'a document over 6,144 bytes of UTF-8 is refused 413 DOCUMENT_TOO_LARGE at the door, and the key stays free; 6,144 bytes pass',
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
      { key, body: { document: sized(LIMIT_BYTES, WIDE) }, label: 'at the limit' },
      async (own) => {
        if ((await verdictOn(scene, admin, own)) === undefined) return;
        const config = `${own.path}/config`;
        await admin.put(config, { document: sized(LIMIT_BYTES + 1, WIDE) }, { label: 'over' });
        await admin.put(config, { document: sized(LIMIT_BYTES) }, { label: 'at the limit' });
      },
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
        return strict ? expects(e, { status: '2xx' }) : unseen;
      }),
    );
  },
});
