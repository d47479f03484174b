import { answer, unanswered } from '../../testing/sample-history.ts';
import {
  cases,
  during,
  me,
  page,
  pageOf,
  readOf,
  refusedAt,
  SINGLE,
  STRICT,
  submitted,
  wrote,
} from '../../testing/sample-story.ts';

const waiting = (over = {}) => answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION', ...over });
const waits = waiting();
const held = me('trader', 2, 3, ['orders:trade']);
const emptied = wrote('PUT /users/2', 4, { userId: 2, capabilities: [] });

// biome-ignore format: an aligned table
cases('T38', [
  ['pass',     'waits, then is admitted',          [held, waits, submitted('a', 4)], SINGLE],
  ['violated', 'is admitted, then waits',          [held, submitted('a', 4), waits], SINGLE],
  ['violated', 'reads, then waits',                [held, page('', 4, []), waits], SINGLE],
  ['pass',     'waits at another member',          [held, submitted('a', 4), waits]],
  ['pass',     'lost every capability in between', [held, submitted('a', 3), emptied, waits], SINGLE],
  ['pass',     'is not known',                     [submitted('a', 4), waits], SINGLE],
  ['pass',     'is somebody else',                 [held, submitted('a', 4, { actor: 'viewer' }), waits], SINGLE],
  ['pass',     'only read GET /me',                [held, waits], SINGLE],
  ['pass',     'was admitted meanwhile',           [held, submitted('a', 4, during(1, 9)), waiting(during(2, 3))], SINGLE],
], { about: 'a user who' });

const TRADE = ['orders:trade'];
const user = (capabilities: readonly string[]) => ({ userId: 2, capabilities });
const put = (position: number, asked: readonly string[], got: readonly string[] = asked) =>
  wrote('PUT /users/2', position, user(got), { sentBody: { capabilities: asked } });
const lostPut = unanswered('PUT /users/2', { key: 'k', actor: 'admin' });
const refusedOrder = (position: number, code: string, over = {}) =>
  refusedAt('POST /orders', position, code, { actor: 'trader', ...over });
const denied = (position: number, over = {}) => refusedOrder(position, 'CAPABILITY_DENIED', over);
const wroteAs = (line: string, row: object) => wrote(line, 3, row, { actor: 'trader' });
const madeInstance = wroteAs('POST /algos/instances', { instanceId: 1 });
const clerk = { sent: { Authorization: 'Bearer <minted token of trader>' } };
const trader = (position: number, capabilities: readonly string[]) => me('trader', 2, position, capabilities);

// biome-ignore format: an aligned table
cases('T39', [
  ['pass',     'an order by a user with orders:trade',                  [trader(2, TRADE), submitted('a', 3)]],
  ['violated', 'an order by a user without it',                         [trader(2, []), submitted('a', 3)]],
  ['pass',     'a denial to a user without it',                         [trader(2, []), denied(3)]],
  ['violated', 'a denial to a user with it',                            [trader(2, TRADE), denied(3)]],
  ['pass',     'another refusal to a user with it',                     [trader(2, TRADE), refusedOrder(3, 'TICK_SIZE_VIOLATION')]],
  ['violated', 'an order after the clearing',                           [trader(2, TRADE), put(3, []), submitted('a', 4)]],
  ['pass',     'a denial after the clearing',                           [trader(2, TRADE), put(3, []), denied(4)]],
  ['pass',     'an order before the clearing, answered after it',       [trader(2, TRADE), put(4, []), submitted('a', 3)]],
  ['violated', 'a denial after the grant',                              [trader(2, []), put(3, TRADE), denied(4)]],
  ['pass',     'an order by a user whose capabilities were never read', [submitted('a', 3)]],
  ['pass',     'an order by a user whom a lost write cleared',          [trader(2, TRADE), lostPut, denied(4)]],
  ['violated', 'a halt by a user without the capability',               [trader(2, TRADE), wroteAs('POST /algos/halt', { count: 0 })]],
  ['violated', 'a portfolio by a user without the capability',          [trader(2, TRADE), wroteAs('POST /portfolios', { portfolioId: 1 })]],
  ['pass',     'a cancel, whose capability is not published',           [trader(2, []), wroteAs('POST /orders/9/cancel', { orderId: '9' })]],
  ['pass',     'a denial to another user of the key',                   [trader(2, TRADE), submitted('a', 3), denied(3, { key: 'a', actor: 'admin' })]],
], { about: 'on the sandbox, where only the history grants', target: STRICT });

// biome-ignore format: an aligned table
cases('T39', [
  ['pass',     'an order by a user without it before',                   [trader(2, []), submitted('a', 3)]],
  ['violated', 'an order by a user without it before and after',         [trader(2, []), submitted('a', 3), trader(4, [])]],
  ['violated', 'a denial to a user with it before and after',            [trader(2, TRADE), denied(3), trader(4, TRADE)]],
  ['pass',     'an order by a user without it before and with it after', [trader(2, []), submitted('a', 3), trader(4, TRADE)]],
  ['pass',     'an order before a grant by the suite',                   [trader(2, []), submitted('a', 3), put(4, TRADE)]],
  ['pass',     "a portfolio without it, by the sandbox's rule",          [trader(2, TRADE), wroteAs('POST /portfolios', { portfolioId: 1 }), trader(4, TRADE)]],
  ['violated', 'an instance by a user without the capability',           [trader(2, TRADE), madeInstance, trader(4, TRADE)]],
], { about: 'on a deployed member, where others may grant' });

// biome-ignore format: an aligned table
cases('T39', [
  ['pass', 'an order', [trader(2, TRADE), submitted('a', 3, clerk)]],
  ['pass', 'a denial', [trader(2, TRADE), denied(3, clerk)]],
], { about: 'a token minted for another user counts as that user', target: STRICT });

type Who = 'admin' | 'deputy';
const who = [me('admin', 1, 1, []), me('deputy', 2, 1, [])];
const row = { chainPolicyId: 7 };
const path = '/chain-policies/7';
const by = (actor: Who) => ({ actor });
const create = (actor: Who) => wrote('POST /chain-policies', 2, row, by(actor));
const amend = (position: number, actor: Who) => wrote(`PUT ${path}`, position, row, by(actor));
const does = (arm: string, position: number, actor: Who) => wrote(`POST ${path}/${arm}`, position, row, by(actor));
const refused = (arm: string, position: number, code: string, actor: Who) =>
  refusedAt(`POST ${path}/${arm}`, position, code, by(actor));

const made = create('admin');
const approved = [made, does('approve', 3, 'deputy')];
const lostAmendment = unanswered(`PUT ${path}`, { key: 'k', actor: 'deputy' });
const secret = (arm: string, position: number, actor: Who) =>
  wrote(`POST /credentials${arm}`, position, { credentialId: 7 }, by(actor));
const rotated = [secret('/7/approve', 3, 'deputy'), secret('/7/rotate', 4, 'deputy')];
const restated = wrote('PUT /credentials/7', 3, { credentialId: 7 }, by('deputy'));

// biome-ignore format: an aligned table
cases('T40', [
  ['pass',     'approved by another',                                   [made, does('approve', 3, 'deputy')]],
  ['violated', 'approved by the proposer',                              [made, does('approve', 3, 'admin')]],
  ['pass',     'refused to the proposer',                               [made, refused('approve', 3, 'SELF_APPROVAL', 'admin')]],
  ['violated', 'refused to another',                                    [made, refused('approve', 3, 'SELF_APPROVAL', 'deputy')]],
  ['pass',     'withdrawn by the proposer',                             [made, does('withdraw', 3, 'admin')]],
  ['violated', 'withdrawn by another',                                  [made, does('withdraw', 3, 'deputy')]],
  ['pass',     'not withdrawn for another',                             [made, refused('withdraw', 3, 'NOT_PROPOSER', 'deputy')]],
  ['violated', 'not withdrawn for the proposer',                        [made, refused('withdraw', 3, 'NOT_PROPOSER', 'admin')]],
  ['violated', 'an amendment approved by its proposer',                 [...approved, amend(4, 'deputy'), does('approve', 5, 'deputy')]],
  ['pass',     'an amendment approved by another',                      [...approved, amend(4, 'deputy'), does('approve', 5, 'admin')]],
  ['pass',     'an amendment that was refused',                         [...approved, refused('approve', 5, 'SELF_APPROVAL', 'admin')]],
  ['pass',     'of a row whose proposal was not seen',                  [does('approve', 3, 'admin')]],
  ['pass',     'after a write whose answer was lost',                   [made, lostAmendment, does('approve', 3, 'admin')]],
  ['pass',     'halted by the proposer',                                [...approved, does('halt', 4, 'admin')]],
  ['pass',     'of rows without reviews',                               [wrote('POST /orgs', 2, { orgId: 7 }), wrote('POST /orgs/7/approve', 3, { orgId: 7 })]],
  ['pass',     'a credential of two proposers approved by one of them', [secret('', 2, 'admin'), restated, secret('/7/approve', 4, 'admin')]],
  ['violated', 'a rotation approved by its proposer',                   [secret('', 2, 'admin'), ...rotated, secret('/7/approve', 5, 'deputy')]],
], { about: 'on any target', before: who });

// biome-ignore format: an aligned table
cases('T40', [
  ['pass',     'approved by its first proposer',       [made, amend(3, 'deputy'), does('approve', 4, 'admin')]],
  ['violated', 'approved by the user who restated it', [made, amend(3, 'deputy'), does('approve', 4, 'deputy')]],
  ['violated', 'withdrawn by its first proposer',      [made, amend(3, 'deputy'), does('withdraw', 4, 'admin')]],
], { about: 'on the sandbox, restating a pending row makes the caller its proposer', before: who, isOfSandbox: true });

// biome-ignore format: an aligned table
cases('T41', [
  ['pass',     'the capabilities that were set',        [put(2, TRADE), me('trader', 2, 3, TRADE)]],
  ['pass',     'the preset, expanded',                  [put(2, ['TRADER'], TRADE), me('trader', 2, 3, TRADE)]],
  ['pass',     'in another order',                      [put(2, ['a:b', 'c:d'], ['c:d', 'a:b'])]],
  ['violated', 'the answer to the write itself',        [put(2, TRADE, ['orders:trade', 'a:b'])]],
  ['violated', 'one more capability',                   [put(2, TRADE), me('trader', 2, 3, ['orders:trade', 'a:b'])]],
  ['violated', 'no capabilities',                       [put(2, TRADE), readOf('/users/2', 3, user([]))]],
  ['violated', 'no capabilities on a page',             [put(2, TRADE), pageOf('/users', 2, [user([])])]],
  ['violated', 'the capabilities that were set before', [put(2, TRADE), put(3, []), readOf('/users/2', 4, user(TRADE))]],
  ['pass',     'the capabilities before the write',     [readOf('/users/2', 1, user(TRADE)), put(2, [])]],
  ['pass',     'an unknown preset',                     [put(2, ['MANAGER'], ['a:b']), readOf('/users/2', 3, user(['c:d']))]],
]);
