import { describe, expect, test } from 'vitest';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import type { Actor } from '../actor.ts';
import type { Entry } from './entry.ts';
import { remaining } from './remains.ts';
import { standingRow } from './standing-row.ts';

describe('what is left after', () => {
  let n = 0;

  function sent(method: string, path: string, over: Partial<Extract<Entry, { what: 'sent' }>> = {}): Entry {
    n += 1;
    return {
      what: 'sent',
      n,
      check: 'ord/one',
      actor: 'trader',
      method,
      path,
      key: `key-${n}`,
      name: null,
      isOwn: true,
      ...over,
    };
  }
  const made = (row: string): Entry => ({ what: 'made', n, row });
  const taken = (): Entry => ({ what: 'taken', n });
  const refused = (): Entry => ({ what: 'refused', n });
  const open = (): Entry => ({ what: 'open', n, why: 'timeout' });
  const foreign = (method: string, path: string) => sent(method, path, { isOwn: false });
  const user = () => sent('POST', '/users', { key: 'k' });
  const order = () => [sent('POST', '/orders'), made('/orders/5')];
  const cancel = () => sent('POST', '/orders/5/cancel');
  const closed = (isFilled: boolean): Entry => ({ what: 'closed', row: '/orders/5', isFilled });
  const instance = () => [sent('POST', '/algos/instances'), made('/algos/instances/3')];

  // biome-ignore format: an aligned table
  test.each<[string, () => readonly Entry[], readonly string[]]>([
    ['a created row',                           () => [sent('POST', '/users'), made('/users/17')], ['made /users/17']],
    ['a refusal',                               () => [sent('POST', '/users'), refused()], []],
    ['no response',                             () => [sent('POST', '/users')], ['in doubt /users']],
    ['an unknown outcome',                      () => [sent('POST', '/users'), open()], ['in doubt /users']],
    ['an unknown outcome, resolved by its key', () => [user(), open(), user(), made('/users/17')], ['made /users/17']],
    ['a cancelled order',                       () => [...order(), cancel(), taken()], []],
    ['a refused cancellation',                  () => [...order(), cancel(), refused()], ['made /orders/5']],
    ['a filled order',                          () => [...order(), closed(true)], ['filled /orders/5']],
    ['an order filled before its cancellation', () => [sent('POST', '/orders'), closed(true), made('/orders/5'), cancel(), taken()], ['filled /orders/5']],
    ['an order closed without a fill',          () => [...order(), closed(false)], []],
    ['a stopped instance',                      () => [...instance(), sent('POST', '/algos/instances/3/stop'), taken()], ['made /algos/instances/3']],
    ['a deleted instance',                      () => [...instance(), sent('POST', '/algos/instances/3/delete'), taken()], []],
    ['a change to a row of others',             () => [foreign('PUT', '/users/3'), taken(), foreign('PUT', '/users/3'), taken()], ['changed /users/3']],
    ['a change to a row of the run',            () => [sent('PUT', '/users/3'), taken()], []],
    ['a halt of all instances',                 () => [foreign('POST', '/algos/halt'), taken()], ['changed /algos/halt']],
    ['a clean-up',                              () => [...order(), { what: 'undone', row: '/orders/5' }], []],
  ])('%s', (_, entries, left) => expect(remaining(entries()).map(({ kind, row }) => `${kind} ${row}`)).toEqual(left));
});

const PORTFOLIOS = { path: '/portfolios', id: 'portfolioId' } as const;
const page = (...items: object[]) => ({ status: 200, body: { items } });

async function foundOrMade(listed: AnswerOptions, made: AnswerOptions) {
  const posted: unknown[] = [];
  const actor = {
    get: async () => answer('GET /portfolios', listed)(1, null),
    post: async (_: string, body: unknown) => {
      posted.push(body);
      return answer('POST /portfolios', made)(2, null);
    },
  } as unknown as Actor;
  return { key: await standingRow(actor, PORTFOLIOS, { displayName: 'touchstone-match' }), posted: posted.length };
}

const other = { portfolioId: 1, displayName: 'desk' };
const own = { portfolioId: 7, displayName: 'touchstone-match' };
const labelled = { portfolioId: 7, label: 'touchstone-match' };

// biome-ignore format: an aligned table
test.each([
  ['an existing row is used',                            page(other, own), { status: 500 },                            { key: 7, posted: 0 }],
  ['a row with the name under another property is used', page(labelled),   { status: 500 },                            { key: 7, posted: 0 }],
  ['a missing row is created',                           page(other),      { status: 201, body: own },                 { key: 7, posted: 1 }],
  ['the creation fails',                                 page(other),      { status: 400, code: 'MALFORMED_REQUEST' }, { key: undefined, posted: 1 }],
])('%s', async (_, listed, made, result) => expect(await foundOrMade(listed, made)).toEqual(result));

test('a row on a later page is found if the name is taken', async () => {
  const actor = {
    get: async (_: string, { query }: { query?: { cursor?: string } } = {}) => {
      const body = query?.cursor === 'more' ? { items: [own] } : { items: [other], nextCursor: 'more' };
      return answer('GET /portfolios', { status: 200, body })(1, null);
    },
    post: async () => answer('POST /portfolios', { status: 409, code: 'LABEL_TAKEN' })(2, null),
  } as unknown as Actor;
  expect(await standingRow(actor, PORTFOLIOS, { displayName: 'touchstone-match' })).toBe(7);
});
