import { judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, noted, type Sample } from '../../testing/sample-history.ts';
import {
  accountFilter,
  accountOfAnotherOrganisation,
  amountsAreMoney,
  discoveredAccount,
  noRowAndNoEtag,
  observedAgainAtEachHeartbeat,
  observedAnewWhenChanged,
  rowStatesItsReading,
} from './balances.check.ts';

const page = (...items: object[]) => answer('GET /account-balances', { status: 200, body: { items } });

{
  const ROW = {
    ...{ accountId: 1, assetId: 2, credentialId: 3, total: '1.5', available: '1', held: '0.5' },
    ...{ venueTsNs: '17', venueRevision: 'r-4', observedAtNs: '18' },
  };
  const without = (name: keyof typeof ROW) =>
    Object.fromEntries(Object.entries(ROW).filter(([member]) => member !== name));

  judgesOf(rowStatesItsReading, (balances: Sample) => ({ balances }), [
    ['all of it', page(ROW), 'pass'],
    ['a venue that states neither', page({ ...ROW, venueTsNs: null, venueRevision: null }), 'pass'],
    ['no row', page(), 'inconclusive'],
    ['a credential left out', page(ROW, without('credentialId')), 'violated'],
    ['a time of the venue left out', page(without('venueTsNs')), 'violated'],
    ['an account as a string', page({ ...ROW, accountId: '1' }), 'violated'],
    ['no credential', page({ ...ROW, credentialId: null }), 'violated'],
    ['a revision as a number', page({ ...ROW, venueRevision: 4 }), 'violated'],
    ['a time of the venue in words', page({ ...ROW, venueTsNs: 'noon' }), 'violated'],
    ['never observed', page({ ...ROW, observedAtNs: null }), 'violated'],
    ['observed at a number', page({ ...ROW, observedAtNs: 18 }), 'violated'],
    ['not served', answer('GET /account-balances', { status: 403, code: 'CAPABILITY_DENIED' }), 'violated'],
  ]);
}

{
  const ROW = { accountId: 1, assetId: 2, total: '1.5', available: '1', held: '0.5' };

  judgesOf(amountsAreMoney, (second: Sample) => ({ balances: [page(ROW), second] }), [
    ['amounts', page(ROW), 'pass'],
    ['zero', page({ ...ROW, total: '0', available: '0.00', held: '0' }), 'pass'],
    ['what does not add up', page({ ...ROW, total: '17' }), 'pass'],
    ['a null', page(ROW, { ...ROW, held: null }), 'violated'],
    ['one left out', page({ ...ROW, available: undefined }), 'violated'],
    ['a number', page({ ...ROW, total: 1.5 }), 'violated'],
    ['an exponent', page({ ...ROW, total: '1e3' }), 'violated'],
    ['an empty text', page({ ...ROW, held: '' }), 'violated'],
    ['no row', page(), 'inconclusive'],
  ]);
}

{
  const row = (accountId: number, assetId: number) => ({ accountId, assetId });
  const page = (path: string, ...items: object[]) => answer(`GET ${path}`, { status: 200, body: { items } });
  const refused = (accountId: string) =>
    answer(`GET /account-balances?accountId=${accountId}`, { status: 400, code: 'MALFORMED_REQUEST' });
  const ONE = '/account-balances?accountId=1';

  judges(
    accountFilter,
    {
      all: page('/account-balances', row(1, 1), row(1, 2), row(4, 1)),
      'of one': [page(ONE, row(1, 1), row(1, 2)), page('/account-balances?accountId=4', row(4, 1))],
      unknown: page('/account-balances?accountId=2147483647'),
      'no account': [refused('0'), refused('abc')],
    },
    [
      ['filtered', {}, 'pass'],
      ['an asset more', { 'of one': page(ONE, row(1, 1), row(1, 2), row(1, 3)) }, 'pass'],
      ['an asset less', { 'of one': page(ONE, row(1, 1)) }, 'violated'],
      ['not filtered', { 'of one': page(ONE, row(1, 1), row(1, 2), row(4, 1)) }, 'violated'],
      ['an unknown account refused', { unknown: answer('GET /x', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
      ['an unknown account of some rows', { unknown: page('/x', row(1, 1)) }, 'violated'],
      ['0 taken', { 'no account': page('/account-balances?accountId=0') }, 'violated'],
      ['another code', { 'no account': answer('GET /x', { status: 400, code: 'BAD_ACCOUNT' }) }, ['pass', 'violated']],
      ['no balances at all', { all: page('/account-balances'), 'of one': [] }, 'inconclusive'],
    ],
  );
}

{
  const PATH = 'GET /account-balances?accountId=5';
  const page = (...accounts: number[]) =>
    answer(PATH, { status: 200, body: { items: accounts.map((accountId) => ({ accountId })) } });

  judgesOf(accountOfAnotherOrganisation, (foreign: Sample, all: Sample) => ({ foreign, all }), [
    ['an empty page', page(), page(1, 2), 'pass'],
    ['its rows', page(5), page(1, 2), 'violated'],
    ['a refusal', answer(PATH, { status: 404, code: 'NOT_FOUND' }), page(1, 2), 'violated'],
    ['its rows among others', page(), page(1, 5), 'violated'],
  ]);
}

{
  const account = (status: string) => answer('GET /accounts/2', { status: 200, body: { accountId: 2, status } });
  const page = (...accounts: number[]) =>
    answer('GET /account-balances', { status: 200, body: { items: accounts.map((accountId) => ({ accountId })) } });

  judgesOf(
    discoveredAccount,
    (status: string, own: Sample, all: Sample) => ({
      holds: noted(true),
      account: account(status),
      'its own': own,
      all,
    }),
    [
      ['served', 'DISCOVERED', page(2), page(1, 2), 'pass'],
      ['not served', 'DISCOVERED', page(), page(1, 2), 'violated'],
      ['not served among all', 'DISCOVERED', page(2), page(1), 'violated'],
      [
        'refused',
        'DISCOVERED',
        answer('GET /account-balances', { status: 404, code: 'NOT_FOUND' }),
        page(2),
        'violated',
      ],
      ['classified since', 'ACTIVE', page(), page(), 'inconclusive'],
    ],
  );

  judgesOf(discoveredAccount, (own: Sample, all: Sample) => ({ account: account('DISCOVERED'), 'its own': own, all }), [
    ['of an account that may be empty', page(), page(1), 'not-exercised'],
    ['of one that is listed among all alone', page(), page(2), 'violated'],
  ]);
}

{
  const page = (etag?: string) =>
    answer('GET /account-balances', { status: 200, body: { items: [{}] }, ...(etag !== undefined && { etag }) });
  const row = answersTo('GET /account-balances/1');
  const none = row(404, 'ROUTE_NOT_FOUND');

  judgesOf(noRowAndNoEtag, (second: Sample, rows: readonly Sample[]) => ({ page: [page(), second], row: rows }), [
    ['neither', page(), [none, none], 'pass'],
    ['a version of the page', page('"17"'), [none, none], 'violated'],
    ['a row of an account', page(), [row(200), none], 'violated'],
    ['a row that is not there', page(), [none, row(404, 'NOT_FOUND')], 'violated'],
    ['nothing to ask for', page(), [], 'inconclusive'],
  ]);

  judges(noRowAndNoEtag, { page: page(), row: row(404) }, [['before 0.12.0 an unknown path has no code', {}, 'pass']], {
    target: { rest: '0.11.0' },
  });
}

{
  const page = (...observed: unknown[]) =>
    answer('GET /account-balances', {
      status: 200,
      body: { items: observed.map((observedAtNs, i) => ({ accountId: 1, assetId: i, observedAtNs })) },
    });

  judgesOf(
    observedAgainAtEachHeartbeat,
    (read: readonly Sample[]) => ({ read }),
    [
      ['each time', [page('10', '9'), page('40', '40'), page('70', '70')], 'pass'],
      ['not all of them', [page('10', '9'), page('40', '9'), page('70', '70')], 'violated'],
      ['only once', [page('10', '9'), page('40', '40'), page('40', '40')], 'violated'],
      ['a time that goes back', [page('10', '9'), page('40', '40'), page('70', '39')], 'violated'],
      ['to null', [page('10', '9'), page('40', null), page('70', '70')], 'violated'],
      ['one row is gone', [page('10', '9'), page('40'), page('70', '70')], 'violated'],
      ['none at all', [page(), page(), page()], 'inconclusive'],
    ],
    { target: { strict: true } },
  );

  judgesOf(observedAgainAtEachHeartbeat, (read: readonly Sample[]) => ({ read }), [
    ['of a deployed member: restated', [page('10', '9'), page('10', '9'), page('40', '40')], 'pass'],
    ['of a deployed member: restated less often', [page('10', '9'), page('10', '9')], 'not-exercised'],
    ['of a deployed member: not all of them', [page('10', '9'), page('40', '9')], 'not-exercised'],
    ['of a deployed member: of an organisation without balances', [page(), page()], 'not-exercised'],
  ]);

  judges(
    observedAgainAtEachHeartbeat,
    { read: [page('10', '9'), page('10', '9'), page('40', '40')] },
    [['of a sandbox behind a proxy: its heartbeat is known', {}, 'violated']],
    { target: { controlled: true } },
  );
}

{
  const row = (held: string, observedAtNs: string, assetId = 1) => {
    return { accountId: 1, assetId, total: '9', available: '9', held, observedAtNs };
  };
  const still = row('0', '5', 2);
  const submitted = answer('POST /orders', { status: 201 });
  const REFUSED = answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });

  judgesOf(observedAnewWhenChanged, (read: readonly Sample[]) => ({ submitted, read }), [
    ['with each change', [page(row('0', '5'), still), page(row('1', '6'), still), page(row('0', '7'), still)], 'pass'],
    ['not with the lock', [page(row('0', '5')), page(row('1', '5')), page(row('0', '7'))], 'violated'],
    ['not with the cancel', [page(row('0', '5')), page(row('1', '6')), page(row('0', '6'))], 'violated'],
    [
      'a time that goes back',
      [page(row('0', '5'), still), page(row('1', '6'), row('0', '4', 2)), page(row('0', '7'))],
      'violated',
    ],
    ['nothing changed', [page(row('0', '5')), page(row('0', '5')), page(row('0', '5'))], 'not-exercised'],
    [
      'the same amount in another spelling',
      [page(row('0', '5')), page(row('0.0', '5')), page(row('0', '5'))],
      'not-exercised',
    ],
  ]);

  judges(observedAnewWhenChanged, { submitted: REFUSED, read: page(still) }, [
    ['an order that is refused shows nothing', {}, 'inconclusive'],
  ]);
}
