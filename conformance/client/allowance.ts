/**
 * What the suite may do to a target: as the profile states it, and where it states nothing, what does no harm to a system that
 * others use. A target with a control plane is a sandbox: all is allowed there.
 */
import { matchesGlob } from '../runner/glob.ts';
import type { Profile } from './profile.ts';

export interface Allowance {
  /** undefined: as many as come. */
  readonly requestsPerSecond: number | undefined;
  /** How many requests may wait for an answer at once. */
  readonly requestsAtOnce: number;
  /** Rows may be changed that the run did not make, and rows may be left that nothing takes away. */
  readonly destructive: boolean;
  /** Why nothing is written, in words for a person; undefined: writes are allowed. */
  readonly whyNoWrites: string | undefined;
}

export const WITHOUT_DESTRUCTIVE = 'the profile does not say limits.destructive: true';
const SHARED_REQUESTS_PER_SECOND = 5;

/** The `guard` pattern that the host of the target matches. */
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
