/**
 * op auth on the market data socket. Of its answer the interface shows `success` and the error value only; a deployed member is
 * held to nothing else (A100).
 */

import type { Actor } from '../../member/actor.ts';
import {
  type Conversation,
  eventKind,
  type Frame,
  frameAt,
  frameJson,
  isAnswerTo,
  isOpened,
  received,
  sent,
  showing,
} from '../../member/exchange/conversation.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import { answerTo, busyAnswer, isClosedOnUs, opens, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, eachShown, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { isRefusedInTheEnd, useUntilRefused, WAITS_FOR_A_TOKEN } from '../../scenes/expired-token.ts';
import { FORGERIES, forgedTokens } from '../../scenes/forged-tokens.ts';

const AUTH = 'auth';

/** In a session with no other op: the interface does not show that the answer carries the op's reqId. */
function isAcknowledgement(frame: Frame): boolean {
  if (isAnswerTo(frame, AUTH)) return true;
  const isSuccess = frame.direction === 'received' && typeof frameAt(frame, 'success') === 'boolean';
  return isSuccess && typeof frameAt(frame, 'reqId') !== 'string';
}

/** Sends op auth, the one op of its session, and waits until it is answered or closed on. */
async function authenticate(socket: OpenSocket, token: string): Promise<void> {
  await socket.send({ op: 'auth', reqId: AUTH, params: { token } });
  const acknowledged = await Promise.race([socket.next(isAcknowledgement), socket.untilClosed()]);
  // If a later op is answered and op auth is not, the target is not slow: it ignores op auth.
  if (acknowledged === undefined) await socket.ask({ ...PROBE, reqId: LATER });
}

/** A session for each token, under its label: opened, authenticated, closed. */
async function authenticateEach(
  anonymous: Actor,
  tokens: readonly (readonly [label: string, token: string])[],
): Promise<void> {
  for (const [label, token] of tokens) {
    const socket = await anonymous.openSocket('marketData', { label });
    await authenticate(socket, token);
    await socket.close();
  }
}

function acknowledgementIn(conversation: Conversation): Frame | undefined {
  return answerTo(conversation, AUTH) ?? conversation.frames.find(isAcknowledgement);
}

const LATER = 'askedLater';

function unacknowledged(conversation: Conversation): Judgement {
  const later = answerTo(conversation, LATER);
  if (later === undefined) return inconclusive('no answer to op auth in time');
  return violated('an answer to op auth', showing(conversation, later));
}

/** Success true; inconclusive where a deployed member refuses it for a reason other than the token. */
function isAcknowledged(conversation: Conversation, strict: boolean): Judgement {
  const answer = acknowledgementIn(conversation);
  if (answer === undefined)
    return isClosedOnUs(conversation) ? violated('success true', conversation) : unacknowledged(conversation);
  if (frameAt(answer, 'success') === true) return pass;
  const busy = busyAnswer(answer);
  if (busy !== undefined) return busy;
  const error = frameAt(answer, 'error');
  const isOther = frameAt(answer, 'success') === false && typeof error === 'string' && error !== 'invalid_token';
  if (isOther && !strict) return inconclusive(`op auth was turned away with error ${error}`);
  return violated('success true', showing(conversation, answer));
}

/** Refused in any form (MKT-02 states the form); a member may close the session instead. */
function isTurnedAway(conversation: Conversation): Judgement {
  const answer = acknowledgementIn(conversation);
  if (answer === undefined) return isClosedOnUs(conversation) ? pass : inconclusive('no answer to op auth in time');
  return frameAt(answer, 'success') === true ? violated('success false', showing(conversation, answer)) : pass;
}

/** Success false; the sandbox names invalid_token, too (A100). A deployed member may close instead. */
function isRefusedAsInvalid(conversation: Conversation, strict: boolean): Judgement {
  const answer = acknowledgementIn(conversation);
  if (answer === undefined) {
    if (!isClosedOnUs(conversation)) return unacknowledged(conversation);
    return strict ? violated('success false', conversation) : inconclusive('closed without an answer');
  }
  const shown = showing(conversation, answer);
  if (frameAt(answer, 'success') !== false) return violated('success false', shown);
  if (frameAt(answer, 'error') === 'invalid_token') return pass;
  if (strict) return violated('error invalid_token', shown);
  return frameAt(answer, 'retryable') === true ? inconclusive('op auth was turned away for now') : pass;
}

export const opensWithoutCredential = check({
  id: 'mkt/opens-without-credential',
  proves: ['MKT-01'],
  title: 'the market data handshake carries no credential and opens',
  needs: ['market-data-socket'],

  async drive({ anonymous }) {
    await anonymous.openSocket('marketData', { label: 'session' });
  },

  judge: (history) => opens(history.conversation('session')),
});

export const authIsAcknowledged = check({
  id: 'mkt/auth-is-acknowledged',
  proves: ['MKT-02'],
  title: 'op auth with a valid token answers success true, with an invalid one success false and invalid_token',
  needs: ['trader', 'market-data-socket'],

  async drive({ trader, anonymous }) {
    await authenticate(await anonymous.openSocket('marketData', { label: 'valid' }), await trader.token());
    await authenticate(await anonymous.openSocket('marketData', { label: 'invalid' }), 'no token of anybody');
  },

  judge(history) {
    const [valid, invalid] = [history.conversation('valid'), history.conversation('invalid')];
    const { strict } = history.target;
    return unopened(valid, invalid) ?? allOf(isAcknowledged(valid, strict), isRefusedAsInvalid(invalid, strict));
  },
});

const MINTED = 'a good token';
/** Past any leeway that a member may grant (A11). */
const AWAY_S = 300;
const NS_PER_S = 1_000_000_000n;

/** Claims by their defect, for a time in epoch seconds. */
const claimsAt = (nowS: number) => ({
  [MINTED]: {},
  'exp in the past': { exp: nowS - AWAY_S },
  'nbf to come': { nbf: nowS + AWAY_S },
  'another audience': { aud: 'touchstone-another-audience' },
  'no audience': { aud: null },
  'another issuer': { iss: 'https://elsewhere.example/' },
  'no issuer': { iss: null },
});

export const claimsAreChecked = check({
  id: 'mkt/claims-are-checked',
  proves: ['MKT-03'],
  title: 'op auth of the market data socket checks exp, nbf, audience and issuer',
  needs: ['trader', 'market-data-socket', 'mint'],

  async drive({ anonymous, control }) {
    const nowS = Number((await control.clock()).nowNs / NS_PER_S);
    for (const [label, claims] of Object.entries(claimsAt(nowS))) {
      await authenticateEach(anonymous, [[label, await control.mint({ persona: 'trader', claims })]]);
    }
  },

  judge(history) {
    const unknown = unopened(history.conversations);
    if (unknown !== undefined) return unknown;
    if (isAcknowledged(history.conversation(MINTED), history.target.strict).verdict !== 'pass') {
      return inconclusive('a minted token is not taken either');
    }
    const others = history.conversations.filter(({ label }) => label !== MINTED);
    return eachOf(others, isTurnedAway);
  },
});

const OWN = 'its own token';

export const forgedToken = check({
  id: 'mkt/forged-token',
  proves: ['MKT-03'],
  title: 'op auth of the market data socket checks the signature',
  needs: ['trader', 'market-data-socket'],
  cases: { of: 'forged tokens', names: () => FORGERIES },

  async drive({ trader, anonymous, takes }) {
    const good = await trader.token();
    const forged = Object.entries(forgedTokens(good)).filter(([what]) => takes(what));
    await authenticateEach(anonymous, [[OWN, good], ...forged]);
  },

  judge(history) {
    const good = history.conversation(OWN);
    const unknown = unopened(good);
    if (unknown !== undefined) return unknown;
    if (isAcknowledged(good, history.target.strict).verdict !== 'pass')
      return inconclusive('its own token is not taken either');
    const forged = history.conversations.filter((c) => c !== good && isOpened(c));
    return eachShown(forged, isTurnedAway, 'the token is no JWT, so none could be made of it');
  },
});

/** MKT-03 without a control plane: a token that has expired, and one for another service. */
export const expiredToken = check({
  id: 'mkt/expired-token',
  proves: ['MKT-03'],
  title: 'op auth of the market data socket refuses a token once it has expired',
  needs: ['trader', 'market-data-socket'],
  waits: WAITS_FOR_A_TOKEN,

  drive: (scene) =>
    useUntilRefused(scene, async (token, label) => {
      const socket = await scene.anonymous.openSocket('marketData', { label });
      await authenticate(socket, token);
      await socket.close();
      return isTurnedAway(socket.conversation()).verdict === 'pass';
    }),

  judge: (history) =>
    unopened(history.conversations) ??
    isRefusedInTheEnd(history, (label) =>
      history.conversationsLabelled(label).map((conversation) => ({
        isTaken: isAcknowledged(conversation, history.target.strict).verdict === 'pass',
        judgement: isTurnedAway(conversation),
      })),
    ),
});

export const otherAudience = check({
  id: 'mkt/token-of-another-audience',
  proves: ['MKT-03'],
  title: 'op auth of the market data socket refuses a token for another audience',
  needs: ['trader', 'market-data-socket', 'other-audience'],

  async drive({ trader, anonymous }) {
    const { token } = await trader.freshToken('of another audience');
    await authenticateEach(anonymous, [
      [OWN, await trader.token()],
      ['another audience', token],
    ]);
  },

  judge(history) {
    const [own, other] = [history.conversation(OWN), history.conversation('another audience')];
    const unknown = unopened(own, other);
    if (unknown !== undefined) return unknown;
    return isAcknowledged(own, history.target.strict).verdict === 'pass'
      ? isTurnedAway(other)
      : inconclusive('its own token is not taken either');
  },
});

/** The reqIds of the ops that are sent before op auth. */
const EARLY: readonly unknown[] = ['subscribe', 'probe', 'later'];

/** The instrument of the topic in the early subscription. */
function marketIn(conversation: Conversation): string {
  const topic = sent(conversation).map((frame) => frameAt(frame, 'params', 'topics', 0));
  return String(topic.find((one) => typeof one === 'string')).replace('quotes:', '');
}

/** A refusal in any frame (A100) may name the instrument. */
const REFUSING = /"(?:code|error)"\s*:/;

/** A frame that names the instrument and is not a refusal. */
function isOfMarket(frame: Frame, market: string): boolean {
  const text = frame.text ?? '';
  return text.includes(market) && !REFUSING.test(text) && frameAt(frame, 'success') !== false;
}

/** An event as the interface defines it: a kind name and non-empty data. It is not the answer to an op. */
function isEvent(frame: Frame): boolean {
  const { data, success } = frameJson(frame) ?? {};
  const holdsData = typeof data === 'object' && data !== null && Object.keys(data).length > 0;
  return eventKind(frame) !== undefined && success === undefined && holdsData && !REFUSING.test(frame.text ?? '');
}

/** The frames before op auth was acknowledged: all, where it was not. */
function beforeAcknowledgement(conversation: Conversation): readonly Frame[] {
  const acknowledged = received(conversation).find(
    (frame) => isAcknowledgement(frame) && frameAt(frame, 'success') === true,
  );
  return received(conversation).filter(({ n }) => acknowledged === undefined || n < acknowledged.n);
}

/** Only an event without data may come before op auth. */
function tellsNothing(conversation: Conversation, strict: boolean): Judgement {
  const early = beforeAcknowledgement(conversation);
  const event = early.find((frame) => isEvent(frame) || (strict && eventKind(frame) !== undefined));
  return event === undefined ? pass : violated('no event before op auth', showing(conversation, event));
}

/** A member may refuse an early op, ignore it or close the session (A100). */
function servesNothing(conversation: Conversation, strict: boolean): Judgement {
  const isEarly = (reqId: unknown) => (strict ? reqId !== AUTH : EARLY.includes(reqId));
  const early = received(conversation).filter((frame) => isEarly(frameAt(frame, 'reqId')));
  const served = early.find((frame) => frameAt(frame, 'success') === true);
  if (served !== undefined) return violated('nothing served before op auth', showing(conversation, served));
  const quoted = received(conversation).find((frame) => isOfMarket(frame, marketIn(conversation)));
  return quoted === undefined
    ? tellsNothing(conversation, strict)
    : violated('no market data before op auth', showing(conversation, quoted));
}

export const nothingBeforeAuth = check({
  id: 'mkt/nothing-before-auth',
  proves: ['MKT-04'],
  title: 'the market data socket serves nothing but op auth before op auth is acknowledged',
  needs: ['trader', 'instrument', 'market-data-socket'],

  async drive({ trader, anonymous, fixtures, elapse }) {
    const early = await anonymous.openSocket('marketData', { label: 'early' });
    const topics = [`quotes:${fixtures.instrument.symbol}`];
    await early.send({ op: 'subscribe', reqId: 'subscribe', params: { topics } });
    await early.send({ ...PROBE, reqId: 'probe' });
    await authenticate(early, 'no token of anybody');
    // If the subscription was accepted, a quote arrives within the second.
    await elapse(1_100);
    await early.send({ ...PROBE, reqId: 'later' });
    await Promise.race([early.next((frame) => frameAt(frame, 'reqId') === 'later', 2_000), early.untilClosed(2_000)]);
    await authenticate(await anonymous.openSocket('marketData', { label: 'authenticated' }), await trader.token());
  },

  judge(history) {
    const [early, authenticated] = [history.conversation('early'), history.conversation('authenticated')];
    const { strict } = history.target;
    const isTaken = isAcknowledged(authenticated, strict).verdict === 'pass';
    return (
      unopened(early, authenticated) ??
      allOf(
        servesNothing(early, strict),
        tellsNothing(authenticated, strict),
        isTaken ? pass : inconclusive('op auth is not taken either'),
      )
    );
  },
});
