import { position } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Family } from '../../families.ts';
import { DOCUMENTS, VERSIONS } from '../../families.ts';
import type { PlacedPage } from '../../missing-row.ts';
import { firstMissing } from '../../missing-row.ts';
import { rangeOf } from '../../page-range.ts';
import { askedOf, contradicts, isCertainlyAsked } from '../../row-filter.ts';
import type { SightedRow } from '../../row-sightings.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { walkedPages, wholeWalks } from '../../walked-pages.ts';

/** The interface does not say which rows have an approved state, nor from when on; the sandbox does. */
function isJudged({ view }: WalkedPage, { target }: Chronicle): boolean {
  return view === 'latest' || target.strict;
}

function judgePages(chronicle: Chronicle): Judgement {
  const placed = walkedPages(chronicle).flatMap((page): PlacedPage[] => {
    const range = isJudged(page, chronicle) ? rangeOf(page) : undefined;
    return range === undefined || page.position === undefined ? [] : [{ page, position: page.position, range }];
  });
  const missing = firstMissing(placed, sightedRows(chronicle).values());
  if (missing === undefined) return pass;
  const { page, sighted, shown } = missing;
  const words = `${sighted.key} of ${sighted.family.name} on this page: it stood at the page's position`;
  return violated(words, shown.exchange, page.exchange);
}

/** Collections whose order does not say where a row belongs are judged by the whole walk. */
function judgeWholes(chronicle: Chronicle): Judgement {
  const walks = wholeWalks(chronicle).filter(([first]) => first !== undefined && rangeOf(first) === undefined);
  if (walks.length === 0) return pass;
  const byPlace = Map.groupBy(sightedRows(chronicle).values(), ({ family, key }) => placeOf(family, key.split('/')[0]));
  return allOf(
    walks.map((walk) => {
      const [first, last] = [walk[0] as WalkedPage, walk.at(-1) as WalkedPage];
      const served = new Set(walk.flatMap(({ rows }) => rows.map(({ key }) => key)));
      const left = (byPlace.get(placeOf(first.family, first.instance)) ?? []).find(
        (sighted) => stoodThroughout(sighted, first) && !served.has(sighted.key),
      );
      const shown = left?.latest.find(({ row }) => row !== undefined);
      if (left === undefined || shown === undefined) return pass;
      const words = `${left.key} of ${left.family.name} on a page of the walk: it stood when the walk began`;
      return violated(words, shown.exchange, last.exchange);
    }),
  );
}

/** Where a walk serves the row: documents are walked by instance. */
function placeOf(family: Family, instance: string | undefined): string {
  return family === DOCUMENTS ? `${family.name} ${instance}` : family.name;
}

function stoodThroughout(sighted: SightedRow, first: WalkedPage): boolean {
  const { organisation, family, position: at, view } = first;
  if (at === undefined || view !== 'latest') return false;
  if (sighted.organisation !== organisation && family !== VERSIONS) return false;
  const stood = sighted.latest.find(({ row }) => row !== undefined);
  return stood !== undefined && stood.position <= at && isCertainlyAsked(sighted, first, at);
}

function judgeFilter(page: WalkedPage): Judgement {
  for (const asked of askedOf(page)) {
    const stray = page.rows.find(({ row }) => contradicts(row, asked));
    if (stray !== undefined) return violated(`rows whose ${asked[0]} is ${asked[1]} alone`, page.exchange);
  }
  return pass;
}

/** Every organisation sees the catalogue, and an organisation that another one proposed is seen by both. */
const SHARED = new Set(['versions', 'orgs']);

function judgeTenancy(chronicle: Chronicle): Judgement {
  const holders = new Map<string, SightedRow>();
  for (const sighted of sightedRows(chronicle).values()) {
    if (SHARED.has(sighted.family.name)) continue;
    const here = sighted.latest.find(({ row }) => row !== undefined);
    if (here === undefined) continue;
    const name = `${sighted.family.name} ${sighted.key}`;
    const elsewhere = holders.get(name)?.latest.find(({ row }) => row !== undefined);
    if (elsewhere === undefined) holders.set(name, sighted);
    else {
      const later = (position(here.exchange) ?? 0n) > (position(elsewhere.exchange) ?? 0n);
      const shown = later ? [elsewhere.exchange, here.exchange] : [here.exchange, elsewhere.exchange];
      return violated(`${name} in one organisation alone`, shown);
    }
  }
  return pass;
}

/** T25. A walk serves every row that existed throughout and matches, and none of another filter or organisation. */
export const walksMissNothing: Statement = {
  id: 'T25',
  says: 'a walk serves every row that stood throughout and was asked for, and none of another filter or organisation',
  shows: ['PAGE-11', 'PAGE-07', 'AUTH-16'],
  judge: (chronicle) =>
    allOf(
      judgePages(chronicle),
      judgeWholes(chronicle),
      walkedPages(chronicle).map(judgeFilter),
      judgeTenancy(chronicle),
    ),
};
