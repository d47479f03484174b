/** The target profile of a sandbox: what the suite, a scenario or a user needs to know about it. */
import { NEWEST_SOCKET, SOCKET_PATHS } from '../../gateway/contract/sockets.ts';
import { OTHER_AUDIENCE } from '../identity/issuer.ts';
import type { MemberPlan } from '../members/member-seat.ts';
import type { PrincipalName, World, WorldFixtures } from '../seed-data/world.ts';

export interface ProfilePrincipal {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The organisation's register key. */
  readonly org: number;
  /** Absent: not registered before its first request. */
  readonly userId?: number;
}

export interface SandboxProfile {
  readonly baseUrl: string;
  readonly sockets: { readonly trading: string; readonly marketData: string };
  readonly control: string;
  /** Absent if every member runs in another process: a client reads it from the member. */
  readonly contract?: { readonly rest: string; readonly socket: string };
  readonly surfaces: Readonly<Record<'algos' | 'balances' | 'intake' | 'tickets' | 'replica', boolean>>;
  /** `single`: reads never go back, and a write is visible at once. */
  readonly members: 'single' | 'several';
  /** true for the sandbox's own member without variations: it must follow every decision of the tolerance register. */
  readonly strict: boolean;
  readonly identity: {
    readonly tokenEndpoint: string;
    readonly audience: string;
    readonly jwks: string;
    readonly shortLived: Readonly<Record<string, string>>;
    readonly otherAudience: Readonly<Record<string, string>>;
  };
  readonly principals: Readonly<Record<PrincipalName, ProfilePrincipal>>;
  readonly fixtures: WorldFixtures;
  readonly limits: {
    readonly requestsPerSecond: number;
    readonly requestsAtOnce: number;
    readonly writes: true;
    readonly destructive: true;
  };
}

export interface ProfileOptions {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly issuer: { readonly servedAt: string; readonly audience: string };
  readonly plans: readonly MemberPlan[];
  readonly world: World;
  readonly strict: boolean;
  /** Principals that the profile leaves out. */
  readonly absentPrincipals: readonly string[];
  readonly secretOf: (clientId: string) => string;
}

/** A sandbox is not shared: the rate is higher than any machine sends. */
const ALL_ALLOWED = { requestsPerSecond: 100_000, requestsAtOnce: 1_000, writes: true, destructive: true } as const;

/** The surfaces that every member is deployed with. */
function surfacesOf(plans: readonly MemberPlan[]): SandboxProfile['surfaces'] {
  const all = (name: 'algos' | 'balances' | 'intake' | 'tickets') =>
    plans.every(({ surfaces }) => surfaces?.[name] ?? true);
  return {
    algos: all('algos'),
    balances: all('balances'),
    intake: all('intake'),
    tickets: all('tickets'),
    replica: plans.length > 0 && plans.every(({ surfaces }) => surfaces?.replica === true),
  };
}

/** The profile of a world, with the client secrets of its principals. */
export function sandboxProfile({
  baseUrl,
  controlUrl,
  issuer,
  plans,
  world,
  strict,
  absentPrincipals,
  secretOf,
}: ProfileOptions): SandboxProfile {
  const named = world.principals.filter(({ name }) => !absentPrincipals.includes(name));
  const principals = named.map(({ name, clientId, orgId, userId }): [PrincipalName, ProfilePrincipal] => [
    name,
    { clientId, clientSecret: secretOf(clientId), org: orgId, ...(userId === null ? {} : { userId }) },
  ]);
  const wsUrl = baseUrl.replace(/^http/, 'ws');
  return {
    baseUrl,
    sockets: { trading: wsUrl + SOCKET_PATHS.trading, marketData: wsUrl + SOCKET_PATHS['market-data'] },
    control: controlUrl,
    ...contractOf(plans),
    surfaces: surfacesOf(plans),
    members: plans.length === 1 ? 'single' : 'several',
    strict,
    identity: {
      tokenEndpoint: `${issuer.servedAt}/token`,
      audience: issuer.audience,
      jwks: `${issuer.servedAt}/jwks`,
      // Longer than the lead time of sessionExpiring, and short enough to watch a session's end within two minutes.
      shortLived: { expires_in: '65' },
      otherAudience: { audience: OTHER_AUDIENCE },
    },
    principals: Object.fromEntries(principals) as Record<PrincipalName, ProfilePrincipal>,
    fixtures: world.fixtures,
    limits: ALL_ALLOWED,
  };
}

function contractOf([first]: readonly MemberPlan[]): Pick<SandboxProfile, 'contract'> {
  if (first === undefined) return {};
  return { contract: { rest: first.version, socket: first.socketVersion ?? NEWEST_SOCKET } };
}
