/**
 * The states of contract/properties.md that the runs of a stateful property must reach. Where one was not reached, a
 * pass proves too little.
 */

import type { RequirementId } from '../contract/requirements.ts';
import { isAtLeast, type RestVersion } from '../contract/versions.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import {
  at,
  errorCode,
  isFactual,
  isOk,
  isReplay,
  isWrite,
  position,
  status,
  textAt,
} from '../member/exchange/exchange.ts';
import type { MustReach, Reach } from '../runner/check.ts';
import { type Attempt, binds, callerOf, cancelledOrder, isIdentical, isKeyReused, overlaps } from './attempt.ts';
import { type Chronicle, chronicleOf, type KeyStory } from './chronicle.ts';
import { DOCUMENTS } from './families.ts';
import { ALL_RESTARTED, CRASHED, MISUSED_CURSORS, ROLLED } from './labels.ts';
import { queryOf } from './reading.ts';
import { sightedRows } from './row-sightings.ts';
import { walkedPages } from './walked-pages.ts';

export interface State {
  readonly state: string;
  /** What a target needs for the state to be reachable; absent: no more than the property itself. */
  readonly needs?: readonly Ability[];
  /** The first version of the REST contract in which it is reachable; absent: any. */
  readonly since?: RestVersion;
  /** The claims of the property that have no evidence where this state is not reached. */
  readonly shows?: readonly RequirementId[];
  isReached(chronicle: Chronicle): boolean;
}

/**
 * `control`: faults can be set and time moved. `strict`: the state depends on a body, a state or a choice of the
 * sandbox's, which a deployed member need not have. `destructive`: it writes on a row that the run did not make.
 */
type Ability = 'control' | 'strict' | 'destructive' | 'algos' | 'unpricedInstrument';

const ABLE: Readonly<Record<Ability, (reach: Reach) => boolean>> = {
  control: ({ controlled }) => controlled,
  strict: ({ target }) => target.strict,
  destructive: ({ destructive }) => destructive === true,
  algos: ({ surfaces, fixtures }) => surfaces?.algos !== false && fixtures.algoVersion !== undefined,
  unpricedInstrument: ({ fixtures }) => fixtures.unpricedInstrument !== undefined,
};

function someWrite({ attempts }: Chronicle, holds: (e: Exchange) => boolean): boolean {
  return attempts.some(({ exchange }) => holds(exchange));
}

function replaysRefusal(of: number) {
  return (e: Exchange) => status(e) === of && isReplay(e) && position(e) !== undefined;
}

/** Both attempts received the outcome, neither as a replay: the second waited together with the first. */
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

function served(holds: (e: Exchange) => boolean) {
  return ({ history }: Chronicle) => history.answered.some(holds);
}

function refusedBy(code: string) {
  return (c: Chronicle) => someWrite(c, (e) => errorCode(e) === code);
}

/** Whether a document was seen with this outcome. */
function sawOutcome(outcome: string) {
  return (c: Chronicle) =>
    [...sightedRows(c).values()].some(
      ({ family, latest }) => family === DOCUMENTS && latest.some(({ row }) => row?.['outcome'] === outcome),
    );
}

/** The same user was served and denied with one token, because the records changed in between. */
function grantTurned({ history }: Chronicle): boolean {
  const submits = history.of('POST /orders').filter((e) => callerOf(e) !== e.actor);
  return submits.some(isOk) && submits.some((e) => errorCode(e) === 'CAPABILITY_DENIED');
}

function cursorsRefused(needs: Partial<Record<keyof typeof MISUSED_CURSORS, readonly Ability[]>>): readonly State[] {
  const causes = Object.keys(needs) as (keyof typeof MISUSED_CURSORS)[];
  return causes.map((cause): State => {
    const label = MISUSED_CURSORS[cause];
    const state = `INVALID_CURSOR of ${label}`;
    return { state, needs: needs[cause] ?? [], since: '0.13.0', isReached: refusedCursor(label) };
  });
}

/** States of keys, in every property. */
const OF_KEYS: readonly State[] = [
  { state: '202', needs: ['control'], isReached: (c) => someWrite(c, (e) => status(e) === 202) },
  { state: 'attach to a write in flight', needs: ['control'], isReached: ({ keys }) => keys.some(attached) },
  { state: 'replay of a success', shows: ['IDEM-16'], isReached: (c) => someWrite(c, (e) => isOk(e) && isReplay(e)) },
  { state: "replay of an owner's 403", isReached: (c) => someWrite(c, replaysRefusal(403)) },
];

/** States of pages, in every property. */
const OF_PAGES: readonly State[] = [
  {
    state: 'a clamped limit',
    since: '0.13.0',
    isReached: served((e) => isOk(e) && Number(queryOf(e, 'limit') ?? 0) > 100),
  },
  { state: 'a previous page', since: '0.13.0', isReached: servedPreviousPage },
  {
    state: "a write's 404 with its as-of",
    needs: ['destructive'],
    since: '0.13.0',
    isReached: ({ readings }) =>
      readings.some(({ exchange: e, asOfNs }) => isWrite(e) && status(e) === 404 && asOfNs !== undefined),
  },
];

const hadEffect = (e: Exchange) => isFactual(e) && isOk(e) && !isReplay(e);

function readAfterAWrite({ readings, history }: Chronicle): boolean {
  const written = history.writes.filter(hadEffect);
  return readings.some(
    ({ exchange: e, position: at = -1n, subject }) =>
      subject !== undefined &&
      written.some((write) => write.answeredAtMs <= e.sentAtMs && (position(write) ?? at + 1n) <= at),
  );
}

function manyPositions({ readings }: Chronicle, isTimed: boolean): boolean {
  const of = readings.filter(({ asOfNs }) => !isTimed || asOfNs !== undefined);
  return new Set(of.flatMap(({ position: at }) => at ?? [])).size > 1;
}

/** A walk turned to a page with rows; `amid`: a write had its effect while it did. */
function walkedOn(chronicle: Chronicle, { amid }: { readonly amid: boolean }): boolean {
  const written = amid ? chronicle.history.writes.filter(hadEffect) : [];
  return walkedPages(chronicle).some(({ came, rows: own, exchange: e }) => {
    if (came === undefined || came === 'first' || came.toward !== 'next' || own.length === 0) return false;
    const { from } = came;
    return !amid || written.some(({ n }) => n > from.exchange.n && n < e.n);
  });
}

/** What the claims about reads need as evidence. */
const AFTER_A_WRITE: State = { state: 'a read after a write', shows: ['POS-08'], isReached: readAfterAWrite };
const WALK_AMID_WRITES: State = {
  state: 'a walk with a write in between',
  shows: ['PAGE-11'],
  since: '0.13.0',
  isReached: (c) => walkedOn(c, { amid: true }),
};

/** For the property that submits, retries, cancels and reads orders. */
export const ANSWER_STATES: readonly State[] = [
  ...OF_KEYS,
  AFTER_A_WRITE,
  WALK_AMID_WRITES,
  {
    state: 'two positions with their times',
    shows: ['POS-10'],
    since: '0.13.0',
    isReached: (c) => manyPositions(c, true),
  },
  {
    state: "replay of an owner's 409",
    needs: ['unpricedInstrument'],
    isReached: (c) => someWrite(c, replaysRefusal(409)),
  },
  { state: "replay of an owner's 422", isReached: (c) => someWrite(c, replaysRefusal(422)) },
  ...OF_PAGES,
  ...cursorsRefused({ undecodable: [], collection: [], organisation: [] }),
  { state: 'INSTRUMENT_NOT_LIVE by the door', since: '0.3.4', isReached: (c) => someWrite(c, notLive('door')) },
  { state: 'INSTRUMENT_NOT_LIVE by the owner', isReached: (c) => someWrite(c, notLive('owner')) },
  // Without it, two orders of the run's own must be there for one key.
  {
    state: 'a key used again on another resource',
    needs: ['destructive'],
    isReached: ({ keys }) => keys.some(refusedOnAnotherResource),
  },
];

/** For the property that proposes, approves, restates, grants, configures and walks rows of every kind. */
export const RECORD_STATES: readonly State[] = [
  ...OF_KEYS.map((state): State => ({ ...state, needs: [...(state.needs ?? []), 'strict'] })),
  { state: "replay of an owner's 409", needs: ['strict'], isReached: (c) => someWrite(c, replaysRefusal(409)) },
  { state: "replay of an owner's 412", needs: ['strict'], isReached: (c) => someWrite(c, replaysRefusal(412)) },
  AFTER_A_WRITE,
  WALK_AMID_WRITES,
  { state: 'a walk', shows: ['PAGE-07'], since: '0.13.0', isReached: (c) => walkedOn(c, { amid: false }) },
  { state: 'a total', shows: ['PAGE-05'], since: '0.13.0', isReached: served((e) => Number(at(e, 'total') ?? 0) > 0) },
  { state: 'SELF_APPROVAL', shows: ['AUTH-15'], needs: ['strict'], isReached: refusedBy('SELF_APPROVAL') },
  { state: 'NOT_PROPOSER', shows: ['AUTH-15'], needs: ['strict'], isReached: refusedBy('NOT_PROPOSER') },
  {
    state: 'a capability granted and cleared',
    shows: ['AUTH-10'],
    needs: ['strict', 'control'],
    isReached: grantTurned,
  },
  { state: 'CONFIG_PENDING', needs: ['control', 'algos'], since: '0.11.0', isReached: refusedBy('CONFIG_PENDING') },
  {
    state: 'CONFIG_SEQ_CONFLICT',
    needs: ['strict', 'algos'],
    since: '0.11.0',
    isReached: refusedBy('CONFIG_SEQ_CONFLICT'),
  },
  {
    state: 'a document that waits',
    shows: ['ALG-07'],
    needs: ['control', 'algos'],
    since: '0.11.0',
    isReached: sawOutcome('STAGED'),
  },
  { state: 'a document refused', needs: ['strict', 'algos'], since: '0.11.0', isReached: sawOutcome('REFUSED') },
  {
    state: 'a halt of what was started',
    needs: ['strict', 'algos'],
    since: '0.11.0',
    isReached: ({ history }) => history.of('POST /algos/halt').some((e) => Number(at(e, 'count')) > 0),
  },
  ...OF_PAGES,
  ...cursorsRefused({
    undecodable: [],
    collection: [],
    organisation: [],
    view: [],
    // The names of a user's states and the answer to a corrupted cursor are the sandbox's choice.
    filter: ['strict'],
    mutated: ['strict'],
  }),
];

/** A write was in flight when its member died: no answer came, and the key had its one effect or none. */
function diedUnder(hadEffect: boolean) {
  return ({ history, keys }: Chronicle) =>
    history.noted(CRASHED) !== undefined &&
    keys.some(({ attempts: [first, ...again] }) => {
      const after = again.find(({ outcome }) => outcome.kind === 'judged')?.exchange;
      return first.exchange.response === null && after !== undefined && isReplay(after) === hadEffect;
    });
}

/** For the property in which members die, are restarted and are rolled. */
export const STORM_STATES: readonly State[] = [
  AFTER_A_WRITE,
  { state: 'two positions', shows: ['POS-07'], isReached: (c) => manyPositions(c, false) },
  { state: 'a crash before a write in flight had its effect', isReached: diedUnder(false) },
  { state: 'a crash after a write in flight had its effect', shows: ['IDEM-16'], isReached: diedUnder(true) },
  { state: 'a restart of all members', isReached: ({ history }) => history.noted(ALL_RESTARTED) !== undefined },
  {
    state: 'a roll to an older version and back',
    isReached: ({ history }) => {
      const versions = history.notes.filter(({ label }) => label === ROLLED).map(({ value }) => value);
      return new Set(versions).size > 1;
    },
  },
];

/** The states that the runs of a check must reach together. */
export function reaching(states: readonly State[]): MustReach {
  return {
    states: (reach) => statesWithin(states, reach),
    reachedBy: (history) => reachedStates(states, chronicleOf(history)),
    shows: shownBy(states),
  };
}

function shownBy(states: readonly State[]): ReadonlyMap<RequirementId, readonly string[]> {
  const pairs = states.flatMap(({ state, shows = [] }) => shows.map((id) => [id, state] as const));
  return new Map([...Map.groupBy(pairs, ([id]) => id)].map(([id, of]) => [id, of.map(([, state]) => state)] as const));
}

/** The states that a target is able to reach. */
export function statesWithin(states: readonly State[], reach: Reach): readonly string[] {
  return states
    .filter(
      ({ needs = [], since = '0.1.0' }) =>
        needs.every((ability) => ABLE[ability](reach)) && isAtLeast(reach.target.rest, since),
    )
    .map(({ state }) => state);
}

/** The names of those states that this history reached. */
export function reachedStates(states: readonly State[], chronicle: Chronicle): readonly string[] {
  return states.filter(({ isReached }) => isReached(chronicle)).map(({ state }) => state);
}
