/** Op auth on a session: what renews it, and that a credential of another principal or an invalid one changes nothing. */
import type { Conversation } from '../../member/exchange/conversation.ts';
import { frameAt, grantOf, sent, showing } from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { isOk } from '../../member/exchange/exchange.ts';
import type { OpenSocket } from '../../member/sending/open-socket.ts';
import {
  greetingOf,
  isGranted,
  isRefusedWith,
  ofSession,
  openGreeted,
  PROBE,
  staysOpen,
} from '../../rules/frame-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { FORGERIES, forgedTokens, unverifiable } from '../../scenes/forged-tokens.ts';
import { claimsOf } from '../../scenes/ticket-parts.ts';

const FORBIDDEN = { op: 'auth', code: 'FORBIDDEN_PRINCIPAL' } as const;
const INVALID = { op: 'auth', code: 'INVALID_TOKEN' } as const;

/** `auth('own', token)`: sends op auth and waits for its answer. */
const authOn = (socket: OpenSocket) => (reqId: string, token: string) =>
  socket.ask({ op: 'auth', reqId, params: { token } });

/** The reqIds sent that begin so. */
function sentReqIds(conversation: Conversation, prefix: string): readonly string[] {
  return sent(conversation)
    .map((frame) => frameAt(frame, 'reqId'))
    .filter((reqId): reqId is string => typeof reqId === 'string' && reqId.startsWith(prefix));
}

function isRenewedBy(conversation: Conversation, reqId: string): boolean {
  return isGranted(conversation, reqId).verdict === 'pass';
}

const NEVER_RENEWED = inconclusive('no credential renews the session');

/** WSS-08. */
export const authAnswersTheGrant = check({
  id: 'wss/auth-answers-the-grant',
  proves: ['WSS-08'],
  title: 'op auth with a credential of the same principal answers success true with the session grant',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await openGreeted(trader);
    for (const reqId of ['renewed', 'renewedAgain']) await authOn(socket)(reqId, await trader.token());
    await socket.ask({ ...PROBE, reqId: 'probe' });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const { strict, controlled } = history.target;
      return allOf(
        isGranted(conversation, 'renewed'),
        isGranted(conversation, 'renewedAgain'),
        staysOpen(conversation, 'probe'),
        // A renewed lease shows at its end: `wss/session-comes-to-its-end`, and `wss/auth-renews-the-lease` by control.
        strict || controlled === true
          ? pass
          : notExercised('the session was not followed past the end of its first lease'),
      );
    }),
});

const OTHERS = ['colleague', 'stranger'] as const;

/** One principal, as far as GET /me names them. */
function areOne(one: Exchange, other: Exchange): boolean {
  const userId = idIn(one, 'userId');
  return userId !== undefined && userId === idIn(other, 'userId') && idIn(one, 'orgId') === idIn(other, 'orgId');
}

/** WSS-09: another user of the organisation, and one of another organisation. */
export const anotherPrincipalIsRefused = check({
  id: 'wss/another-principal-is-refused',
  proves: ['WSS-09'],
  title:
    "op auth with another principal's credential is refused FORBIDDEN_PRINCIPAL and the session keeps its identity",
  needs: ['trader', 'viewer', 'outsider', 'trading-socket'],

  async drive({ trader, viewer, outsider }) {
    await viewer.get('/me', { label: 'colleague' });
    await outsider.get('/me', { label: 'stranger' });
    const auth = authOn(await openGreeted(trader));
    await auth('own', await trader.token());
    await auth('colleague', await viewer.token());
    await auth('stranger', await outsider.token());
    await auth('ownAgain', await trader.token());
    await trader.get('/me', { label: 'me' });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const me = history.one('me');
      const unlike = OTHERS.map((label) => history.one(label)).find((other) => !isOk(other) || areOne(me, other));
      if (unlike !== undefined) return inconclusive('GET /me of the other principal does not show another one');
      const first = grantOf(greetingOf(conversation));
      if (first === undefined) return inconclusive('the session was granted nothing');
      if (!isRenewedBy(conversation, 'own')) return NEVER_RENEWED;
      return allOf(
        OTHERS.map((reqId) => isRefusedWith(conversation, reqId, FORBIDDEN)),
        isGranted(conversation, 'ownAgain', (grant, answer) =>
          // An administrator may have changed the capabilities meanwhile: GET /me serves the change too.
          [first.capabilities, capabilitiesOf(me)].some((own) => own?.join() === grant.capabilities.join())
            ? pass
            : violated('the grant of the principal that the session is of', showing(conversation, answer)),
        ),
      );
    }),
});

/** The credentials between the two of its own principal are refused so, and the last one still renews the session. */
function onlyOwnRenew(
  conversation: Conversation,
  [before, after]: readonly [string, string],
  refused: readonly string[],
  expected: { readonly op: string; readonly code: string },
): Judgement {
  if (!isRenewedBy(conversation, before)) return NEVER_RENEWED;
  return allOf(
    eachOf(refused, (reqId) => isRefusedWith(conversation, reqId, expected)),
    isGranted(conversation, after),
  );
}

/** WSS-09: a subject is a principal only together with its organisation. */
export const sameSubjectElsewhere = check({
  id: 'wss/same-subject-elsewhere',
  proves: ['WSS-09'],
  title: 'op auth with a token of the same subject in another organisation is refused FORBIDDEN_PRINCIPAL',
  needs: ['trader', 'outsider', 'trading-socket', 'mint'],

  async drive({ trader, outsider, control }) {
    const { sub } = claimsOf(await control.mint({ persona: 'trader' }));
    const { org_id } = claimsOf(await outsider.token());
    const auth = authOn(await openGreeted(trader));
    await auth('own', await control.mint({ persona: 'trader' }));
    await auth('elsewhere', await control.mint({ persona: 'outsider', claims: { org_id, sub } }));
    await auth('ownAgain', await control.mint({ persona: 'trader' }));
  },

  judge: (history) =>
    ofSession(history, (conversation) => onlyOwnRenew(conversation, ['own', 'ownAgain'], ['elsewhere'], FORBIDDEN)),
});

const NO_TOKEN = 'no token of anybody';

/** WSS-10, with what any client can send. */
export const invalidToken = check({
  id: 'wss/invalid-token',
  proves: ['WSS-10'],
  title: 'op auth with a token that does not verify is refused INVALID_TOKEN and the session stays open',
  needs: ['trader', 'trading-socket'],
  cases: { of: 'tokens', names: () => [NO_TOKEN, ...FORGERIES] },

  async drive({ trader, takes }) {
    const auth = authOn(await openGreeted(trader));
    const token = await trader.token();
    await auth('own', token);
    const wrong = Object.entries({ [NO_TOKEN]: NO_TOKEN, ...forgedTokens(token) }).filter(([what]) => takes(what));
    for (const [i, [, forged]] of wrong.entries()) await auth(`forged${i}`, forged);
    await auth('ownAgain', token);
  },

  judge: (history) =>
    ofSession(history, (conversation) =>
      allOf(
        eachOf(sentReqIds(conversation, 'forged'), (reqId) => isRefusedWith(conversation, reqId, INVALID)),
        isRenewedBy(conversation, 'own') ? isGranted(conversation, 'ownAgain') : NEVER_RENEWED,
      ),
    ),
});

/** WSS-10, with tokens that the issuer signed. */
export const unverifiableTokenOnASession = check({
  id: 'wss/unverifiable-token',
  proves: ['WSS-10'],
  title:
    'op auth with a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) is refused INVALID_TOKEN',
  needs: ['trader', 'trading-socket', 'mint'],

  async drive({ trader, control }) {
    const { nowNs } = await control.clock();
    const auth = authOn(await openGreeted(trader));
    await auth('good', await control.mint({ persona: 'trader' }));
    for (const [what, wrong] of Object.entries(unverifiable(nowNs))) {
      await auth(`wrong${what.replaceAll(/[^A-Za-z0-9]/g, '')}`, await control.mint({ persona: 'trader', ...wrong }));
    }
    await auth('last', await control.mint({ persona: 'trader' }));
  },

  judge: (history) =>
    ofSession(history, (conversation) =>
      onlyOwnRenew(conversation, ['good', 'last'], sentReqIds(conversation, 'wrong'), INVALID),
    ),
});
