import { Refusal } from '../../contract/refusals.ts';
import type { Services } from '../../services.ts';
import type { Answer, Known } from '../../stage.ts';
import { type Defect, rewriteBody } from '../defect.ts';

/** What a member knew when it gave a cursor. */
interface Given {
  readonly limits: Set<number | undefined>;
  readonly rows: number;
  /** The last row of the page that gave it. */
  readonly last: unknown;
}

/** Who is asked is not bound to the row that a cursor names, but to something of the time when it was given. */
function bindsCursors(
  spoilt: (answer: () => Promise<Answer>, given: Given, known: Known) => Promise<Answer>,
): NonNullable<Defect['stages']> {
  const memories = new WeakMap<Services['state'], Map<string, Given>>();
  return {
    'serve-read': (good) => ({
      ...good,
      async run(known, proceed) {
        const { state } = known.services;
        const memory = memories.get(state) ?? new Map<string, Given>();
        memories.set(state, memory);
        const given = memory.get(known.query.cursor ?? '');
        const serve = () => good.run(known, proceed);
        const answer = given === undefined ? await serve() : await spoilt(serve, given, known);
        remember(memory, answer, known);
        return answer;
      },
    }),
  };
}

function remember(memory: Map<string, Given>, { body, status }: Answer, known: Known): void {
  if (status !== 200 || typeof body !== 'string') return;
  const page = JSON.parse(body) as { items?: unknown[]; nextCursor?: unknown };
  if (typeof page.nextCursor !== 'string') return;
  const limits = memory.get(page.nextCursor)?.limits ?? new Set();
  limits.add(known.query.limit);
  memory.set(page.nextCursor, { limits, rows: rowsOf(known), last: page.items?.at(-1) });
}

function rowsOf({ services, caller, operation }: Known): number {
  const { orgId } = caller.user;
  return operation === 'listOrders' ? services.state.orders(orgId).size : services.state.executions(orgId).size;
}

function withItems(answer: Answer, change: (items: readonly unknown[]) => readonly unknown[]): Answer {
  return rewriteBody(answer, (page) => ({ ...page, items: change(page['items'] as unknown[]) }));
}

export const FORGETFUL_CURSORS: readonly Defect[] = [
  {
    name: 'walks-by-places',
    breaks: ['PAGE-07'],
    story: 'a cursor names a place and not a row: what comes in front pushes the last row onto the next page again',
    stages: bindsCursors(async (serve, given, known) => {
      const answer = await serve();
      return rowsOf(known) > given.rows ? withItems(answer, (items) => [given.last, ...items]) : answer;
    }),
  },
  {
    name: 'skips-what-has-moved',
    breaks: ['PAGE-11'],
    story: 'takes new rows for rows that it has served, and skips as many',
    stages: bindsCursors(async (serve, given, known) => {
      const answer = await serve();
      return rowsOf(known) > given.rows ? withItems(answer, (items) => items.slice(1)) : answer;
    }),
  },
  {
    name: 'binds-a-cursor-to-its-limit',
    breaks: ['PAGE-16'],
    story: 'refuses a cursor that is sent with another limit than its page had',
    stages: bindsCursors(async (serve, given, { query }) => {
      if (!given.limits.has(query.limit)) throw new Refusal('INVALID_CURSOR', 'cursor: of a page of another limit');
      return serve();
    }),
  },
  {
    name: 'starts-over-at-a-cursor-of-another-process',
    breaks: ['PAGE-07'],
    story: 'serves the first page under a cursor that its former process gave, as if the walk had just begun',
    stages: {
      'serve-read': (good) => {
        const given = new WeakMap<Services['state'], Set<string>>();
        return {
          ...good,
          async run(known, proceed) {
            const { services, query } = known;
            const own = given.get(services.state) ?? new Set<string>();
            given.set(services.state, own);
            const { cursor, ...rest } = query;
            // One that does not decode is refused as ever.
            const isOthers =
              cursor !== undefined && !own.has(cursor) && (await good.run(known, proceed)).status === 200;
            const answer = await good.run(isOthers ? { ...known, query: rest } : known, proceed);
            for (const [, named = ''] of `${answer.body}`.matchAll(/"(?:next|prev)Cursor":"([^"]+)"/g)) own.add(named);
            return answer;
          },
        };
      },
    },
  },
];
