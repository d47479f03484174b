/** Tokens: none, two, those that do not verify, those that have ended, those without a name; and that none is served. */

import { isOk, json, keyOf, status, textAt } from '../../member/exchange/exchange.ts';
import { isSigned } from '../../member/exchange/foreign.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { holdsNoSecret } from '../../rules/holds-no-secret.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';
import { isRefusedInTheEnd, useUntilRefused, WAITS_FOR_A_TOKEN } from '../../scenes/expired-token.ts';
import { forgedTokens, respeltTokens } from '../../scenes/forged-tokens.ts';
import { unverifiable } from '../../scenes/unverifiable-tokens.ts';

/** Values of the Authorization header that are not a bearer token. */
const OTHER_CREDENTIALS = ['Basic dHJhZGVyOnRyYWRlcg==', 'Bearer', 'Token nobody', 'nobody'];

const CHALLENGED = { status: 401, code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': true } } as const;

/** Every route, and other schemes on one. */
export const noToken = check({
  id: 'auth/no-token',
  proves: ['AUTH-01'],
  title: 'a request without a bearer token answers 401 on every route that asks who calls',
  needs: [],

  async drive({ anonymous, target, freshKey }) {
    await requestEveryRoute(anonymous, { target, freshKey });
    for (const authorization of OTHER_CREDENTIALS) await anonymous.get('/me', { authorization });
  },

  // The code is said of the ticket route alone (decision A8).
  judge: (history) => eachOf(history.answered, (e) => expects(e, history.target.strict ? CHALLENGED : { status: 401 })),
});

/** A deployed member may take the first token (decision A9); none takes the second. */
export const twoTokens = check({
  id: 'auth/two-tokens',
  proves: ['AUTH-01'],
  title: 'a request with two tokens is never served to the second',
  needs: ['trader', 'outsider'],

  async drive({ trader, outsider }) {
    await trader.get('/me', { label: 'first' });
    await trader.raw(
      [
        'GET /me HTTP/1.1',
        'Host: <host>',
        'Authorization: Bearer <token>',
        `Authorization: Bearer ${await outsider.token()}`,
        'Accept: application/json',
        'Connection: close',
      ],
      { label: 'both' },
    );
  },

  judge(history) {
    const [first, both] = [history.one('first'), history.one('both')];
    if (!isOk(first)) return inconclusive('GET /me is not served to the first token alone');
    // Without a member's signature a proxy before it has turned the request away, as nginx does.
    if (history.target.strict && (isOk(both) || (both.response !== null && isSigned(both.response))))
      return expects(both, { status: 401 });
    return !isOk(both) || sameBody(json(both), json(first))
      ? pass
      : violated('no answer as to the second of two tokens', first, both);
  },
});

const VALID = 'as it should be';

/** Tokens that the issuer mints with one defect each. */
export const unverifiableToken = check({
  id: 'auth/unverifiable-token',
  proves: ['AUTH-02'],
  title: 'a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) answers 401',
  needs: ['trader', 'mint'],

  async drive({ trader, control, target, freshKey }) {
    const { nowNs } = await control.clock();
    await trader.get('/me', { token: await control.mint({ persona: 'trader' }), label: VALID });
    for (const [label, defect] of Object.entries(unverifiable(nowNs))) {
      const token = await control.mint({ persona: 'trader', ...defect });
      await trader.get('/me', { token, label });
      if (label === 'expired') await requestEveryRoute(trader, { target, freshKey }, { token, label });
    }
  },

  judge(history) {
    if (!isOk(history.one(VALID))) return inconclusive('a minted token with nothing wrong is not served');
    return eachOf(
      history.answered.filter((e) => e.label !== VALID),
      (e) => expects(e, { status: 401 }, e.label ?? undefined),
    );
  },
});

const OWN = 'its own token';
const RESPELT = 'respelt: ';
/** This one is sent to every route: a member may verify tokens on some routes only. */
const ON_EVERY_ROUTE = 'a changed claim';

/** Tokens that are forged from a valid one without the issuer. */
export const forgedToken = check({
  id: 'auth/forged-token',
  proves: ['AUTH-02'],
  title: 'a token of which signature, key or algorithm do not verify answers 401',
  needs: ['trader'],

  async drive({ trader, target, freshKey }) {
    await trader.get('/me', { label: OWN });
    const good = await trader.token();
    const forged = forgedTokens(good);
    for (const [label, token] of Object.entries(forged)) await trader.get('/me', { token, label });
    const token = forged[ON_EVERY_ROUTE];
    if (token !== undefined) await requestEveryRoute(trader, { target, freshKey }, { token, label: ON_EVERY_ROUTE });
    for (const [how, token] of Object.entries(respeltTokens(good))) {
      await trader.get('/me', { token, label: RESPELT + how });
    }
  },

  judge(history) {
    if (status(history.one(OWN)) === 401)
      return inconclusive('the token that the forged ones are made of does not verify');
    const others = history.answered.filter((e) => e.label !== OWN);
    const isRespelt = ({ label }: { readonly label: string | null }) => label?.startsWith(RESPELT) === true;
    return allOf(
      eachOf(
        others.filter((e) => !isRespelt(e)),
        (e) => expects(e, { status: 401 }, e.label ?? undefined),
      ),
      // That a token has one spelling is the sandbox's own rule. Another decoder may accept these spellings.
      others
        .filter(isRespelt)
        .map((e) => expects(e, { status: history.target.strict ? 401 : 'not 5xx' }, e.label ?? undefined)),
    );
  },
});

/** A fresh token, before its end and after it, up to the leeway. */
export const expiredToken = check({
  id: 'auth/expired-token',
  proves: ['AUTH-02'],
  title: 'a token that was served answers 401 once it has expired',
  needs: ['trader'],
  waits: WAITS_FOR_A_TOKEN,

  drive: (scene) =>
    useUntilRefused(
      scene,
      async (token, label) => status(await scene.trader.get('/me', { token, label })) === UNAUTHENTICATED,
    ),

  judge: (history) =>
    isRefusedInTheEnd(history, (label) =>
      history.labelled(label).map((e) => ({
        isTaken: isOk(e),
        judgement: expects(e, { status: UNAUTHENTICATED }, 'the token has expired'),
      })),
    ),
});

const UNAUTHENTICATED = 401;

/** A token of the issuer for another service, without a control plane. */
export const otherAudience = check({
  id: 'auth/token-of-another-audience',
  proves: ['AUTH-02'],
  title: 'a token that the issuer made for another audience answers 401',
  needs: ['trader', 'other-audience'],

  async drive({ trader }) {
    await trader.get('/me', { label: OWN });
    const { token } = await trader.freshToken('of another audience');
    await trader.get('/me', { token, label: 'another audience' });
  },

  judge: (history) =>
    isOk(history.one(OWN))
      ? expects(history.one('another audience'), { status: UNAUTHENTICATED }, 'its audience is another service')
      : inconclusive('GET /me is not served to its own token either'),
});

const NAMELESS = {
  'no org_id': { org_id: null },
  'org_id not ASCII': { org_id: 'ørg-first' },
  'sub not ASCII': { sub: 'trāder' },
} as const;

/** These name no caller either; the interface does not say which of 401 and 403 they get (decision A10). */
const EITHER = {
  'no sub': { sub: null },
  'org_id a number': { org_id: 1 },
} as const;

/** Claims that name no caller. */
export const namelessToken = check({
  id: 'auth/nameless-token',
  proves: ['AUTH-05'],
  title: 'a token without org_id, or with an org_id or sub that is not ASCII, answers 403 FORBIDDEN_PRINCIPAL',
  needs: ['trader', 'mint'],

  async drive({ trader, control, target, freshKey }) {
    for (const [label, claims] of Object.entries({ ...NAMELESS, ...EITHER })) {
      const token = await control.mint({ persona: 'trader', claims });
      await trader.get('/me', { token, label });
      await trader.get('/orders', { token, label });
      if (label === 'no org_id') await requestEveryRoute(trader, { target, freshKey }, { token, label });
    }
  },

  judge(history) {
    const of = (labels: object) => Object.keys(labels).flatMap((label) => history.labelled(label));
    const refused = { status: 403, code: 'FORBIDDEN_PRINCIPAL' } as const;
    return allOf(
      eachOf(of(NAMELESS), (e) => expects(e, refused, e.label ?? undefined)),
      eachOf(of(EITHER), (e) =>
        expects(e, history.target.strict ? refused : { status: [401, 403] }, e.label ?? undefined),
      ),
    );
  },
});

/** Tokens in their place and in every wrong one; the recorder marks each one that an answer repeats. */
export const noTokenIsServed = check({
  id: 'auth/no-token-is-served',
  proves: ['AUTH-13'],
  title: 'no token appears in a response, not even where it was sent in the wrong place or does not verify',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const token = await trader.token();
    await trader.get('/me');
    await trader.get('/openapi.json');
    const submitted = await trader.submit(order());
    await trader.get('/orders', { query: { limit: 5 } });
    await trader.get(`/operations/${keyOf(submitted)}`);
    await trader.cancel(textAt(submitted, 'orderId') ?? '1');

    for (const forged of Object.values(forgedTokens(token))) await trader.get('/me', { token: forged });
    await trader.get('/me', { authorization: 'Basic <token>' });
    await trader.get('/me', { authorization: 'Bearer <token> <token>' });
    await trader.get('/orders', { query: { access_token: token } });
    await trader.get(`/orders/${token}`);
    await trader.get(`/operations/${token}`);
    await trader.submit(order({ price: token }));
    await trader.submit(order({ account: token, accountId: undefined }));
    await trader.request({ method: 'POST', path: '/orders', key: token, body: order() });
    await trader.request({ method: 'POST', path: '/orders', key: freshKey(), rawBody: `{"price":${token}}` });
    await trader.get('/me', { headers: { 'X-Request-Id': token } });
  },

  judge: (history) => eachOf(history.answered, holdsNoSecret),
});
