import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { at } from '../../target/exchange.ts';
import { COLLECTIONS } from './collection.ts';

const isText = (value: unknown) => typeof value === 'string';
const isPosition = (value: unknown) => typeof value === 'string' && /^[0-9]+$/.test(value);
const isNull = (value: unknown) => value === null;

const MEMBERS: readonly (readonly [name: string, kind: string, holds: (value: unknown) => boolean])[] = [
  ['globalSequence', 'a decimal string', isPosition],
  ['asOfSeqTsNs', 'a decimal string or null', (value) => isPosition(value) || isNull(value)],
  ['items', 'an array', Array.isArray],
  ['nextCursor', 'a string or null', (value) => isText(value) || isNull(value)],
  ['prevCursor', 'a string or null', (value) => isText(value) || isNull(value)],
  ['total', 'an integer or null', (value) => Number.isInteger(value) || isNull(value)],
];

function isEnvelope(e: Exchange): Judgement {
  return allOf(
    expects(e, { status: 200 }),
    ...MEMBERS.map(([name, kind, holds]) => (holds(at(e, name)) ? pass : violated(`${name} on the page: ${kind}`, e))),
  );
}

export const envelope = check({
  id: 'page/envelope',
  proves: ['PAGE-01'],
  title:
    'every collection answers the page envelope: globalSequence, asOfSeqTsNs, items, nextCursor, prevCursor, total',
  needs: ['trader'],

  async drive({ trader }) {
    for (const { path } of COLLECTIONS) {
      await trader.get(path, { query: { limit: 1 }, label: 'page' });
      await trader.get(path, { query: { limit: 1, include: 'total' }, label: 'page' });
    }
  },

  judge: (history) => eachOf(history.labelled('page'), isEnvelope),
});
