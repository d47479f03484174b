/**
 * What the suite may do to a target: the profile's limits, with defaults that are safe for a shared system. A target
 * with a control plane is a sandbox, where everything is allowed.
 */
import { matchesGlob } from '../runner/glob.ts';
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

/** The `guard` pattern that matches the target's host; undefined: none does. */
function guarding({ baseUrl, guard = [] }: Profile): string | undefined {
  const { hostname } = new URL(baseUrl);
  return guard.find((pattern) => matchesGlob(hostname, pattern));
}

function whyNoWrites(profile: Profile, isSandbox: boolean): string | undefined {
  if (profile.production === true) return 'the profile says production: true';
  const pattern = guarding(profile);
  if (pattern !== undefined) return `the host of the target matches ${pattern} (guard of the profile)`;
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
    requestsAtOnce: limits.requestsAtOnce ?? (isSandbox ? Number.POSITIVE_INFINITY : 1),
    destructive: refused === undefined && (limits.destructive ?? isSandbox),
    whyNoWrites: refused,
  };
}
