/** Members that say something new, and leave out for it what every client knows. */
import type { Defect } from '../defect.ts';
import { rewriteBody } from '../defect.ts';

/** The largest int64, which is nobody's. */
const NOBODYS = '/orders/9223372036854775807';

export const ADDITIONS: readonly Defect[] = [
  {
    name: 'refuses-in-words-of-its-own',
    breaks: ['VER-05'],
    story: 'the refusal of an order that nobody holds has a new code and a new member, and says no more what to do',
    spoil: (answer, { path }) =>
      path === NOBODYS && answer.status === 404
        ? rewriteBody(answer, ({ error }) => {
            const { retryable: _, ...rest } = error as Record<string, unknown>;
            return { error: { ...rest, code: 'NO_SUCH_ROW', advice: 'give up' } };
          })
        : answer,
  },
  {
    name: 'pages-in-words-of-its-own',
    breaks: ['VER-05'],
    story: 'a page of seven executions says in a new member where the next one is, and no more in nextCursor',
    spoil: (answer, { path, request }) =>
      path === '/executions' && request.url?.endsWith('?limit=7') === true
        ? rewriteBody(answer, ({ nextCursor, ...page }) => ({ ...page, pageInfo: { next: nextCursor } }))
        : answer,
  },
];
