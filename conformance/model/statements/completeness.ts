/** The statement about what a walk has to serve: T25 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { position } from '../../member/exchange/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import type { Family } from '../families.ts';
import { DOCUMENTS, VERSIONS } from '../families.ts';
import type { SightedRow } from '../row-sightings.ts';
import { firstShown, sightedRows } from '../row-sightings.ts';
import type { PlacedPage } from '../rows-of-a-page.ts';
import { contradicts, filtersOf, firstMissing, isCertainlyAsked, rangeOf } from '../rows-of-a-page.ts';
import type { WalkedPage } from '../walked-pages.ts';
import { walkedPages, wholeWalks } from '../walked-pages.ts';

function judgePages(chronicle: Chronicle): Judgement {
  const placed = walkedPages(chronicle).flatMap((page): PlacedPage[] => {
    // The interface does not say which rows have an approved state, nor from when on; the sandbox does.
    const range = page.view === 'latest' || chronicle.target.strict ? rangeOf(page) : undefined;
    return range === undefined || page.position === undefined ? [] : [{ page, position: page.position, range }];
  });
  const missing = firstMissing(placed, sightedRows(chronicle).values());
  if (missing === undefined) return pass;
  const { page, sighted, shown } = missing;
  const words = `${sighted.key} of ${sighted.family.name} on this page: it existed at the page's position`;
  return violated(words, shown.exchange, page.exchange);
}

/** Collections whose order does not say where a row belongs are judged by the whole walk. */
function judgeWholes(chronicle: Chronicle): Judgement {
  const walks = wholeWalks(chronicle).filter(([first]) => first !== undefined && rangeOf(first) === undefined);
  if (walks.length === 0) return pass;
  const byHolder = Map.groupBy(sightedRows(chronicle).values(), ({ family, key }) =>
    holderOf(family, key.split('/')[0]),
  );
  return allOf(
    walks.map((walk) => {
      const [first, last] = [walk[0] as WalkedPage, walk.at(-1) as WalkedPage];
      const served = new Set(walk.flatMap(({ rows }) => rows.map(({ key }) => key)));
      const left = (byHolder.get(holderOf(first.family, first.instance)) ?? []).find(
        (sighted) => existedThroughout(sighted, first) && !served.has(sighted.key),
      );
      const shown = left && firstShown(left);
      if (left === undefined || shown === undefined) return pass;
      const words = `${left.key} of ${left.family.name} on a page of the walk: it existed when the walk began`;
      return violated(words, shown.exchange, last.exchange);
    }),
  );
}

/** The collection whose walk serves the row: documents are walked by instance. */
function holderOf(family: Family, instance: string | undefined): string {
  return family === DOCUMENTS ? `${family.name} ${instance}` : family.name;
}

function existedThroughout(sighted: SightedRow, first: WalkedPage): boolean {
  const { organisation, family, position: from, view } = first;
  if (from === undefined || view !== 'latest') return false;
  if (sighted.organisation !== organisation && family !== VERSIONS) return false;
  const shown = firstShown(sighted);
  return shown !== undefined && shown.position <= from && isCertainlyAsked(sighted, first, from);
}

function judgeFilter(page: WalkedPage): Judgement {
  const broken = filtersOf(page).find((filter) => page.rows.some(({ row }) => contradicts(row, filter)));
  return broken === undefined ? pass : violated(`only rows whose ${broken[0]} is ${broken[1]}`, page.exchange);
}

/** Every organisation sees the catalogue, and an organisation that another one proposed is seen by both. */
const SHARED = new Set(['versions', 'orgs']);

function judgeTenancy(chronicle: Chronicle): Judgement {
  const holders = new Map<string, Exchange>();
  for (const sighted of sightedRows(chronicle).values()) {
    const here = SHARED.has(sighted.family.name) ? undefined : firstShown(sighted)?.exchange;
    if (here === undefined) continue;
    const name = `${sighted.family.name} ${sighted.key}`;
    const elsewhere = holders.get(name);
    holders.set(name, here);
    if (elsewhere === undefined) continue;
    const isLater = (position(here) ?? 0n) > (position(elsewhere) ?? 0n);
    return violated(`${name} in one organisation only`, isLater ? [elsewhere, here] : [here, elsewhere]);
  }
  return pass;
}

/** A walk serves every row that existed throughout and matches, and none of another filter or organisation. */
export const walksMissNothing: Statement = {
  id: 'T25',
  shows: ['PAGE-11', 'PAGE-07', 'AUTH-16'],
  judge: (chronicle) =>
    allOf(
      judgePages(chronicle),
      judgeWholes(chronicle),
      walkedPages(chronicle).map(judgeFilter),
      judgeTenancy(chronicle),
    ),
};
