/** Cursors that are not good for the request they are sent with: given for another walk, or changed. */

import { REGISTER } from '../../contract/register.ts';
import type { Actor } from '../../member/actor.ts';
import { at, type Exchange, isOk, rows, status } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { everyPage } from '../../scenes/every-page.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

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

function isGoodForItsOwnWalkAlone(history: History): Judgement {
  return allOf(
    eachOf(history.labelled('other'), (e) => expects(e, INVALID_CURSOR)),
    history.labelled('own').every(isOk) ? pass : inconclusive('a cursor is not good for its own walk'),
  );
}

function ordersBeside(own: string, paths: readonly string[]): string | undefined {
  return own.endsWith('/orders') ? paths.find((path) => path !== own && path.endsWith('/orders')) : undefined;
}

export const cursorOfAnotherCollection = check({
  id: 'page/cursor-of-another-collection',
  proves: ['PAGE-10'],
  title: 'a cursor of another collection is refused 400 INVALID_CURSOR',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, target } = scene;
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    const paths = await everyPage(trader, target);
    for (const [i, own] of paths.entries()) {
      // Each collection is thus the other one of two. Two collections show rows of orders: the cursor of one is not the other's.
      const others = [paths[(i + 1) % paths.length], paths[(i + 2) % paths.length], ordersBeside(own, paths)];
      const sent = [...new Set(others)].flatMap((path) => (path === undefined || path === own ? [] : [{ path }]));
      await sendTheCursor({ actor: trader, path: own }, sent);
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

export const cursorOfAnotherOrganisation = check({
  id: 'page/cursor-of-another-organisation',
  proves: ['PAGE-10'],
  title: 'a cursor of another organisation is refused 400 INVALID_CURSOR',
  needs: ['trader', 'outsider', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, outsider, target } = scene;
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    // The outsider may not read an instance's collections; the catalogue is the platform's own.
    const paths = (await everyPage(trader, target)).filter((path) => !/\/[0-9]+\/|versions$/.test(path));
    for (const path of paths) await sendTheCursor({ actor: trader, path }, [{ actor: outsider }]);
  },

  judge: isGoodForItsOwnWalkAlone,
});

export const cursorOfAnotherView = check({
  id: 'page/cursor-of-another-view',
  proves: ['PAGE-10'],
  title: 'a cursor of another view is refused 400 INVALID_CURSOR',
  needs: ['admin'],

  async drive({ admin }) {
    const [latest, approved] = [{ view: 'latest' }, { view: 'approved' }];
    for (const { path } of REGISTER) {
      await sendTheCursor({ actor: admin, path, query: latest }, [{ query: approved }]);
      await sendTheCursor({ actor: admin, path, query: approved }, [{ query: latest }]);
    }
  },

  judge: isGoodForItsOwnWalkAlone,
});

/** Another character of the same alphabet. */
function other(character: string | undefined): string {
  return character === 'A' ? 'B' : 'A';
}

/** The same cursor with one thing changed: a character in front, in the middle, at the end; cut; made longer. */
function mutations(cursor: string): readonly string[] {
  const middle = Math.floor(cursor.length / 2);
  const changed = [0, middle, cursor.length - 2].map(
    (i) => cursor.slice(0, i) + other(cursor[i]) + cursor.slice(i + 1),
  );
  return [...changed, cursor.slice(0, -1), cursor.slice(0, middle), cursor.slice(1), `${cursor}A`, `${cursor}=`];
}

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

  async drive(scene) {
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    for (const path of await everyPage(scene.trader, scene.target)) {
      const cursor = nextCursor(await scene.trader.get(path, { query: { limit: 1 } }));
      if (cursor === undefined) continue;
      for (const mutated of mutations(cursor)) {
        await scene.trader.get(path, { query: { limit: 1, cursor: mutated }, label: 'mutated' });
      }
    }
  },

  judge: (history) =>
    eachOf(history.labelled('mutated'), (e) =>
      history.target.strict ? expects(e, INVALID_CURSOR) : isRefusedOrAPage(e),
    ),
});
