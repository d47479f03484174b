/** How long a run takes for what it does, and how much it can do in a time. Pure. */
import { allowanceOf } from '../../member/profile/allowance.ts';
import type { PrincipalName } from '../../member/profile/principals.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check } from '../check.ts';

/** What lies between the suite and the target. */
export interface Link {
  /** Whether the target is a sandbox in this process: its world is thrown away. */
  readonly isOwn: boolean;
  /** Real milliseconds from a request to its answer; absent: not measured. */
  readonly roundTripMs?: number | undefined;
}

/** Where the link was not measured: a member nearby. */
const USUAL_ROUND_TRIP_MS = 3;
/** The start and the end of a run, beside what it sends: of this process, and answers that the next request waits for. */
const BESIDE_MS = 1_000;
const BESIDE_ROUND_TRIPS = 12;
/** Checks that wait begin after the first requests of a run. */
const WAIT_BEGINS_MS = 10_000;
/** The share of a time budget that a plan fills: the rest is for what it cannot foresee. */
const KEPT = 0.97;
/** What a request may take longer than the pace says, on a busy machine: much at a fast pace, little at a slow one. */
const SLOWER_MS = 3;
const TICKETS_A_MINUTE = 55;
const MINUTE_MS = 60_000;

/** How many checks run side by side on this target. */
export function lanesOf(profile: Profile, isOwn: boolean): number {
  // With a control plane a check changes what the others see: members crash, time moves.
  if (isOwn || profile.control !== undefined) return 1;
  return allowanceOf(profile).requestsAtOnce;
}

/** How long the check will wait, in milliseconds of a clock that runs. */
export function waitOf({ waits }: Pick<Check, 'waits'>, profile: Profile): number {
  return waits?.forecastMs?.(profile) ?? waits?.ms ?? 0;
}

/** Whether the check waits longer than a run of this time can. */
export function waitsTooLong(check: Pick<Check, 'waits'>, profile: Profile, timeMs: number): boolean {
  return check.waits !== undefined && waitOf(check, profile) > timeMs * KEPT - WAIT_BEGINS_MS;
}

/** As whom the check mints most of its tickets. */
export function minterOf({ mintsAs = 'trader' }: Pick<Check, 'mintsAs'>, { principals }: Profile): PrincipalName {
  return principals[mintsAs] === undefined ? 'trader' : mintsAs;
}

function msOfARequest(profile: Profile, { isOwn, roundTripMs = USUAL_ROUND_TRIP_MS }: Link): number {
  const { requestsPerSecond = Number.POSITIVE_INFINITY } = allowanceOf(profile);
  return Math.max(1_000 / requestsPerSecond, roundTripMs / lanesOf(profile, isOwn));
}

function besideMs({ roundTripMs = USUAL_ROUND_TRIP_MS }: Link): number {
  return BESIDE_MS + BESIDE_ROUND_TRIPS * roundTripMs;
}

export interface Work {
  /** The longest wait of a check. */
  readonly waitsMs: number;
  readonly requests: number;
  /** Those of them before the first check. */
  readonly before: number;
  /** Of the principal that mints most. */
  readonly tickets: number;
}

/** The milliseconds of a run that does this much. */
export function lengthOf({ waitsMs, requests, before, tickets }: Work, profile: Profile, link: Link): number {
  const eachMs = msOfARequest(profile, link);
  const minutes = link.isOwn ? 0 : Math.ceil(tickets / TICKETS_A_MINUTE) - 1;
  return besideMs(link) + Math.max(requests * eachMs, waitsMs + before * eachMs, minutes * MINUTE_MS);
}

/** The requests that fit in this time. */
export function requestsWithin(timeMs: number, profile: Profile, link: Link): number {
  const slowerMs = link.isOwn ? 0 : SLOWER_MS;
  return Math.max(0, timeMs * KEPT - besideMs(link)) / (msOfARequest(profile, link) + slowerMs);
}

/** The tickets that one principal can mint in this time. */
export function ticketsWithin(timeMs: number, link: Link): number {
  return TICKETS_A_MINUTE * (1 + Math.floor(Math.max(0, timeMs - besideMs(link)) / MINUTE_MS));
}
