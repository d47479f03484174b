import { Refusal } from '../../contract/refusals.ts';
import type { OperationId } from '../../contract/routes.ts';
import type { Known } from '../../stage.ts';
import type { Cursor, CursorCodec } from '../../state/cursor.ts';
import type { Defect } from '../defect.ts';

type Reads = (text: string, cursors: CursorCodec, known: Known) => Cursor | undefined;

/** A member that decodes cursors in its own way. */
function readsCursors(reads: Reads): NonNullable<Defect['stages']> {
  return {
    'serve-read': (good) => ({
      ...good,
      run(known, proceed) {
        const { cursors } = known.services;
        const own = Object.create(cursors, {
          encode: { value: (cursor: Cursor) => cursors.encode(cursor) },
          decode: { value: (text: string) => reads(text, cursors, known) },
        }) as CursorCodec;
        return good.run({ ...known, services: { ...known.services, cursors: own } }, proceed);
      },
    }),
  };
}

/** A member that asks for other pages than its query does; undefined leaves the cursor out. */
function rewritesCursors(
  rewrite: (cursor: string, cursors: CursorCodec) => string | undefined,
): NonNullable<Defect['stages']> {
  return {
    'serve-read': (good) => ({
      ...good,
      run(known, proceed) {
        const { cursor, ...query } = known.query;
        if (cursor === undefined) return good.run(known, proceed);
        const rewritten = rewrite(cursor, known.services.cursors);
        const asked = rewritten === undefined ? query : { ...query, cursor: rewritten };
        return good.run({ ...known, query: asked }, proceed);
      },
    }),
  };
}

const TRADING: Partial<Record<OperationId, string>> = { listOrders: 'orders', listExecutions: 'executions' };

/** What a cursor of this query is bound to, as a page would bind it. */
const boundTo = (filter: string, { query }: Known): string => `view=${query.view}&${filter}`;

export const LAX_CURSORS: readonly Defect[] = [
  {
    name: 'starts-over-at-a-cursor-it-cannot-read',
    breaks: ['PAGE-09'],
    story: 'serves the first page where a cursor does not decode',
    stages: rewritesCursors((text, cursors) => (cursors.decode(text) === undefined ? undefined : text)),
  },
  {
    name: 'fails-at-a-cursor-it-cannot-read',
    breaks: ['PAGE-09'],
    story: 'answers 404 where a cursor has characters that none of its own has',
    stages: {
      'serve-read': (good) => ({
        ...good,
        async run(known, proceed) {
          if (/[^A-Za-z0-9_=-]/.test(known.query.cursor ?? '')) throw new Refusal('NOT_FOUND', 'no such page');
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'takes-a-padded-cursor',
    breaks: ['PAGE-09'],
    story: 'takes a cursor with padding, which it did not give',
    stages: rewritesCursors((text) => text.replace(/=+$/, '')),
  },
  {
    name: 'takes-a-cursor-of-another-collection',
    breaks: ['PAGE-10'],
    story: 'goes on in orders from where executions stood',
    stages: readsCursors((text, cursors, { operation }) => {
      const cursor = cursors.decode(text);
      const collection = TRADING[operation];
      return cursor && collection ? { ...cursor, collection } : cursor;
    }),
  },
  {
    name: 'takes-a-cursor-of-another-organisation',
    breaks: ['PAGE-10'],
    story: "goes on in the caller's orders from where another organisation's stood",
    stages: readsCursors((text, cursors, { caller }) => {
      const cursor = cursors.decode(text);
      return cursor && { ...cursor, orgId: caller.user.orgId };
    }),
  },
  {
    name: 'takes-a-cursor-of-another-filter',
    breaks: ['PAGE-10'],
    story: 'goes on in the users of one status from where those of all stood',
    stages: readsCursors((text, cursors, known) => {
      const cursor = cursors.decode(text);
      const { status } = known.query;
      if (known.operation !== 'listUsers' || cursor === undefined || status === undefined) return cursor;
      return { ...cursor, filter: boundTo(`status=${status}`, known) };
    }),
  },
  {
    name: 'takes-a-cursor-of-another-account',
    breaks: ['PAGE-10'],
    story: 'goes on in the balances of one account from where those of all stood',
    stages: readsCursors((text, cursors, known) => {
      const cursor = cursors.decode(text);
      const { accountId } = known.query;
      if (known.operation !== 'listAccountBalances' || cursor === undefined || accountId === undefined) return cursor;
      return { ...cursor, filter: boundTo(`accountId=${accountId}`, known) };
    }),
  },
  {
    name: 'takes-a-cursor-of-another-view',
    breaks: ['PAGE-10'],
    story: 'goes on in approved accounts from where the latest stood',
    stages: readsCursors((text, cursors, known) => {
      const cursor = cursors.decode(text);
      return cursor && known.operation === 'listAccounts' ? { ...cursor, filter: boundTo('', known) } : cursor;
    }),
  },
  {
    name: 'walks-back-to-the-beginning',
    breaks: ['PAGE-08'],
    story: 'takes every prevCursor for the first page',
    stages: rewritesCursors((text, cursors) => (cursors.decode(text)?.toward === 'previous' ? undefined : text)),
  },
];
