/** Tokens: none, two, invalid, expired and nameless ones; and no response contains one. */

import { type Exchange, isOk, json, keyOf, status, textAt } from '../../member/exchange/exchange.ts';
import { isSigned } from '../../member/exchange/foreign.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { holdsNoSecret } from '../../rules/answer-rules.ts';
import { check, type Scene } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';
import { requestEveryRoute, routeNames } from '../../scenes/every-route.ts';
import { isRefusedInTheEnd, useUntilRefused, WAITS_FOR_A_TOKEN } from '../../scenes/expired-token.ts';
import {
  FORGERIES,
  forgedTokens,
  RESPELLINGS,
  respeltTokens,
  UNVERIFIABLE,
  unverifiable,
} from '../../scenes/forged-tokens.ts';

/** Values of the Authorization header that are not a bearer token. */
const OTHER_CREDENTIALS = ['Basic dHJhZGVyOnRyYWRlcg==', 'Bearer', 'Token unknown', 'unknown'];

const CHALLENGED = { status: 401, code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': true } } as const;

export const noToken = check({
  id: 'auth/no-token',
  proves: ['AUTH-01'],
  title: 'a request without a bearer token answers 401 on every route that authenticates',
  needs: [],
  cases: { of: 'requests', names: (reach) => [...routeNames(reach), ...OTHER_CREDENTIALS] },

  async drive(scene) {
    const { anonymous, takes } = scene;
    await requestEveryRoute(anonymous, scene);
    for (const authorization of OTHER_CREDENTIALS)
      if (takes(authorization)) await anonymous.get('/me', { authorization });
  },

  // The interface states the code for the ticket route only (decision A8).
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
    // A refusal without the member's signature is of a proxy, such as nginx.
    if (history.target.strict && (isOk(both) || (both.response !== null && isSigned(both.response))))
      return expects(both, { status: 401 });
    return !isOk(both) || sameBody(json(both), json(first))
      ? pass
      : violated('no answer as to the second of two tokens', first, both);
  },
});

const VALID = 'as it should be';

export const unverifiableToken = check({
  id: 'auth/unverifiable-token',
  proves: ['AUTH-02'],
  title: 'a token with one defect (exp, nbf, iss, aud, key, algorithm) answers 401',
  needs: ['trader', 'mint'],
  cases: { of: 'defects and routes', names: (reach) => [...UNVERIFIABLE, ...routeNames(reach)] },

  async drive(scene) {
    const { trader, control, takes } = scene;
    const { nowNs } = await control.clock();
    await trader.get('/me', { token: await control.mint({ persona: 'trader' }), label: VALID });
    for (const [label, defect] of Object.entries(unverifiable(nowNs))) {
      const token = await control.mint({ persona: 'trader', ...defect });
      if (takes(label)) await trader.get('/me', { token, label });
      if (label === 'expired') await requestEveryRoute(trader, scene, { token, label });
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

/** Between the issue of a token and its first use. */
const UNTIL_USED_MS = 5_000;

/** A member may keep the keys of its issuer for a while, so a former token that is still served shows nothing. */
export const withdrawnKey = check({
  id: 'auth/withdrawn-key',
  proves: ['AUTH-02'],
  title: 'a token of a signing key that the issuer has withdrawn answers 401, and one of the new key is served',
  needs: ['trader', 'rotateKey', 'destructive'],

  async drive({ trader, operator, note }) {
    const { token, lifeMs } = await trader.freshToken('usual');
    note('life', lifeMs);
    await trader.get('/me', { token, label: VALID });
    const issuer = await operator.rotateKey();
    const isRefused = (e: Exchange) => status(e) === 401;
    const me = () => trader.get('/me', { label: 'new' });
    await issuer.until(me, isOk, 'a token of the new key was not served within a minute');
    const late = 'a token of the former key was served for a minute: members may keep keys for longer';
    await issuer.until(() => trader.get('/me', { token, label: 'former' }), isRefused, late);
  },

  judge(history) {
    const [valid, former] = [history.one(VALID), history.last('former')];
    if (!isOk(valid) || !isOk(history.last('new'))) return inconclusive('a valid token is not served');
    const lifeMs = history.noted('life')?.value as number | undefined;
    const usedMs = former.answeredAtMs - valid.sentAtMs + UNTIL_USED_MS;
    // A token that has expired is refused whatever its key.
    if (lifeMs === undefined || usedMs >= lifeMs) return inconclusive('the token of the former key may have expired');
    return expects(former, { status: 401 });
  },
});

const OWN = 'its own token';
const RESPELT = 'respelt: ';
/** This one is sent to every route: a member may verify tokens on some routes only. */
const ON_EVERY_ROUTE = 'a changed claim';

export const forgedToken = check({
  id: 'auth/forged-token',
  proves: ['AUTH-02'],
  title: 'a token with an invalid signature, key or algorithm answers 401',
  needs: ['trader'],
  cases: {
    of: 'forgeries and routes',
    names: (reach) => [...FORGERIES, ...routeNames(reach), ...RESPELLINGS.map((how) => RESPELT + how)],
    // A decoder may accept another spelling.
    shows: (name) => (name.startsWith(RESPELT) ? [] : ['AUTH-02']),
  },

  async drive(scene) {
    const { trader, takes } = scene;
    await trader.get('/me', { label: OWN });
    const good = await trader.token();
    const forged = forgedTokens(good);
    for (const [label, token] of Object.entries(forged)) if (takes(label)) await trader.get('/me', { token, label });
    const token = forged[ON_EVERY_ROUTE];
    if (token !== undefined) await requestEveryRoute(trader, scene, { token, label: ON_EVERY_ROUTE });
    for (const [how, respelt] of Object.entries(respeltTokens(good))) {
      const label = RESPELT + how;
      if (takes(label)) await trader.get('/me', { token: respelt, label });
    }
  },

  judge(history) {
    if (status(history.one(OWN)) === 401)
      return inconclusive('the token that the forged ones are made of does not verify');
    const others = history.answered.filter((e) => e.label !== OWN);
    const isRespelt = ({ label }: { readonly label: string | null }) => label?.startsWith(RESPELT) === true;
    const refused = (e: Exchange) => expects(e, { status: 401 }, e.label ?? undefined);
    // That a token has one spelling is the sandbox's own rule. Another decoder may accept these spellings.
    const isLenient = (e: Exchange) => isRespelt(e) && !history.target.strict && ![401, 500].includes(status(e) ?? 500);
    return eachOf(others, (e) => (isLenient(e) ? unseen : refused(e)));
  },
});

export const expiredToken = check({
  id: 'auth/expired-token',
  proves: ['AUTH-02'],
  title: 'a token answers 401 once it has expired',
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

export const otherAudience = check({
  id: 'auth/token-of-another-audience',
  proves: ['AUTH-02'],
  title: 'a token for another audience answers 401',
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

/** These name no caller either. The interface does not say whether they get 401 or 403 (decision A10). */
const EITHER = {
  'no sub': { sub: null },
  'org_id a number': { org_id: 1 },
} as const;

export const namelessToken = check({
  id: 'auth/nameless-token',
  proves: ['AUTH-05'],
  title: 'a token without org_id, or with an org_id or sub that is not ASCII, answers 403 FORBIDDEN_PRINCIPAL',
  needs: ['trader', 'mint'],
  cases: {
    of: 'claims and routes',
    names: (reach) => [...Object.keys({ ...NAMELESS, ...EITHER }), ...routeNames(reach)],
  },

  async drive(scene) {
    const { trader, control, takes } = scene;
    for (const [label, claims] of Object.entries({ ...NAMELESS, ...EITHER })) {
      const token = await control.mint({ persona: 'trader', claims });
      if (takes(label)) {
        await trader.get('/me', { token, label });
        await trader.get('/orders', { token, label });
      }
      if (label === 'no org_id') await requestEveryRoute(trader, scene, { token, label });
    }
  },

  judge(history) {
    const of = (labels: object) => Object.keys(labels).flatMap((label) => history.labelled(label));
    const refused = { status: 403, code: 'FORBIDDEN_PRINCIPAL' } as const;
    return allOf(
      of(NAMELESS).map((e) => expects(e, refused, e.label ?? undefined)),
      of(EITHER).map((e) => expects(e, history.target.strict ? refused : { status: [401, 403] }, e.label ?? undefined)),
    );
  },
});

type Showing = Scene<'trader' | 'account' | 'instrument'>;

/** Places an order, reads its operation and cancels it. */
async function placeAndCancel({ trader, order }: Showing): Promise<void> {
  const submitted = await trader.submit(order());
  await trader.get(`/operations/${keyOf(submitted)}`);
  await trader.cancel(textAt(submitted, 'orderId') ?? '1');
}

/** Requests with the token in its place and in wrong places. */
const TOKENS_SENT: Readonly<Record<string, (scene: Showing, token: string) => Promise<unknown>>> = {
  'GET /me': ({ trader }) => trader.get('/me'),
  'GET /openapi.json': ({ trader }) => trader.get('/openapi.json'),
  'GET /orders': ({ trader }) => trader.get('/orders', { query: { limit: 5 } }),
  'an order': placeAndCancel,
  'another scheme': ({ trader }) => trader.get('/me', { authorization: 'Basic <token>' }),
  'two tokens': ({ trader }) => trader.get('/me', { authorization: 'Bearer <token> <token>' }),
  'in the query': ({ trader }, token) => trader.get('/orders', { query: { access_token: token } }),
  'as an order': ({ trader }, token) => trader.get(`/orders/${token}`),
  'as an operation': ({ trader }, token) => trader.get(`/operations/${token}`),
  'as a price': ({ trader, order }, token) => trader.submit(order({ price: token })),
  'as an account': ({ trader, order }, token) => trader.submit(order({ account: token, accountId: undefined })),
  'as a key': ({ trader, order }, token) => {
    return trader.request({ method: 'POST', path: '/orders', key: token, body: order() });
  },
  'in no JSON': ({ trader, freshKey }, token) => {
    return trader.request({ method: 'POST', path: '/orders', key: freshKey(), rawBody: `{"price":${token}}` });
  },
  'as a request id': ({ trader }, token) => trader.get('/me', { headers: { 'X-Request-Id': token } }),
};

export const noTokenIsServed = check({
  id: 'auth/no-token-is-served',
  proves: ['AUTH-13'],
  title: 'no token appears in a response, even if it was sent in the wrong place or is invalid',
  needs: ['trader', 'account', 'instrument', 'writes'],
  cases: { of: 'requests', names: () => [...Object.keys(TOKENS_SENT), ...FORGERIES] },

  async drive(scene) {
    const { trader, takes } = scene;
    const token = await trader.token();
    for (const [name, request] of Object.entries(TOKENS_SENT)) if (takes(name)) await request(scene, token);
    for (const [name, forged] of Object.entries(forgedTokens(token)))
      if (takes(name)) await trader.get('/me', { token: forged });
  },

  // A token that is not in three parts cannot be forged.
  judge: (history) => allOf(history.answered.map(holdsNoSecret)),
});
