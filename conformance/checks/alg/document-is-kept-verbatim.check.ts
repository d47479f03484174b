import fc from 'fast-check';
import { asObject } from '../../client/contract-document.ts';
import { at, isOk, rows, sentJson, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { documentOf, notCreated, withInstance } from '../../scenes/own-instance.ts';
import { namedFixtures, placesIn } from './names-in-a-document.ts';

/** Nothing where it was not created: what the other shows is enough. */
function isPlainKept(history: History): Judgement {
  const created = history.maybe('created plain');
  const [record, page] = [history.maybe('plain record'), history.maybe('plain page')];
  if (created === undefined || record === undefined || page === undefined) return pass;
  const sent = asObject(sentJson(created))['document'];
  const kept = [
    [record, textAt(record, 'document')],
    [page, rows(page)[0]?.['document']],
  ] as const;
  return allOf(
    ...kept.map(([e, text]) => (!isOk(e) || text === sent ? pass : violated('the document verbatim', created, e))),
  );
}

export const documentIsKeptVerbatim = check({
  id: 'alg/document-is-kept-verbatim',
  proves: ['ALG-22'],
  title: 'a document that names nothing is served verbatim, with its remark and the references projected from it',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],
  given: (fixtures) => {
    const { document = '{}' } = fixtures.algoVersion;
    const { text } = fixtures.namingDocument ?? { text: '' };
    // One that names what the other refers to by id, as the sandbox's does.
    const referred = placesIn(text, namedFixtures(fixtures)).map(({ id }) => id);
    return fc.constant({ named: namedFixtures(fixtures), document, referred });
  },
  runs: 1,

  async drive(scene) {
    const { admin } = scene;
    // What no writer of JSON would put back: line ends of two kinds, a tab, an escape in a comment, trailing spaces.
    const document = `\t/* \\u00e9 é 💶 */\r\n${documentOf(scene)}  // last\n `;
    await withInstance(
      scene,
      admin,
      async ({ path }) => {
        await admin.get(`${path}/configs/1`, { label: 'record' });
        await admin.get(`${path}/configs`, { label: 'page' });
      },
      { body: { document } },
    );
    // Without a comment: a member that reads it as plain JSON must not write it anew either.
    const plain = `\n ${documentOf(scene)} \t\n`;
    await withInstance(
      scene,
      admin,
      async ({ path }) => {
        await admin.get(`${path}/configs/1`, { label: 'plain record' });
        await admin.get(`${path}/configs`, { label: 'plain page' });
      },
      { body: { document: plain }, label: 'created plain' },
    );
  },

  judge(history, { named, document, referred }) {
    const [record, page] = [history.maybe('record'), history.maybe('page')];
    if (record === undefined || page === undefined) return notCreated(history) ?? inconclusive('no document to read');
    if (placesIn(document, named).length > 0) return inconclusive("the fixture's document names what it refers to");
    const created = history.one('created');
    const sent = asObject(sentJson(created));
    const projected = [at(record, 'accountIds'), at(record, 'instrumentIds')];
    return allOf(
      isPlainKept(history),
      eachOf(
        [
          [record, textAt(record, 'document')],
          [page, rows(page)[0]?.['document']],
        ] as const,
        ([e, kept]) => (kept === sent['document'] ? pass : violated('the document verbatim', created, e)),
      ),
      !isOk(record) || at(record, 'remark') === sent['remark'] ? pass : violated('the remark that was sent', record),
      !history.target.strict || JSON.stringify(projected) === JSON.stringify(referred.map((id) => [id]))
        ? pass
        : violated('accountIds and instrumentIds of what the document refers to', record),
    );
  },
});
