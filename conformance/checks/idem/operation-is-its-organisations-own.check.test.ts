import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { operationIsItsOrganisationsOwn } from './operation-is-its-organisations-own.check.ts';

const written = { status: 201, position: 7n };
const unknown = { status: 404, code: 'UNKNOWN_OPERATION', message: 'no such key' };
const naming = (key: string) => ({ ...unknown, message: `no such key ${key}` });

test.each([
  ['unknown like any other', written, unknown, 'pass'],
  ['served', written, { status: 200, body: { key: 'k' } }, 'violated'],
  ['hidden with other words', written, { ...unknown, message: 'not yours' }, 'violated'],
  ['never written', { status: 403, code: 'AWAITING_ADMISSION' }, unknown, 'inconclusive'],
])('%s', (_, write, foreign, verdict) => {
  const history = historyOf({
    written: answer('POST /orders', write),
    foreign: answer('GET /operations/ts-1', foreign),
    unknown: answer('GET /operations/ts-2', unknown),
  });
  expect(judged(operationIsItsOrganisationsOwn, history).verdict).toBe(verdict);
});

test('a message may name the key', () => {
  const history = historyOf({
    written: answer('POST /orders', written),
    foreign: answer('GET /operations/k-1', naming('k-1')),
    unknown: answer('GET /operations/k-2', naming('k-2')),
  });
  expect(judged(operationIsItsOrganisationsOwn, history).verdict).toBe('pass');
});
