import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { rowsAreCreatedAndRestated } from './rows-are-created-and-restated.check.ts';

const write = (told: string, value: string, status = 200) =>
  answer('PUT /x/7', { status, position: 9, sentBody: { [told]: value } });
const read = (told: string, value: unknown, position = 9) =>
  answer('GET /x/7', { status: 200, position, asOf: 5, body: { [told]: value } });

const family = (path: string, told: string): Record<string, Sample> => ({
  [`created in ${path}`]: write(told, 'one', 201),
  [`read in ${path}`]: read(told, 'one'),
  [`restated in ${path}`]: write(told, 'two'),
  [`read again in ${path}`]: read(told, 'two'),
});
const GOOD = {
  ...family('/portfolios', 'displayName'),
  ...family('/accounts', 'displayName'),
  ...family('/account-addresses', 'address'),
};
const verdictOf = (samples: Record<string, Sample>) => judged(rowsAreCreatedAndRestated, historyOf(samples)).verdict;

test.each<[string, Record<string, Sample>, string]>([
  ['kept', {}, 'pass'],
  ['of another name', { 'read in /portfolios': read('name', 'one') }, 'pass'],
  [
    'created and not there',
    { 'read in /accounts': answer('GET /x/7', { status: 404, code: 'NOT_FOUND' }) },
    'violated',
  ],
  ['created as another', { 'read in /accounts': read('displayName', null) }, 'violated'],
  ['restated and the same', { 'read again in /account-addresses': read('address', 'one') }, 'violated'],
  ['a member that is behind', { 'read again in /accounts': read('displayName', 'one', 8) }, 'inconclusive'],
  ['created in other words', { 'created in /accounts': write('displayName', 'one', 400) }, 'inconclusive'],
  ['restated in other words', { 'restated in /accounts': write('displayName', 'two', 400) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(verdictOf({ ...GOOD, ...over })).toBe(verdict);
});

test('created, and its id is elsewhere: nothing to judge', () => {
  const { 'read in /portfolios': _, ...rest } = GOOD;
  expect(verdictOf(rest)).toBe('inconclusive');
});
