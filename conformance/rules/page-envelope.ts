import type { Exchange } from '../member/exchange/exchange.ts';
import { at } from '../member/exchange/exchange.ts';
import { expects } from '../runner/expectation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { allOf, pass, violated } from '../runner/judgement.ts';

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

/** PAGE-01: a served page has every property of the envelope. */
export function isPageEnvelope(e: Exchange): Judgement {
  return allOf(
    expects(e, { status: 200 }),
    MEMBERS.map(([name, kind, holds]) => (holds(at(e, name)) ? pass : violated(`${name} on the page: ${kind}`, e))),
  );
}
