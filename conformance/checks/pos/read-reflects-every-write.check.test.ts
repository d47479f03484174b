import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { readReflectsEveryWrite } from './read-reflects-every-write.check.ts';

const row = (version: number, position: number) =>
  answer('GET /portfolios/7', { status: 200, position, body: { portfolioId: 7, version } });
const page = (...items: readonly object[]) => answer('GET /portfolios', { status: 200, position: 9, body: { items } });
const restated = answer('PUT /portfolios/7', { status: 200, position: 9, body: { portfolioId: 7, version: 2 } });
const created = answer('POST /portfolios', { status: 201, position: 9, body: { portfolioId: 7, version: 1 } });
const absent = answer('GET /portfolios/7', { status: 404, code: 'NOT_FOUND', position: 9, asOf: 1 });

const of = (name: string, samples: Readonly<Record<string, Sample>>) =>
  historyOf(Object.fromEntries(Object.entries(samples).map(([what, e]) => [`${what}: ${name}`, e])));
const NEW = { portfolioId: 7, version: 2 };
const OLD = { portfolioId: 7, version: 1 };

test.each([
  ['shows it', row(2, 9), page(NEW), 'pass'],
  ['shows a later state', row(3, 10), page({ ...NEW, version: 3 }), 'pass'],
  ['shows what stood before', row(1, 9), page(NEW), 'violated'],
  ['shows what stood before on the page', row(2, 9), page(OLD), 'violated'],
  ['shows nothing on the page', row(2, 9), page(), 'violated'],
  ['shows nothing', absent, page(NEW), 'violated'],
  ['is of an earlier state', row(1, 8), page(NEW), 'pass'],
])('a read after a restatement %s', (_, after, listed, verdict) => {
  const history = of('PUT /portfolios/{id}', { before: row(1, 8), taken: restated, after, page: listed });
  expect(judge(readReflectsEveryWrite, history).verdict).toBe(verdict);
});

test.each([
  ['shows it', row(1, 9), page(OLD), 'pass'],
  ['shows nothing', absent, page(OLD), 'violated'],
  ['shows nothing on the page', row(1, 9), page({ ...OLD, portfolioId: 6 }), 'violated'],
])('a read after a creation %s', (_, after, listed, verdict) => {
  const history = of('POST /portfolios', { taken: created, after, page: listed });
  expect(judge(readReflectsEveryWrite, history).verdict).toBe(verdict);
});

test('of one member of our own, a read of an earlier state is a fault', () => {
  const samples = { before: row(1, 8), taken: restated, after: row(1, 8) };
  const labelled = Object.fromEntries(Object.entries(samples).map(([what, e]) => [`${what}: PUT /portfolios/{id}`, e]));
  const judged = (strict: boolean) =>
    judge(readReflectsEveryWrite, historyOf(labelled, { strict, singleMember: true })).verdict;
  expect([judged(true), judged(false)]).toEqual(['violated', 'inconclusive']);
});

test('nothing was taken', () => {
  const refused = answer('POST /portfolios', { status: 400, code: 'MALFORMED_REQUEST' });
  expect(judge(readReflectsEveryWrite, of('POST /portfolios', { taken: refused })).verdict).toBe('inconclusive');
});
