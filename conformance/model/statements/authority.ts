/** Statements about admission and capabilities: T38, T39 and T41 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, isFactual, isOk, pathOf, position, sentJson } from '../../member/exchange/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { callerOf, organisationOf } from '../attempt.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import type { Row } from '../families.ts';
import type { RecordedFact } from '../recorded-fact.ts';
import { factsOf } from '../recorded-fact.ts';
import { firstAfter } from '../row-sightings.ts';
import { allHoldings, type Holding, holdingsOf, neededFor, userIds } from '../users.ts';

const AWAITING = 'AWAITING_ADMISSION';

/** Served beyond GET /me, or judged by an owner: the caller was admitted. */
function isAdmitted(e: Exchange): boolean {
  return pathOf(e) !== '/me' && pathOf(e) !== '/openapi.json' && (isOk(e) || isFactual(e));
}

/** A restatement removed every capability: the interface does not say whether such a user awaits admission again. */
function wasEmptied(e: Exchange, chronicle: Chronicle): boolean {
  const userId = userIds(chronicle).get(callerOf(e));
  if (userId === undefined) return true;
  const held = holdingsOf(chronicle, organisationOf(e.actor), userId);
  return held.length === 0 || held.some(({ capabilities }) => capabilities.length === 0);
}

/**
 * A user who was admitted and holds a capability is never refused with AWAITING_ADMISSION again. Single member
 * only.
 */
const admissionIsFinal: Statement = {
  id: 'T38',
  shows: ['AUTH-03'],
  judge(chronicle) {
    // Another member may not know of the admission yet.
    if (!chronicle.target.singleMember) return pass;
    const admitted = new Map<string, Exchange>();
    const judgements: Judgement[] = [];
    for (const e of chronicle.history.answered) {
      const caller = `${organisationOf(e.actor)} ${callerOf(e)}`;
      const before = admitted.get(caller);
      if (errorCode(e) === AWAITING && before !== undefined && before.answeredAtMs < e.sentAtMs) {
        if (!wasEmptied(e, chronicle)) {
          const since = position(before) === undefined ? '' : ` at position ${position(before)}`;
          judgements.push(violated(`anything but ${AWAITING}: the user was admitted${since}`, before, e));
        }
      }
      if (before === undefined && isAdmitted(e)) admitted.set(caller, e);
    }
    return allOf(judgements);
  },
};

interface Grant {
  readonly isHeld: boolean;
  readonly shown: Holding;
}

/**
 * Whether the user held the scope right before a position. On the sandbox only the history restates users. On a
 * deployed member others may, so the scope must have been seen on both sides.
 */
function heldBefore(held: readonly Holding[], scope: string, at: bigint, strict: boolean): Grant | undefined {
  const after = firstAfter(held, at - 1n);
  const before = held[after - 1];
  if (before === undefined) return undefined;
  const isHeld = before.capabilities.includes(scope);
  const next = held.slice(after).find(({ fact, position }) => fact === undefined || position > at);
  const isSure = strict || (next?.fact === undefined && next?.capabilities.includes(scope) === isHeld);
  return isSure ? { isHeld, shown: before } : undefined;
}

function judgeCapability(fact: RecordedFact, chronicle: Chronicle): Judgement {
  const { answeredBy, story, position } = fact;
  const { caller, outcome, exchange } = answeredBy;
  // Which of several callers sent the judged attempt is known only where they are all the same user.
  if (story.attempts.some((attempt) => attempt.outcome.kind !== 'refused-at-door' && attempt.caller !== caller))
    return pass;
  const needed = neededFor(answeredBy);
  const userId = userIds(chronicle).get(caller);
  if (needed === undefined || userId === undefined || outcome.kind !== 'judged') return pass;
  const { strict } = chronicle.target;
  if (!needed.isPublished && !strict) return pass;
  const { scope } = needed;
  const grant = heldBefore(holdingsOf(chronicle, story.organisation, userId), scope, position, strict);
  if (grant === undefined) return pass;
  const { isHeld, shown } = grant;
  const held = `${scope} at position ${shown.position}`;
  if (outcome.ok && !isHeld) {
    return violated(`403 CAPABILITY_DENIED: the user did not hold ${held}`, shown.exchange, exchange);
  }
  if (errorCode(exchange) === 'CAPABILITY_DENIED' && isHeld) {
    return violated(`no CAPABILITY_DENIED: the user held ${held}`, shown.exchange, exchange);
  }
  return pass;
}

/** A write succeeds only if its user holds the capability at its position, and is denied only if not. */
const capabilitiesHoldAtTheirPosition: Statement = {
  id: 'T39',
  shows: ['AUTH-10', 'AUTH-14', 'ORD-17', 'ALG-03', 'CRED-13'],
  judge: (chronicle) => allOf(factsOf(chronicle).map((fact) => judgeCapability(fact, chronicle))),
};

/** The one preset that the interface names. */
const PRESETS: Readonly<Record<string, readonly string[]>> = { TRADER: ['orders:trade'] };

/** What the body asked for, with presets expanded; undefined where it names an unknown one. */
function requestedBy({ exchange }: Holding): ReadonlySet<string> | undefined {
  const names = (sentJson(exchange) as Row | undefined)?.['capabilities'];
  if (!Array.isArray(names)) return undefined;
  const scopes = (names as string[]).map((name) => (name.includes(':') ? [name] : PRESETS[name]));
  return scopes.includes(undefined) ? undefined : new Set(scopes.flatMap((some) => some ?? []));
}

function isEqual(asked: ReadonlySet<string>, { capabilities }: Holding): boolean {
  return asked.size === new Set(capabilities).size && capabilities.every((scope) => asked.has(scope));
}

/** From one restatement to the next, every answer shows exactly its set. */
function judgeUser(held: readonly Holding[]): Judgement {
  let put: { readonly asked: ReadonlySet<string>; readonly by: Holding } | undefined;
  for (const holding of held) {
    if (holding.fact !== undefined) {
      const asked = requestedBy(holding);
      put = asked && { asked, by: holding };
    }
    if (put === undefined || isEqual(put.asked, holding)) continue;
    const words = `capabilities ${[...put.asked].join(', ') || 'of none'}, the whole set put at position ${put.by.position}`;
    return violated(words, put.by.exchange, holding.exchange);
  }
  return pass;
}

/** After a user's capabilities are set, every read shows exactly this set until the next change. */
const capabilitiesAreThoseSet: Statement = {
  id: 'T41',
  shows: ['CAP-04', 'AUTH-10'],
  judge: (chronicle) => allOf([...allHoldings(chronicle)].map(judgeUser)),
};

export const AUTHORITY: readonly Statement[] = [
  admissionIsFinal,
  capabilitiesHoldAtTheirPosition,
  capabilitiesAreThoseSet,
];
