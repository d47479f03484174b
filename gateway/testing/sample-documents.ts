/**
 * For tests of documents: a schema with a reference in every possible place, and the rows that the names resolve to.
 */

import { Refusal } from '../contract/refusals.ts';
import { gatesAt } from '../contract/versions.ts';
import type { AlgoVersionRow, Fact, SequencedRecord } from '../facts.ts';
import { sendableDocument } from '../routes/algo-document.ts';
import { AppliedState } from '../state/applied-state.ts';
import { stated } from './sample-platform.ts';

const ACCOUNT = { type: 'integer', 'x-service-reference': 'account' };
const INSTRUMENT = { type: 'integer', 'x-service-reference': 'instrument' };
/** As text, because an object with a `then` looks like a promise. */
const CONDITION = `{ "if": {}, "then": ${JSON.stringify(ACCOUNT)}, "else": { "properties": { "a": ${JSON.stringify(ACCOUNT)} } } }`;
const SCHEMA = {
  type: 'object',
  properties: {
    account: ACCOUNT,
    instrument: INSTRUMENT,
    note: { type: 'string' },
    accounts: { type: 'array', items: ACCOUNT },
    pair: { prefixItems: [ACCOUNT, INSTRUMENT], items: { type: 'string' } },
    legs: { type: 'array', items: { $ref: '#/$defs/leg' } },
    byName: { type: 'object', properties: { note: { type: 'string' } }, additionalProperties: ACCOUNT },
    byPattern: { patternProperties: { '^a': ACCOUNT, '^note': true, '(': ACCOUNT }, additionalProperties: INSTRUMENT },
    whether: JSON.parse(CONDITION),
    either: { anyOf: [{ type: 'null' }, ACCOUNT] },
    one: { oneOf: [{ properties: { a: ACCOUNT } }, { properties: { b: INSTRUMENT } }] },
    all: { allOf: [{ $ref: '#/$defs/a~1b' }, { type: 'integer' }] },
    any: { anyOf: [ACCOUNT, INSTRUMENT] },
    tree: { $ref: '#/$defs/tree' },
    lost: { $ref: '#/$defs/nowhere' },
    elsewhere: { $ref: 'https://schemas.test/account' },
    open: true,
    strange: { 'x-service-reference': 'portfolio' },
  },
  $defs: {
    leg: { type: 'object', properties: { account: ACCOUNT, instrument: INSTRUMENT } },
    'a/b': ACCOUNT,
    tree: { allOf: [{ $ref: '#/$defs/tree' }], properties: { at: ACCOUNT, left: { $ref: '#/$defs/tree' } } },
  },
};
export const VERSION: AlgoVersionRow = version(SCHEMA);

/** Names that are hard to encode; all but the last belong to the caller's organisation 1. */
export const ACCOUNTS: readonly (readonly [name: string, accountId: number, orgId: number])[] = [
  ['main', 1, 1],
  ['m', 2_147_483_647, 1],
  ['Zürich 💶', 7, 1],
  ['a*/b', 8, 1],
  ['/*', 9, 1],
  ['*', 10, 1],
  ['two\nlines', 11, 1],
  ['line\u2028end', 12, 1],
  ['half \ud83d pair', 13, 1],
  ['tab\tbed', 14, 1],
  ['"', 15, 1],
  ['BTC-USD', 16, 1],
  ['//', 17, 1],
  ['foreign', 99, 2],
];
export const STATE: AppliedState = new AppliedState();
STATE.apply({
  position: 1,
  atNs: '1',
  command: stated([]),
  verdict: { facts: [...ACCOUNTS.map(account), instrument('BTC-USD', 3), instrument('ETH-USD', 4)] },
} satisfies SequencedRecord);

export async function sent(document: string, of: AlgoVersionRow | undefined = VERSION, orgId = 1): Promise<string> {
  return sendableDocument({ gates: gatesAt('0.14.0'), state: STATE }, orgId, of, document);
}

export async function refused(document: string, of: AlgoVersionRow | undefined = VERSION): Promise<Refusal> {
  const thrown = await sent(document, of).catch((reason: unknown) => reason);
  if (!(thrown instanceof Refusal)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
}

export function version(documentSchema: Readonly<Record<string, unknown>>): AlgoVersionRow {
  return { algoVersionId: 1, pool: 'a', manifest: { name: 'n', version: '1.0.0', description: '' }, documentSchema };
}

function account([displayName, accountId, orgId]: (typeof ACCOUNTS)[number]): Fact {
  const row = { accountId, orgId, displayName, portfolioId: null, status: 'ACTIVE', exchangeId: 1, credentialId: 1 };
  return { kind: 'RegisterRecorded', family: 'accounts', row: { ...row, version: 1 } as never };
}

function instrument(symbol: string, instrumentId: number): Fact {
  const assets = { exchangeId: 1, baseAssetId: 1, quoteAssetId: 2, tick: null, step: null, workingScale: 8 };
  return { kind: 'InstrumentRecorded', instrument: { instrumentId, symbol, status: 'LIVE', ...assets } };
}
