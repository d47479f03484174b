/**
 * A world of a few rows for the doctor's tests: what each principal is served, as a table in which a test changes
 * one entry.
 */
import type { Profile } from '../member/profile/profile.ts';
import type { WireAnswering } from './stub-target.ts';

interface Served {
  readonly status: number;
  readonly body: unknown;
}

export type SampleWorld = Readonly<Record<string, Served | undefined>>;

const row = (body: unknown): Served => ({ status: 200, body });
export const absent: Served = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'no such row' } } };
export const refused = (code: string): Served => ({ status: 403, body: { error: { code } } });
export const me = (orgId: number, userId: number, capabilities: readonly string[]): Served =>
  row({ user: { userId, orgId }, organisation: { orgId }, capabilities });
const account = (accountId: number, displayName: string | null, status = 'ACTIVE') =>
  row({ accountId, displayName, status });
const ALL = ['users:manage', 'orders:trade', 'credentials:approve'];

/** `PRINCIPAL PATH`, or `PATH` for every principal of the first organisation. */
export const WORLD: SampleWorld = {
  'admin /me': me(1, 1, ALL),
  'trader /me': me(1, 2, ['orders:trade']),
  'deputy /me': me(1, 3, ALL),
  'outsider /me': me(2, 4, ALL),
  'throttled /me': me(4, 5, ['orders:trade']),
  '/accounts/1': account(1, 'main'),
  '/accounts/2': account(2, null, 'DISCOVERED'),
  'outsider /accounts/5': account(5, 'foreign'),
  'throttled /accounts/7': account(7, 'main'),
  '/algos/versions': row({ items: [{ algoVersionId: 1, pool: 'pool-a' }], nextCursor: null }),
  '/algos/instances/1': row({ instanceId: 1, status: 'STARTED' }),
  '/algos/instances/2': row({ instanceId: 2, status: 'DELETED' }),
  'outsider /algos/instances/4': row({ instanceId: 4, status: 'STARTED' }),
  '/account-balances': row({ items: [{ assetId: 2 }], nextCursor: null }),
  '/openapi.json': row({
    components: {
      schemas: {
        Material: {
          'x-service-intake-venues': [
            { exchangeId: 1, family: 'A' },
            { exchangeId: 2, family: 'B' },
          ],
        },
      },
    },
  }),
};

export const PROFILE: Partial<Profile> = {
  principals: {
    admin: { token: 'token-of-admin' },
    trader: { token: 'token-of-trader' },
    outsider: { token: 'token-of-outsider' },
    throttled: { token: 'token-of-throttled' },
    deputy: { token: 'token-of-deputy' },
  },
  fixtures: {
    account: { id: 1, name: 'main' },
    discoveredAccount: { id: 2 },
    foreignAccount: { id: 5, name: 'foreign' },
    throttledAccount: { id: 7, name: 'main' },
    algoVersion: { id: 1, pool: 'pool-a' },
    namingDocument: { text: '{"account":"main"}' },
    algoInstance: { id: 1 },
    deletedAlgoInstance: { id: 2 },
    foreignAlgoInstance: { id: 4 },
    asset: { id: 2 },
    venues: { a: 1, b: 2, unsupported: 99 },
  },
};

export function answeringFor(world: SampleWorld): WireAnswering {
  return ({ path, headers }) => {
    const [plain = ''] = path.split('?');
    const principal = /token-of-(\w+)/.exec(headers.join(' '))?.[1] ?? 'anonymous';
    const isForeign = principal === 'outsider' || principal === 'throttled';
    const served = world[`${principal} ${plain}`] ?? (isForeign ? undefined : world[plain]) ?? absent;
    return { status: served.status, body: JSON.stringify(served.body) };
  };
}
