/** How rows of the register are served: nine collections, two views, and accounts that were discovered. */

import { ABSENT_KEY, REGISTER, type RegisterCollection } from '../../contract/register.ts';
import { at, type Exchange, errorCode, isOk, json, position, rows } from '../../member/exchange/exchange.ts';
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import { asObject, type JsonObject } from '../../member/profile/contract-document.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { proposedPolicy } from '../../scenes/policy-families.ts';

function isServed(history: History, { path, id }: RegisterCollection): Judgement {
  const page = history.one(`page of ${path}`);
  const list = allOf(
    expects(page, { status: 200 }),
    Array.isArray(at(page, 'items')) ? pass : violated(`the rows of ${path}`, page),
  );
  if (list.verdict !== 'pass') return list;
  const row = history.one(`row of ${path}`);
  const [first] = rows(page);
  if (first === undefined) {
    // The collection is empty; an unknown path would be refused with another code.
    return allOf(
      expects(row, { status: 404 }, 'a row that does not exist'),
      errorCode(row) === 'ROUTE_NOT_FOUND' ? violated('a route for one row of the collection', row) : pass,
    );
  }
  const [listed, read] = [position(page), position(row)];
  if (!isOk(row) && listed !== undefined && read !== undefined && read < listed)
    return inconclusive('a member that is behind answered');
  return allOf(
    expects(row, { status: 200 }),
    typeof first[id] === 'number' && at(row, id) === first[id] ? pass : violated(`the row of this ${id}`, page, row),
  );
}

/** The first row of each collection; an unused id where it is empty. */
export const nineCollections = check({
  id: 'reg/nine-collections',
  proves: ['REG-01'],
  title: 'the nine register collections and their single rows are served',
  needs: ['admin'],
  cases: { of: 'collections', names: () => REGISTER.map(({ path }) => path) },

  async drive({ admin, takes }) {
    for (const { path, id } of REGISTER) {
      if (!takes(path)) continue;
      const page = await admin.get(path, { label: `page of ${path}` });
      const key = rows(page)[0]?.[id] ?? ABSENT_KEY;
      await admin.get(`${path}/${String(key)}`, { label: `row of ${path}` });
    }
  },

  judge: (history) =>
    eachOf(
      REGISTER.filter(({ path }) => history.maybe(`page of ${path}`) !== undefined),
      (collection) => isServed(history, collection),
    ),
});

const APPROVED = '7.5';
const WAITING = '8.25';

function states(amount: unknown, wanted: string): boolean {
  return typeof amount === 'string' && canonicalDecimal(amount) === wanted;
}

function shows(e: Exchange, what: string, wanted: string, after: Exchange): Judgement {
  const served = expects(e, { status: 200 }, what);
  if (served.verdict !== 'pass') return served;
  if ((position(e) ?? 0n) < (position(after) ?? 0n)) return inconclusive('a member that is behind answered');
  return states(at(e, 'maxTicketAmount'), wanted) ? pass : violated(`maxTicketAmount ${wanted}, ${what}`, after, e);
}

/** The same of the row in its collection. */
function lists(e: Exchange, what: string, wanted: string, id: unknown): Judgement {
  const row = rows(e).find((one) => one['assetPolicyId'] === id);
  if (row === undefined) return violated(`the policy in its collection, ${what}`, e);
  return states(row['maxTicketAmount'], wanted) ? pass : violated(`maxTicketAmount ${wanted} in the collection`, e);
}

/** One policy: proposed, approved, restated, approved again. */
export const views = check({
  id: 'reg/views',
  proves: ['REG-02'],
  title: 'view=approved serves the approved state of a row while a later proposal waits, view=latest the latest',
  // The policy is in force for a moment, for every transfer of that asset.
  needs: ['admin', 'deputy', 'asset', 'writes', 'destructive'],

  async drive({ admin, deputy, fixtures }) {
    const own = await proposedPolicy(admin, fixtures.asset, APPROVED);
    if (own === undefined) return;
    const { path, body } = own;
    await admin.get(path, { query: { view: 'approved' }, label: 'before any approval' });
    await deputy.post(`${path}/approve`, {}, { label: 'approved' });
    await admin.put(path, { ...body, maxTicketAmount: WAITING }, { label: 'restated' });
    for (const view of ['latest', 'approved']) {
      await admin.get(path, { query: { view }, label: `row ${view}` });
      await admin.get('/asset-policies', { query: { view }, label: `page ${view}` });
    }
    await admin.get(path, { label: 'row default' });
    await deputy.post(`${path}/approve`, {}, { label: 'approved later' });
    await admin.get(path, { query: { view: 'approved' }, label: 'row approved later' });
    // Ended in every case: a policy that was not approved is withdrawn, one in force is retired.
    await admin.post(`${path}/withdraw`, {});
    await admin.post(`${path}/retire`, {});
  },

  judge(history) {
    const approved = history.maybe('approved');
    if (approved === undefined) return notTaken('no policy was proposed: its body is assumed');
    const restated = history.one('restated');
    if (!isOk(approved) || !isOk(restated)) return inconclusive('the policy was not approved and restated');
    const later = history.one('approved later');
    // A member may need no second person for it: then nothing waited.
    if (!isOk(later)) return inconclusive('what was restated waited for no approval');
    if (!states(at(approved, 'maxTicketAmount'), APPROVED) || !states(at(later, 'maxTicketAmount'), WAITING))
      return inconclusive('a policy names no maxTicketAmount, or another one than was written');
    const id = at(history.one('proposed'), 'assetPolicyId');
    const { strict } = history.target;
    return allOf(
      shows(history.one('row latest'), 'view=latest', WAITING, restated),
      shows(history.one('row approved'), 'view=approved while a later proposal waits', APPROVED, restated),
      shows(history.one('row approved later'), 'view=approved once it is approved', WAITING, later),
      lists(history.one('page latest'), 'view=latest', WAITING, id),
      lists(history.one('page approved'), 'view=approved', APPROVED, id),
      // Which view is the default is not shown (decision A58).
      strict ? shows(history.one('row default'), 'the latest by default', WAITING, restated) : unseen,
      strict ? expects(history.one('before any approval'), { status: 404, code: 'NOT_FOUND' }) : unseen,
    );
  },
});

/** The interface shows the status, not the name of its property. */
function isDiscovered(row: JsonObject): boolean {
  return Object.values(row).includes('DISCOVERED');
}

function isNameless(row: JsonObject): boolean {
  return row['displayName'] === undefined || row['displayName'] === null || row['displayName'] === '';
}

function bindsNoName(row: JsonObject, seen: Exchange): Judgement {
  return isNameless(row) ? pass : violated('no display name on an account in DISCOVERED status', seen);
}

/** The fixture account, by its id and in the collection. */
export const discoveredAccount = check({
  id: 'reg/discovered-account',
  proves: ['REG-06'],
  title: 'an account in DISCOVERED status binds no display name and is addressed by id alone',
  needs: ['admin', 'discoveredAccount'],

  async drive({ admin, fixtures }) {
    const latest = { query: { view: 'latest' } };
    await admin.get(`/accounts/${fixtures.discoveredAccount.id}`, { ...latest, label: 'row' });
    await admin.get('/accounts', { ...latest, label: 'page' });
  },

  judge(history) {
    const [row, page] = [history.one('row'), history.one('page')];
    const own = asObject(json(row));
    const listed = rows(page).filter(isDiscovered);
    const served = expects(row, { status: 200 }, 'an account in DISCOVERED status, by its id');
    if (!isOk(row)) return served;
    if (!isDiscovered(own)) return inconclusive('the fixture discoveredAccount is not in DISCOVERED status any more');
    return allOf(
      served,
      bindsNoName(own, row),
      listed.map((account) => bindsNoName(account, page)),
      !history.target.strict || at(row, 'displayName') === null ? pass : violated('displayName null', row),
    );
  },
});
