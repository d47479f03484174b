/**
 * The states of contract/properties.md that a run of the stateful property must come to: where one was not reached, what
 * passed proves too little.
 */
import type { RestVersion } from '../contract/versions.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Reach } from '../runner/check.ts';
import type { Exchange } from '../target/exchange.ts';
import { errorCode, isOk, isReplay, isWrite, position, status, textAt } from '../target/exchange.ts';
import type { Attempt } from './attempt.ts';
import { cancelledOrder, overlaps } from './attempt.ts';
import type { Chronicle, KeyStory } from './chronicle.ts';
import { queryOf } from './reading.ts';
import { binds, isIdentical, isKeyReused } from './same-request.ts';
import { MISUSED_CURSORS } from './sequence/reads.ts';

export interface MustReach {
  readonly state: string;
  /** What a target needs for it to be reachable; absent: nothing more than the property itself. */
  readonly needs?: 'control' | 'unpricedInstrument';
  /** The REST contract's version; absent: any. */
  readonly since?: RestVersion;
  isReached(chronicle: Chronicle): boolean;
}

function someWrite({ attempts }: Chronicle, holds: (e: Exchange) => boolean): boolean {
  return attempts.some(({ exchange }) => holds(exchange));
}

function replaysRefusal(of: number) {
  return (e: Exchange) => status(e) === of && isReplay(e) && position(e) !== undefined;
}

/** Both were answered with the outcome, neither as a replay: the second one waited with the first. */
function attached({ attempts }: KeyStory): boolean {
  const fresh = attempts.filter((attempt) => binds(attempt) && !isReplay(attempt.exchange));
  return fresh.some((one, i) => fresh.slice(i + 1).some((other) => overlaps(one, other) && isIdentical(one, other)));
}

function refusedOnAnotherResource(story: KeyStory): boolean {
  const bound = story.attempts.find(binds);
  const isOther = (attempt: Attempt) => isKeyReused(attempt) && attempt.use !== bound?.use;
  if (bound === undefined || cancelledOrder(bound) === undefined) return false;
  return story.attempts.some((attempt) => isOther(attempt) && cancelledOrder(attempt) !== undefined);
}

function servedPreviousPage({ history }: Chronicle): boolean {
  const previous = new Set(history.answered.map((e) => textAt(e, 'prevCursor')));
  return history.answered.some((e) => {
    const cursor = queryOf(e, 'cursor');
    return isOk(e) && cursor !== undefined && previous.has(cursor);
  });
}

function refusedCursor(label: string) {
  return ({ history }: Chronicle) => history.labelled(label).some((e) => errorCode(e) === 'INVALID_CURSOR');
}

function notLive(by: 'owner' | 'door') {
  return (e: Exchange) => errorCode(e) === 'INSTRUMENT_NOT_LIVE' && (position(e) !== undefined) === (by === 'owner');
}

export const MUST_REACH: readonly MustReach[] = [
  { state: '202', needs: 'control', isReached: (c) => someWrite(c, (e) => status(e) === 202) },
  { state: 'attach to a write in flight', needs: 'control', isReached: ({ keys }) => keys.some(attached) },
  { state: 'replay of a success', isReached: (c) => someWrite(c, (e) => isOk(e) && isReplay(e)) },
  { state: "replay of an owner's 403", isReached: (c) => someWrite(c, replaysRefusal(403)) },
  {
    state: "replay of an owner's 409",
    needs: 'unpricedInstrument',
    isReached: (c) => someWrite(c, replaysRefusal(409)),
  },
  { state: "replay of an owner's 422", isReached: (c) => someWrite(c, replaysRefusal(422)) },
  {
    state: 'a clamped limit',
    since: '0.13.0',
    isReached: ({ history }) => history.answered.some((e) => isOk(e) && Number(queryOf(e, 'limit') ?? 0) > 100),
  },
  { state: 'a previous page', since: '0.13.0', isReached: servedPreviousPage },
  ...Object.values(MISUSED_CURSORS).map((label): MustReach => {
    return { state: `INVALID_CURSOR of ${label}`, since: '0.13.0', isReached: refusedCursor(label) };
  }),
  {
    state: "a write's 404 with its as-of",
    since: '0.13.0',
    isReached: ({ readings }) =>
      readings.some(({ exchange: e, asOfNs }) => isWrite(e) && status(e) === 404 && asOfNs !== undefined),
  },
  { state: 'INSTRUMENT_NOT_LIVE by the door', since: '0.3.4', isReached: (c) => someWrite(c, notLive('door')) },
  { state: 'INSTRUMENT_NOT_LIVE by the owner', isReached: (c) => someWrite(c, notLive('owner')) },
  { state: 'a key used again on another resource', isReached: ({ keys }) => keys.some(refusedOnAnotherResource) },
];

/** Those that a target has what it takes to show. */
export function statesWithin({ fixtures, controlled, target }: Reach): readonly string[] {
  return MUST_REACH.filter(({ needs, since = '0.1.0' }) => {
    const able = needs === undefined || (needs === 'control' ? controlled : fixtures[needs] !== undefined);
    return able && isAtLeast(target.rest, since);
  }).map(({ state }) => state);
}

export function reachedStates(chronicle: Chronicle): readonly string[] {
  return MUST_REACH.filter(({ isReached }) => isReached(chronicle)).map(({ state }) => state);
}
