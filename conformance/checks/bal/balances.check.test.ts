import { cases, judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, noted, type Sample } from '../../testing/sample-history.ts';

const PATH = 'GET /account-balances';
const page = (...items: object[]) => answer(PATH, { status: 200, body: { items } });
const refusal = answersTo(PATH);
const ofAccounts = (...accounts: number[]) => page(...accounts.map((accountId) => ({ accountId })));

const AMOUNTS = { accountId: 1, assetId: 2, total: '1.5', available: '1', held: '0.5' };
const ROW = { ...AMOUNTS, credentialId: 3, venueTsNs: '17', venueRevision: 'r-4', observedAtNs: '18' };

judgesOf('bal/row-states-its-reading', (balances: Sample) => ({ balances }), [
  ['a venue that states neither', page({ ...ROW, venueTsNs: null, venueRevision: null }), 'pass'],
  ['no row', page(), 'inconclusive'],
  ['a time of the venue in words', page({ ...ROW, venueTsNs: 'noon' }), 'violated'],
  ['not served', refusal(403, 'CAPABILITY_DENIED'), 'violated'],
]);

judgesOf('bal/amounts-are-money', (second: Sample) => ({ balances: [page(AMOUNTS), second] }), [
  ['zero', page({ ...AMOUNTS, total: '0', available: '0.00', held: '0' }), 'pass'],
  ['what does not add up', page({ ...AMOUNTS, total: '17' }), 'pass'],
]);

const row = (accountId: number, assetId: number) => ({ accountId, assetId });
const ofOne = (path: string, ...items: object[]) => answer(`GET ${path}`, { status: 200, body: { items } });
const ONE = '/account-balances?accountId=1';
const TWO = [row(1, 1), row(1, 2)];
const malformed = refusal(400, 'MALFORMED_REQUEST');

judges(
  'bal/account-filter',
  {
    all: page(...TWO, row(4, 1)),
    'of one': [ofOne(ONE, ...TWO), ofOne('/account-balances?accountId=4', row(4, 1))],
    unknown: ofOne('/account-balances?accountId=2147483647'),
    'no account': [malformed, malformed],
  },
  [
    ['an asset more', { 'of one': ofOne(ONE, ...TWO, row(1, 3)) }, 'pass'],
    ['an asset less', { 'of one': ofOne(ONE, row(1, 1)) }, 'violated'],
    ['another code', { 'no account': refusal(400, 'BAD_ACCOUNT') }, ['pass', 'violated']],
    ['no balances at all', { all: page(), 'of one': [] }, 'inconclusive'],
  ],
);

const FOREIGN = '/account-balances?accountId=5';
const hidden = answer(`GET ${FOREIGN}`, { status: 404, code: 'NOT_FOUND' });

judges('bal/account-of-another-organisation', { foreign: ofOne(FOREIGN), all: ofAccounts(1, 2) }, [
  ['a refusal', { foreign: hidden }, 'violated'],
  ['its rows among others', { all: ofAccounts(1, 5) }, 'violated'],
]);

const account = (status: string) => answer('GET /accounts/2', { status: 200, body: { accountId: 2, status } });
const [heartbeat, discovered] = ['bal/observed-again-at-each-heartbeat', 'bal/discovered-account'];
const observed = (...times: readonly string[]) =>
  page(...times.map((observedAtNs, assetId) => ({ accountId: 1, assetId, observedAtNs })));
const classified = { holds: noted(true), account: account('ACTIVE'), 'its own': page(), all: page() };
const mayBeEmpty = { account: account('DISCOVERED'), 'its own': page(), all: ofAccounts(1) };
const refused = answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });

cases([
  [discovered, 'classified since', classified, 'inconclusive'],
  [discovered, 'of an account that may be empty', mayBeEmpty, 'not-exercised'],
  ['bal/no-row-and-no-etag', 'nothing to ask for', { page: [page(), page()], row: [] }, 'inconclusive'],
  ['bal/observed-anew-when-changed', 'no order', { submitted: refused, read: page(ROW) }, 'inconclusive'],
  [heartbeat, 'of a deployed member: less often', { read: [observed('1'), observed('1')] }, 'not-exercised'],
  [heartbeat, 'of a deployed member: not all', { read: [observed('1', '9'), observed('4', '9')] }, 'not-exercised'],
  [heartbeat, 'of a deployed member: no balances', { read: [page(), page()] }, 'not-exercised'],
]);
cases([[heartbeat, 'none at all', { read: [page(), page(), page()] }, 'inconclusive']], { target: { strict: true } });

const read = (held: string, observedAtNs: string) => ({ ...AMOUNTS, assetId: 1, held, observedAtNs });
const still = { ...AMOUNTS, observedAtNs: '5' };
const before = page(read('0', '5'), still);
const back = page(read('1', '6'), { ...still, observedAtNs: '4' });

judgesOf(
  'bal/observed-anew-when-changed',
  (...pages: readonly Sample[]) => ({ submitted: answer('POST /orders', { status: 201 }), read: [before, ...pages] }),
  [
    ['with each change', page(read('1', '6'), still), page(read('0', '7'), still), 'pass'],
    ['a time that goes back', back, page(read('0', '7')), 'violated'],
    ['nothing changed', before, before, 'not-exercised'],
    ['the same amount in another spelling', page(read('0.0', '5'), still), before, 'not-exercised'],
  ],
);
