import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody, type Spoiled } from '../defect.ts';
import { scaledThroughADouble, throughADouble } from './through-a-double.ts';

type Row = Readonly<Record<string, unknown>>;

const ONE_ORDER = /^\/orders\/[0-9]+$/;

/** Spoils the price of one order's row, read with its view stated: one surface, as a cache of its own would be. */
function spoiltPrice(read: (price: string) => string): NonNullable<Defect['spoil']> {
  return (answer: Answer, { request, path }: Spoiled) => {
    if (!ONE_ORDER.test(path) || request.url?.includes('view=') !== true || answer.status !== 200) return answer;
    return rewriteBody(answer, (row) => ({ ...row, price: read(String(row['price'])) }));
  };
}

export const SERVED_MONEY: readonly Defect[] = [
  {
    name: 'serves-a-price-in-ticks',
    breaks: ['MON-15'],
    story: 'GET /orders/{id}?view=latest serves the price as a raw scaled integer: 9997 for 99.97',
    spoil: spoiltPrice((price) => String(BigInt(price.replace('.', '')))),
  },
  {
    name: 'serves-a-price-through-a-float',
    breaks: ['MON-15'],
    story: 'GET /orders/{id}?view=latest serves the price that a 32-bit float holds',
    spoil: spoiltPrice((price) => Math.fround(Number(price)).toFixed(9)),
  },
  {
    name: 'serves-money-as-a-number',
    breaks: ['MON-15'],
    story: 'GET /orders?limit=50 serves each quantity as a JSON number',
    spoil: (answer, { request, path }) =>
      isPageOf(50, request, path)
        ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as Row[]).map(withNumbers) }))
        : answer,
  },
  {
    name: 'states-a-price-where-none-was',
    breaks: ['MON-14'],
    story: 'the answer to a least order without a price states the price that it may trade at',
    spoil: (answer, { request, path }) =>
      path === '/orders' && request.method === 'POST' && answer.status === 201
        ? rewriteBody(answer, (row) =>
            row['price'] === null && row['qty'] === '0.0001' ? { ...row, price: '100.02' } : row,
          )
        : answer,
  },
  {
    name: 'serves-a-long-quantity-through-a-double',
    breaks: ['MON-15'],
    story: 'GET /orders/{id} serves the quantity that a 64-bit float holds',
    spoil: (answer, { request, path }) =>
      request.method === 'GET' && ONE_ORDER.test(path) && answer.status === 200
        ? rewriteBody(answer, (row) => ({ ...row, qty: throughADouble(row['qty']) }))
        : answer,
  },
  {
    name: 'serves-executions-to-six-places',
    breaks: ['MON-15'],
    story: 'a page of five executions states its quantities to six places',
    spoil: (answer, { request }) =>
      request.url === '/executions?limit=5' && answer.status === 200
        ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as Row[]).map(toSixPlaces) }))
        : answer,
  },
  {
    name: 'serves-large-balances-up-to-2-to-the-53',
    breaks: ['MON-15'],
    story: 'serves the total of a large balance whose scaled integer a 64-bit float holds',
    spoil: (answer, { request, path }) =>
      path === '/account-balances' && request.url?.includes('accountId=') === true && answer.status === 200
        ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as Row[]).map(largeBalance) }))
        : answer,
  },
  {
    name: 'serves-unscaled-on-the-largest-page',
    breaks: ['MON-16'],
    story: 'GET /orders?limit=100 still serves each row with the deprecated property unscaled',
    spoil: (answer, { request, path }) =>
      isPageOf(100, request, path)
        ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as Row[]).map(withUnscaled) }))
        : answer,
  },
];

function isPageOf(limit: number, request: Spoiled['request'], path: string): boolean {
  return path === '/orders' && request.method === 'GET' && request.url === `/orders?limit=${limit}`;
}

function withUnscaled(row: Row): Row {
  return { ...row, unscaled: '1' };
}

function withNumbers(row: Row): Row {
  return { ...row, qty: Number(row['qty']) };
}

function toSixPlaces(row: Row): Row {
  const qty = String(row['qty']);
  return /\.[0-9]{7}/.test(qty) ? { ...row, qty: Number(qty).toFixed(6) } : row;
}

/** More than any account of the seeded world holds. */
function largeBalance(row: Row): Row {
  return Number(row['total']) > 50_000_000 ? { ...row, total: scaledThroughADouble(row['total']) } : row;
}
