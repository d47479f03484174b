import { expect, test } from 'vitest';
import { REGISTER } from '../../contract/register.ts';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nineCollections } from './nine-collections.check.ts';

const page = (...items: object[]) => answer('GET /users', { status: 200, position: 9, asOf: 5, body: { items } });
const row = (body: object) => answer('GET /users/7', { status: 200, position: 9, asOf: 5, body });
const unheld = (code: string, position = 9) => answer('GET /users/7', { status: 404, code, position });

const GOOD = Object.fromEntries(
  REGISTER.flatMap(({ path, id }) => [
    [`page of ${path}`, page({ [id]: 7 })],
    [`row of ${path}`, row({ [id]: 7 })],
  ]),
);

test.each<[string, Record<string, Sample>, string]>([
  ['all served', {}, 'pass'],
  ['one empty', { 'page of /users': page(), 'row of /users': unheld('NOT_FOUND') }, 'pass'],
  ['one not there', { 'page of /users': unheld('ROUTE_NOT_FOUND') }, 'violated'],
  ['one refused', { 'page of /users': answer('GET /users', { status: 403, code: 'FORBIDDEN' }) }, 'violated'],
  ['one that is no list', { 'page of /users': row({ userId: 7 }) }, 'violated'],
  ['rows of one not there', { 'row of /users': unheld('NOT_FOUND') }, 'violated'],
  ['no route to rows', { 'page of /users': page(), 'row of /users': unheld('ROUTE_NOT_FOUND') }, 'violated'],
  ['another row', { 'row of /users': row({ userId: 8 }) }, 'violated'],
  ['rows under another key', { 'page of /users': page({ id: 7 }) }, 'violated'],
  ['a member that is behind', { 'row of /users': unheld('NOT_FOUND', 8) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(nineCollections, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
