import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { userIsCreatedAndRestated } from './user-is-created-and-restated.check.ts';

const row = (capabilities: readonly string[] | undefined, position = 9) =>
  answer('GET /users/7', { status: 200, position, asOf: 5, body: { userId: 7, capabilities } });
const write = (status: number, capabilities: readonly string[] = ['TRADER']) =>
  answer('POST /users', { status, position: 9, body: { userId: 7 }, sentBody: { capabilities } });
const GOOD = {
  created: write(201),
  read: row(['orders:trade']),
  restated: write(200, ['users:manage', 'orders:trade']),
  'read again': row(['users:manage', 'orders:trade']),
};
const { created } = GOOD;

test.each<[string, Record<string, Sample>, string]>([
  ['kept', {}, 'pass'],
  ['created and not there', { read: answer('GET /users/7', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['created with nothing', { read: row([]) }, 'violated'],
  ['restated and the same', { 'read again': row(['orders:trade']) }, 'violated'],
  ['a member that is behind', { 'read again': row(['orders:trade'], 8) }, 'inconclusive'],
  ['restated in other words', { restated: write(400) }, 'inconclusive'],
  [
    'created without a word of capabilities, which have another name there',
    { created: write(201, []), read: row([]) },
    'inconclusive',
  ],
  ['under another name', { read: row(undefined) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(userIsCreatedAndRestated, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test.each([
  ['not created', write(400)],
  ['created, and its id is elsewhere', created],
])('%s: nothing to judge', (_, first) => {
  expect(judged(userIsCreatedAndRestated, historyOf({ created: first })).verdict).toBe('inconclusive');
});
