import { expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { violated } from '../judgement.ts';
import { clauseOf } from './broken-clause.ts';

const clause = (expected: string, route = 'POST /orders') =>
  clauseOf(violated(expected, historyOf({ it: answer(route, { status: 500 }) }).one('it')));

// biome-ignore format: an aligned table
test.each([
  ['a status is kept',                      '422 TICK_SIZE_VIOLATION', 'POST /orders', 'POST /orders: 422 TICK_SIZE_VIOLATION'],
  ['statuses are kept',                     '200 or 201', 'POST /orders', 'POST /orders: 200 or 201'],
  ['a path is its route',                   '404', 'GET /orders/12?view=x', 'GET /orders/{id}: 404'],
  ['a count is not part of the clause',     'a total of 17', 'GET /orders', 'GET /orders: a total of #'],
  ['nor is a count that could be a status', 'a total of 137, as many as there are', 'GET /orders', 'GET /orders: a total of #, as many as there are'],
  ['a status after another word is kept',   'the 404 of a row, or 410', 'GET /orders', 'GET /orders: the 404 of a row, or 410'],
  ['a sign belongs to its number',          'price -1.50', 'GET /orders', 'GET /orders: price #'],
  ['capabilities depend on the caller',     'the capabilities of GET /me: orders:trade, algos:manage', 'GET /me', 'GET /me: the capabilities of GET /me: #'],
  ['a name in quotes depends on the row',   'displayName "desk of Ann"', 'GET /users', 'GET /users: displayName "#"'],
  ['nor is an amount',                      'price 100.25', 'GET /orders', 'GET /orders: price #'],
  ['nor an id',                             'order 01hv-9zk2-aa of the instance', 'GET /orders', 'GET /orders: order # of the instance'],
  ['a path without a route',                '404', 'GET /nowhere/7', 'GET of no route: 404'],
])('%s', (_, expected, route, name) => expect(clause(expected, route)).toBe(name));

test('a clause that no exchange shows has a name too', () =>
  expect(clauseOf(violated('an order'))).toBe('no exchange: an order'));
