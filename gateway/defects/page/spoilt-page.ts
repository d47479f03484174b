import { type Defect, rewriteBody } from '../defect.ts';

export type Page = Record<string, unknown> & { readonly items: readonly unknown[] };

/** Pages of one collection, those that `when` picks by their query, rewritten. */
export function spoiltPage(
  path: string,
  when: (query: URLSearchParams) => boolean,
  rewrite: (page: Page, query: URLSearchParams) => Record<string, unknown>,
): NonNullable<Defect['spoil']> {
  return (answer, of) => {
    if (of.path !== path || answer.status !== 200) return answer;
    const query = new URLSearchParams((of.request.url ?? '').split('?')[1] ?? '');
    return when(query) ? rewriteBody(answer, (page) => rewrite(page as Page, query)) : answer;
  };
}
