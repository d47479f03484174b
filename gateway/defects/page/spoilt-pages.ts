import type { Defect } from '../defect.ts';
import { type Page, spoiltPage } from './spoilt-page.ts';

const isWhole = (query: URLSearchParams) => query.size === 0;
const isCounted = (query: URLSearchParams) => query.has('limit') && query.has('include');

export const SPOILT_PAGES: readonly Defect[] = [
  {
    name: 'leaves-out-a-cursor-that-is-null',
    breaks: ['PAGE-01'],
    story: 'leaves prevCursor out of a first page of executions, where it is null',
    spoil: spoiltPage(
      '/executions',
      (query) => query.has('limit'),
      ({ prevCursor, ...page }) => (prevCursor === null ? page : { ...page, prevCursor }),
    ),
  },
  {
    name: 'goes-on-after-the-whole',
    breaks: ['PAGE-02'],
    story: 'names a nextCursor on the page that is the whole collection',
    spoil: spoiltPage('/executions', isWhole, (page) => ({ ...page, nextCursor: 'more' })),
  },
  {
    name: 'cuts-the-whole-short',
    breaks: ['PAGE-02'],
    story: 'leaves the oldest execution out of the page that is the whole collection',
    spoil: spoiltPage('/executions', isWhole, (page) => ({ ...page, items: page.items.slice(0, -1) })),
  },
  {
    name: 'counts-the-page',
    breaks: ['PAGE-05'],
    story: 'total is the count of the rows on the page',
    spoil: spoiltPage('/executions', isCounted, (page) => ({ ...page, total: page.items.length })),
  },
  ...(
    [
      ['counts-users-of-every-status', '/users', 'status', 'total of users with a filter of status counts others, too'],
      [
        'counts-balances-of-every-account',
        '/account-balances',
        'accountId',
        'total of the balances of an account counts another, too',
      ],
      [
        'counts-policies-of-every-view',
        '/asset-policies',
        'view',
        'total of the approved view counts what is not approved',
      ],
    ] as const
  ).map(
    ([name, path, filter, story]): Defect => ({
      name,
      breaks: ['PAGE-05'],
      story,
      spoil: spoiltPage(
        path,
        (query) => query.has('include') && query.has(filter),
        (page) => ({ ...page, total: Number(page['total']) + 1 }),
      ),
    }),
  ),
  {
    name: 'counts-what-is-left',
    breaks: ['PAGE-05'],
    story: 'total is the count of the rows from the page on',
    spoil: spoiltPage(
      '/orders',
      (query) => isCounted(query) && query.has('cursor'),
      (page) => ({ ...page, total: Number(page['total']) - 1 }),
    ),
  },
  {
    name: 'counts-unasked',
    breaks: ['PAGE-05'],
    story: 'serves total with every page of orders that has a cursor',
    spoil: spoiltPage(
      '/orders',
      (query) => query.has('cursor') && !query.has('include'),
      (page) => ({ ...page, total: page.items.length }),
    ),
  },
  {
    name: 'loses-the-last-row-of-a-walk',
    breaks: ['PAGE-07'],
    story: 'leaves the last row out of the last page of a walk',
    spoil: spoiltPage(
      '/executions',
      (query) => query.has('cursor'),
      (page) =>
        page['nextCursor'] === null && page.items.length > 1 ? { ...page, items: page.items.slice(0, -1) } : page,
    ),
  },
  {
    name: 'serves-the-whole-oldest-first',
    breaks: ['PAGE-12'],
    story: 'serves orders in ascending order where no limit is given',
    spoil: spoiltPage('/orders', isWhole, (page) => ({ ...page, items: page.items.toReversed() })),
  },
  {
    name: 'serves-users-newest-first',
    breaks: ['PAGE-13'],
    story: 'serves users in descending order where no limit is given',
    spoil: spoiltPage('/users', isWhole, (page) => ({ ...page, items: page.items.toReversed() })),
  },
  {
    name: 'serves-balances-by-asset',
    breaks: ['PAGE-14'],
    story: 'serves balances by asset and then by account',
    spoil: spoiltPage('/account-balances', isWhole, (page) => ({
      ...page,
      items: page.items.toSorted((a, b) => numberIn(a, 'assetId') - numberIn(b, 'assetId')),
    })),
  },
  {
    name: 'serves-instances-in-no-order',
    breaks: ['PAGE-15'],
    story: 'serves the first algo instance last',
    spoil: spoiltPage('/algos/instances', isWhole, (page) => ({
      ...page,
      items: [...page.items.slice(1), ...page.items.slice(0, 1)],
    })),
  },
  {
    name: 'serves-the-catalogue-in-another-order-each-time',
    breaks: ['PAGE-15'],
    story: 'serves the versions of algos in one order and in the opposite by turns',
    spoil: spoiltPage('/algos/versions', isWhole, byTurns()),
  },
  {
    name: 'leaves-the-count-out-of-balances',
    breaks: ['PAGE-01'],
    story: 'has no total on a page of balances',
    spoil: spoiltPage('/account-balances', isWhole, ({ total: _, ...page }) => page),
  },
  {
    name: 'counts-accounts-on-the-page',
    breaks: ['PAGE-05'],
    story: 'total is the count of the accounts on the page',
    spoil: spoiltPage('/accounts', isCounted, (page) => ({ ...page, total: page.items.length })),
  },
  {
    name: 'goes-on-after-all-instances',
    breaks: ['PAGE-02'],
    story: 'names a nextCursor on the page that is all algo instances',
    spoil: spoiltPage('/algos/instances', isWhole, (page) => ({ ...page, nextCursor: 'more' })),
  },
  {
    name: 'loses-the-last-account',
    breaks: ['PAGE-07'],
    story: 'leaves the last account out of the last page of a walk',
    spoil: spoiltPage(
      '/accounts',
      (query) => query.has('cursor'),
      (page) => (page['nextCursor'] === null ? { ...page, items: page.items.slice(0, -1) } : page),
    ),
  },
];

function numberIn(row: unknown, name: string): number {
  return Number((row as Readonly<Record<string, unknown>>)[name]);
}

function byTurns(): (page: Page) => Page {
  let turns = 0;
  return (page) => {
    turns += 1;
    return turns % 2 === 0 ? { ...page, items: page.items.toReversed() } : page;
  };
}
