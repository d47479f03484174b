/**
 * What the suite may do to a target: the profile's limits, with defaults that are safe for a shared system. A target
 * with a control plane is a sandbox, where everything is allowed.
 */
import { matchesGlob } from '../../runner/plan/glob.ts';
import type { Profile } from './profile.ts';

export interface Allowance {
  /** undefined: unlimited. */
  readonly requestsPerSecond: number | undefined;
  /** Maximum number of requests in flight. */
  readonly requestsAtOnce: number;
  /** Whether the suite may change rows of others and leave permanent rows behind. */
  readonly destructive: boolean;
  /** Why writes are disabled, as a sentence; undefined: writes are allowed. */
  readonly whyNoWrites: string | undefined;
}

/** The reason for `whyNoWrites` where the profile lacks the permission. */
export const WITHOUT_DESTRUCTIVE = 'the profile does not say limits.destructive: true';
const SHARED_REQUESTS_PER_SECOND = 5;
const SHARED_REQUESTS_AT_ONCE = 4;

/** The first host of the target that a `guard` pattern matches: of any address, also one that `--base-url` replaces. */
function guarded(profile: Profile): { readonly host: string; readonly pattern: string } | undefined {
  const { baseUrl, statedBaseUrl, sockets = {}, control, guard = [] } = profile;
  const addresses = [baseUrl, statedBaseUrl, sockets.trading, sockets.marketData, control];
  const hosts = addresses.flatMap((address) => (address === undefined ? [] : new URL(address).hostname));
  return hosts
    .map((host) => ({ host, pattern: guard.find((pattern) => matchesGlob(host, pattern)) }))
    .find((found): found is { host: string; pattern: string } => found.pattern !== undefined);
}

function whyNoWrites(profile: Profile, isSandbox: boolean): string | undefined {
  if (profile.production === true) return 'the profile says production: true';
  const found = guarded(profile);
  if (found !== undefined)
    return `the host ${found.host} of the target matches ${found.pattern} (guard of the profile)`;
  if (profile.limits?.writes ?? isSandbox) return undefined;
  return profile.limits?.writes === false
    ? 'limits.writes of the profile is false'
    : 'the profile does not say limits.writes: true';
}

/** Derives the allowance from a profile. */
export function allowanceOf(profile: Profile): Allowance {
  const { limits = {} } = profile;
  const isSandbox = profile.control !== undefined;
  const refused = whyNoWrites(profile, isSandbox);
  return {
    requestsPerSecond: limits.requestsPerSecond ?? (isSandbox ? undefined : SHARED_REQUESTS_PER_SECOND),
    requestsAtOnce: limits.requestsAtOnce ?? (isSandbox ? Number.POSITIVE_INFINITY : SHARED_REQUESTS_AT_ONCE),
    destructive: refused === undefined && (limits.destructive ?? isSandbox),
    whyNoWrites: refused,
  };
}
