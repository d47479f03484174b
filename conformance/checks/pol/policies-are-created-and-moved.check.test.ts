import { expect, test } from 'vitest';
import { POLICY_FAMILIES } from '../../scenes/policy-families.ts';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { policiesAreCreatedAndMoved } from './policies-are-created-and-moved.check.ts';

const ID = 7;
const OTHER = 8;

function lived([path, id, amount]: readonly [string, string, string]): Record<string, Sample> {
  const row = (line: string, key: number, of: object) =>
    answer(line, { status: 200, position: 9, body: { [id]: key, [amount]: '8.25', ...of } });
  const arm = (name: string, status: string) => row(`POST ${path}/${ID}/${name}`, ID, { status });
  return {
    [`created ${path}`]: row(`POST ${path}`, ID, { [amount]: '7.50', status: 'PROPOSED' }),
    [`created to be withdrawn ${path}`]: row(`POST ${path}`, OTHER, { [amount]: '7.5', status: 'PROPOSED' }),
    [`withdraw ${path}`]: row(`POST ${path}/${OTHER}/withdraw`, OTHER, { [amount]: '7.5', status: 'WITHDRAWN' }),
    [`restated ${path}`]: row(`PUT ${path}/${ID}`, ID, { status: 'PROPOSED' }),
    [`approve ${path}`]: arm('approve', 'ACTIVE'),
    [`halt ${path}`]: arm('halt', 'HALTED'),
    [`resume ${path}`]: arm('resume', 'ACTIVE'),
    [`retire ${path}`]: arm('retire', 'RETIRED'),
  };
}

const GOOD = Object.assign({}, ...POLICY_FAMILIES.map(({ path, id, money }) => lived([path, id, money[0]])));
const PATH = '/chain-policies';
const line = `POST ${PATH}/${ID}/halt`;
const row = (of: object) => ({ chainPolicyId: ID, maxTransferAmount: '8.25', status: 'HALTED', ...of });
const halted = (of: object) => ({ [`halt ${PATH}`]: answer(line, { status: 200, body: row(of) }) });

test.each<[string, Record<string, Sample>, string, string]>([
  ['lived', {}, 'pass', 'pass'],
  ['another row', halted({ chainPolicyId: 99 }), 'violated', 'violated'],
  ['no row', { [`halt ${PATH}`]: answer(line, { status: 204 }) }, 'violated', 'violated'],
  ['another amount', halted({ maxTransferAmount: '7.5' }), 'violated', 'violated'],
  [
    'resumed and halted still',
    { [`resume ${PATH}`]: answer(`POST ${PATH}/${ID}/resume`, { status: 200, body: row({}) }) },
    'violated',
    'violated',
  ],
  ['another status', halted({ status: 'STOPPED' }), 'pass', 'violated'],
  ['no such arm', { [`halt ${PATH}`]: answer(line, { status: 404, code: 'ROUTE_NOT_FOUND' }) }, 'violated', 'violated'],
  ['no such method', { [`halt ${PATH}`]: answer(line, { status: 405, code: 'ANY' }) }, 'violated', 'violated'],
  ['an older member', { [`halt ${PATH}`]: answer(line, { status: 404, body: 'no' }) }, 'violated', 'violated'],
  ['an arm not taken', { [`halt ${PATH}`]: answer(line, { status: 400, code: 'ANY' }) }, 'inconclusive', 'violated'],
  [
    'nothing created',
    { [`created ${PATH}`]: answer(`POST ${PATH}`, { status: 400, code: 'ANY' }) },
    'inconclusive',
    'inconclusive',
  ],
])('%s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(policiesAreCreatedAndMoved, historyOf({ ...GOOD, ...over }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
