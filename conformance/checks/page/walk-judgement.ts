import type { Exchange } from '../../client/exchange.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { type Collection, idsOf, isDescending } from '../../scenes/collection.ts';

/**
 * A walk's pages, first to last: every page served, ids descending over all of them (so none twice), and each row that
 * stood before the walk began (`standing`) among them, as far as the walk has come.
 */
export function judgeWalk(pages: readonly Exchange[], collection: Collection, standing: readonly bigint[]): Judgement {
  return allOf(
    eachOf(pages, (page) => expects(page, { status: 200 })),
    inOrder(pages, collection),
    missesNone(pages, collection, standing),
  );
}

function inOrder(pages: readonly Exchange[], collection: Collection): Judgement {
  for (const [i, page] of pages.entries()) {
    const before = pages[i - 1];
    const boundary = before === undefined ? [] : idsOf(before, collection).slice(-1);
    if (isDescending([...boundary, ...idsOf(page, collection)])) continue;
    const shown = before === undefined ? [page] : [before, page];
    return violated(`rows in descending order of ${collection.id}, none twice`, ...shown);
  }
  return pass;
}

/** Rows are never removed, so what stood before the walk stood throughout it. */
export function missesNone(pages: readonly Exchange[], collection: Collection, standing: readonly bigint[]): Judgement {
  const seen = pages.map((page) => idsOf(page, collection));
  const all = new Set(seen.flat());
  const end = seen.flat().at(-1);
  const ended = pages.at(-1) !== undefined && nothingFollows(pages.at(-1) as Exchange);
  const missed = standing.find((id) => !all.has(id) && (ended || (end !== undefined && id > end)));
  if (missed === undefined) return pass;
  const page = pages.findIndex((_, i) => seen[i]?.some((id) => id < missed));
  const shown = pages.slice(Math.max(0, page - 1), page < 0 ? undefined : page + 1);
  return violated(`${collection.id} ${missed}, which stood throughout the walk, on one of its pages`, ...shown);
}

function nothingFollows(page: Exchange): boolean {
  return !/"nextCursor"\s*:\s*"/.test(page.response?.body ?? '');
}
