/** Cursors that are not good for the request they are sent with: given for another walk, or changed. */

import { REGISTER } from '../../contract/register.ts';
import type { Actor } from '../../member/actor.ts';
import { at, type Exchange, isOk, rows, status } from '../../member/exchange/exchange.ts';
import { lacksItsSurface } from '../../rules/refusal-rules.ts';
import { check, type Reach } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachShown, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { collectionsOf, pathsFor, rowsOf } from '../../scenes/collection-cases.ts';

const INVALID_CURSOR = { status: 400, code: 'INVALID_CURSOR' } as const;

/** A collection as one caller reads it. */
interface Walk {
  readonly actor: Actor;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Sends the cursor of a walk's first page to that walk (`own`), then to the others (`other`); nothing where it has one page. */
async function sendTheCursor(own: Walk, others: readonly Partial<Walk>[]): Promise<void> {
  const { actor, path, query } = own;
  const cursor = nextCursor(await actor.get(path, { query: { limit: 1, ...query } }));
  if (cursor === undefined) return;
  await actor.get(path, { query: { limit: 1, cursor, ...query }, label: 'own' });
  for (const change of others) {
    const other = { ...own, ...change };
    await other.actor.get(other.path, { query: { limit: 1, cursor, ...other.query }, label: 'other' });
  }
}

const NO_SECOND_PAGE = 'no collection that was read has a second page';

function isGoodForItsOwnWalkAlone(history: History): Judgement {
  const others = history.labelled('other').filter((e) => !lacksItsSurface(e));
  return allOf(
    eachShown(others, (e) => expects(e, INVALID_CURSOR), NO_SECOND_PAGE),
    history.labelled('own').every(isOk) ? pass : inconclusive('a cursor is not good for its own walk'),
  );
}

/** A collection and another one, to which its cursor is sent. */
type Pair = readonly [own: string, other: string];

/** Each collection is the other one of two. Two collections show rows of orders: the cursor of one is not the other's. */
function pairsOf(reach: Pick<Reach, 'target' | 'surfaces'>): readonly Pair[] {
  const routes = collectionsOf(reach);
  const after = (i: number) => routes[i % routes.length] ?? '';
  const beside = (own: string) =>
    own.endsWith('/orders') ? routes.filter((route) => route !== own && route.endsWith('/orders')) : [];
  return routes.flatMap((own, i) =>
    [...new Set([after(i + 1), after(i + 2), ...beside(own)])].map((other): Pair => [own, other]),
  );
}

const nameOf = ([own, other]: Pair): string => `${own}, sent to ${other}`;

export const cursorOfAnotherCollection = check({
  id: 'page/cursor-of-another-collection',
  proves: ['PAGE-10'],
  title: 'a cursor of another collection is refused 400 INVALID_CURSOR',
  needs: ['trader', 'account', 'instrument', 'writes'],
  cases: { of: 'pairs of collections', names: (reach) => pairsOf(reach).map(nameOf) },

  async drive(scene) {
    const { trader, target, takes } = scene;
    const pathTo = pathsFor(trader);
    const taken = pairsOf({ target }).filter((pair) => takes(nameOf(pair)));
    for (const [own, pairs] of Map.groupBy(taken, ([route]) => route)) {
      await rowsOf(scene, own, 2);
      const path = await pathTo(own);
      const others = await Promise.all(pairs.map(([, other]) => pathTo(other)));
      const sent = others.flatMap((other) => (other === undefined ? [] : [{ path: other }]));
      if (path !== undefined) await sendTheCursor({ actor: trader, path }, sent);
    }
  },

  judge: isGoodForItsOwnWalkAlone,
});

export const cursorOfAnotherFilter = check({
  id: 'page/cursor-of-another-filter',
  proves: ['PAGE-10'],
  title: 'a cursor of another filter is refused 400 INVALID_CURSOR',
  needs: ['admin'],

  async drive({ admin }) {
    const first = await admin.get('/users', { query: { limit: 1 } });
    const filter = rows(first)[0]?.['status'];
    if (typeof filter !== 'string') return;
    const [all, some] = [{}, { status: filter }];
    await sendTheCursor({ actor: admin, path: '/users', query: all }, [{ query: some }]);
    await sendTheCursor({ actor: admin, path: '/users', query: some }, [{ query: all }]);
  },

  judge: isGoodForItsOwnWalkAlone,
});

/** The outsider may not read an instance's collections; the catalogue is the platform's own. */
const ofOneOrganisation = (reach: Pick<Reach, 'target' | 'surfaces'>): readonly string[] =>
  collectionsOf(reach).filter((path) => !/\{id\}|versions$/.test(path));

export const cursorOfAnotherOrganisation = check({
  id: 'page/cursor-of-another-organisation',
  proves: ['PAGE-10'],
  title: 'a cursor of another organisation is refused 400 INVALID_CURSOR',
  needs: ['trader', 'outsider', 'account', 'instrument', 'writes'],

  cases: { of: 'collections', names: ofOneOrganisation },

  async drive(scene) {
    const { trader, outsider, target, takes } = scene;
    for (const path of ofOneOrganisation({ target }).filter(takes)) {
      await rowsOf(scene, path, 2);
      await sendTheCursor({ actor: trader, path }, [{ actor: outsider }]);
    }
  },

  judge: isGoodForItsOwnWalkAlone,
});

const VIEWS = ['latest', 'approved'] as const;

/** Each register collection in each view. Most callers see one organisation, which has no second page. */
const VIEWED = VIEWS.flatMap((own) =>
  REGISTER.map(({ path }) => ({
    name: `${path}?view=${own}`,
    path,
    own,
    other: VIEWS.find((view) => view !== own) ?? own,
  })),
).toSorted((a, b) => Number(a.path === '/orgs') - Number(b.path === '/orgs'));

export const cursorOfAnotherView = check({
  id: 'page/cursor-of-another-view',
  proves: ['PAGE-10'],
  title: 'a cursor of another view is refused 400 INVALID_CURSOR',
  needs: ['admin'],

  cases: {
    of: 'views of collections',
    names: () => VIEWED.map(({ name }) => name),
    shows: (name) => (name.startsWith('/orgs') ? [] : ['PAGE-10']),
  },

  async drive({ admin, takes }) {
    for (const { name, path, own, other } of VIEWED) {
      if (takes(name)) await sendTheCursor({ actor: admin, path, query: { view: own } }, [{ query: { view: other } }]);
    }
  },

  judge: isGoodForItsOwnWalkAlone,
});

/** Another character of the same alphabet. */
function other(character: string | undefined): string {
  return character === 'A' ? 'B' : 'A';
}

const replaced = (cursor: string, at: number): string => cursor.slice(0, at) + other(cursor[at]) + cursor.slice(at + 1);
const middleOf = (cursor: string): number => Math.floor(cursor.length / 2);

/** The same cursor with one thing changed. */
const MUTATIONS: Readonly<Record<string, (cursor: string) => string>> = {
  'a changed middle': (cursor) => replaced(cursor, middleOf(cursor)),
  'a changed start': (cursor) => replaced(cursor, 0),
  'a changed end': (cursor) => replaced(cursor, cursor.length - 2),
  'without its last character': (cursor) => cursor.slice(0, -1),
  'its first half': (cursor) => cursor.slice(0, middleOf(cursor)),
  'without its first character': (cursor) => cursor.slice(1),
  'a character longer': (cursor) => `${cursor}A`,
  padded: (cursor) => `${cursor}=`,
};

const mutatedOf = (route: string) =>
  Object.entries(MUTATIONS).map(([what, mutate]) => ({ name: `${route}: ${what}`, mutate }));

/** A deployed member's cursors need not be sealed: one that still decodes may be served as a page (T28). */
function isRefusedOrAPage(e: Exchange): Judgement {
  if (status(e) !== 200) return expects(e, INVALID_CURSOR);
  return Array.isArray(at(e, 'items')) ? pass : violated('400 INVALID_CURSOR, or a page', e);
}

export const mutatedCursor = check({
  id: 'page/mutated-cursor',
  proves: ['PAGE-09'],
  title: 'a cursor that was changed or cut is refused 400 INVALID_CURSOR',
  needs: ['trader', 'account', 'instrument', 'writes'],

  cases: {
    of: 'changed cursors',
    names: (reach) => collectionsOf(reach).flatMap((route) => mutatedOf(route).map(({ name }) => name)),
  },

  async drive(scene) {
    const { trader, target, takes } = scene;
    const pathTo = pathsFor(trader);
    for (const route of collectionsOf({ target })) {
      const taken = mutatedOf(route).filter(({ name }) => takes(name));
      if (taken.length === 0) continue;
      await rowsOf(scene, route, 2);
      const path = await pathTo(route);
      const cursor = path && nextCursor(await trader.get(path, { query: { limit: 1 } }));
      if (path === undefined || cursor === undefined) continue;
      for (const { mutate } of taken) {
        await trader.get(path, { query: { limit: 1, cursor: mutate(cursor) }, label: 'mutated' });
      }
    }
  },

  judge: (history) =>
    eachShown(
      history.labelled('mutated'),
      (e) => (history.target.strict ? expects(e, INVALID_CURSOR) : isRefusedOrAPage(e)),
      NO_SECOND_PAGE,
    ),
});
