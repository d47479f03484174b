import { expect, test } from 'vitest';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import type { Actor } from '../actor.ts';
import { standingRow } from './standing-row.ts';

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

test.each([
  ['an existing row is used', page(other, own), { status: 500 }, { key: 7, posted: 0 }],
  ['a row with the name under another property is used', page(labelled), { status: 500 }, { key: 7, posted: 0 }],
  ['a missing row is created', page(other), { status: 201, body: own }, { key: 7, posted: 1 }],
  ['the creation fails', page(other), { status: 400, code: 'MALFORMED_REQUEST' }, { key: undefined, posted: 1 }],
])('%s', async (_, listed, made, result) => {
  expect(await foundOrMade(listed, made)).toEqual(result);
});

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
