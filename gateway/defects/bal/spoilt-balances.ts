import { Refusal } from '../../contract/refusals.ts';
import type { BalanceRow } from '../../facts.ts';
import { type Defect, rewriteBody } from '../defect.ts';
import { hearing } from '../hearing-otherwise.ts';
import { ignoring, laxQuery } from '../qry/lax-query.ts';

const PATH = '/account-balances';
const ORGANISATIONS = [1, 2, 3, 4];

type Row = Readonly<Record<string, unknown>>;

/** Each row of a page, changed. */
function changed(change: (row: Row) => Row): NonNullable<Defect['spoil']> {
  return (answer, { path }) =>
    path === PATH && answer.status === 200
      ? rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as readonly Row[]).map(change) }))
      : answer;
}

const nameOf = ({ accountId, assetId }: BalanceRow) => `${accountId}/${assetId}`;

/** Each is wrong about what is served of balances. */
export const SPOILT_BALANCES: readonly Defect[] = [
  {
    name: 'serves-no-revision-of-a-venue',
    breaks: ['BAL-01', 'SVC-11'],
    story: 'a balance says nothing of the sequence of its venue, not even that it states none',
    spoil: changed(({ venueRevision: _, ...row }) => row),
  },
  {
    name: 'serves-a-zero-balance-as-null',
    breaks: ['BAL-02', 'SVC-11'],
    story: 'an amount of nothing is served as null',
    spoil: changed((row) => ({ ...row, held: row['held'] === '0' ? null : row['held'] })),
  },
  {
    name: 'takes-account-0-for-every-account',
    breaks: ['BAL-03'],
    story: 'accountId 0 is no filter',
    stages: laxQuery(
      'listAccountBalances',
      ignoring((name, value) => name === 'accountId' && value === '0'),
    ),
  },
  {
    name: 'knows-no-balances-of-an-unknown-account',
    breaks: ['BAL-03'],
    story: 'an account without balances is refused 404',
    stages: {
      'serve-read': (good) => ({
        ...good,
        async run(known, proceed) {
          const { services, caller, operation, query } = known;
          const { accountId } = query;
          if (operation !== 'listAccountBalances' || accountId === undefined) return good.run(known, proceed);
          if (services.state.balances(caller.user.orgId, accountId).size === 0)
            throw new Refusal('NOT_FOUND', 'no such account');
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'serves-balances-of-another-organisation',
    breaks: ['BAL-03', 'AUTH-16'],
    story: 'accountId finds any account that the platform holds',
    stages: {
      'serve-read': (good) => ({
        ...good,
        async run(known, proceed) {
          const { services, caller, operation, query } = known;
          const { accountId } = query;
          const orgId = ORGANISATIONS.find((id) => services.state.balances(id, accountId).size > 0);
          if (operation !== 'listAccountBalances' || accountId === undefined || orgId === undefined)
            return good.run(known, proceed);
          return good.run({ ...known, caller: { ...caller, user: { ...caller.user, orgId } } }, proceed);
        },
      }),
    },
  },
  {
    name: 'quotes-a-version-of-balances',
    breaks: ['BAL-04'],
    story: 'a page of balances has an ETag',
    spoil: (answer, { path }) =>
      path === PATH && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, ETag: `"${answer.headers['X-Service-Global-Sequence']}"` } }
        : answer,
  },
  {
    name: 'knows-a-route-to-one-balance',
    breaks: ['BAL-04'],
    story: 'a balance by its account is not found, as if one could be',
    spoil: (answer, { path }) =>
      /^\/account-balances\/[0-9]+$/.test(path)
        ? rewriteBody(answer, ({ error }) => ({ error: { ...(error as Row), code: 'NOT_FOUND' } }))
        : answer,
  },
  {
    name: 'sees-balances-again-only-when-they-change',
    breaks: ['BAL-05'],
    story: 'a heartbeat moves no observedAtNs',
    port: hearing(() => (fact) => (fact.kind === 'BalancesRestated' ? [] : [fact])),
  },
  {
    name: 'keeps-the-time-of-a-changed-reading',
    breaks: ['BAL-05'],
    story: 'a changed reading is served under the time of the one before, until the next heartbeat',
    port: hearing(() => {
      const first = new Map<string, string>();
      return (fact) => {
        if (fact.kind !== 'BalanceRecorded') return [fact];
        const name = nameOf(fact.balance);
        const observedAtNs = first.get(name) ?? fact.balance.observedAtNs;
        first.set(name, observedAtNs);
        return [{ ...fact, balance: { ...fact.balance, observedAtNs } }];
      };
    }),
  },
  {
    name: 'serves-no-balances-of-a-discovered-account',
    breaks: ['BAL-06'],
    story: 'an account has balances from when it is classified',
    port: hearing(() => {
      const discovered = new Set<number>();
      return (fact) => {
        if (fact.kind === 'RegisterRecorded' && fact.family === 'accounts') {
          if (fact.row.status === 'DISCOVERED') discovered.add(fact.row.accountId);
          else discovered.delete(fact.row.accountId);
        }
        return fact.kind === 'BalanceRecorded' && discovered.has(fact.balance.accountId) ? [] : [fact];
      };
    }),
  },
];
