/** Broken on one write alone, beside those of orders: what the interface says of every write, taken, retried or refused. */
import type { Asked, Json, Layer, Told } from '../proxy/telling.ts';
import { asking, having, headerOf, isReplay, jsonOf, keyOf, telling } from '../proxy/telling.ts';
import {
  AS_OF,
  answering,
  asked,
  both,
  breakage,
  coded,
  dropping,
  has,
  inError,
  inJson,
  lacks,
  of,
  POSITION,
  REPLAY,
  recoded,
  retryable,
  setting,
  stated,
  statusOf,
  type When,
} from './breakage.ts';
import { to, written } from './on-the-register.ts';

const TIME = () => '1767571200000000000';
const taken = (route: RegExp): When => both(of(route), statusOf(200, 201));
const refused = (route: RegExp): When => both(of(route), (told) => told.status >= 400);
const denied = (route: RegExp): When => both(of(route), coded('CAPABILITY_DENIED'));
const unheld = (route: RegExp): When => both(of(route), statusOf(404));

/** This write goes on under a key that the proxy makes, where it has none or a bad one. */
const keyed = (route: RegExp, isToBe: (key: string | undefined) => boolean) => (): Layer => {
  let n = 0;
  return (one, next) => {
    n += 1;
    return next(to(route)(one) && isToBe(keyOf(one)) ? having(one, 'Idempotency-Key', `made-up-${n}-0000`) : one);
  };
};

/** As refused, and made all the same. */
const madeAllTheSame = (route: RegExp) => (): Layer => {
  let n = 0;
  return async (one, next) => {
    const told = await next(one);
    n += 1;
    if (to(route)(one) && told.status === 400 && keyOf(one) === undefined)
      await next(having(one, 'Idempotency-Key', `made-up-${n}-0000`));
    return told;
  };
};

/** What a key was first told at the door it is told again, as a replay. */
const spentAtTheDoor = (route: RegExp) => (): Layer => {
  const told = new Map<string, Told>();
  return async (one, next) => {
    const key = `${keyOf(one)}`;
    const former = to(route)(one) ? told.get(key) : undefined;
    if (former !== undefined) return having(former, REPLAY, 'true');
    const answer = await next(one);
    if (to(route)(one) && answer.status === 400) told.set(key, answer);
    return answer;
  };
};

/** A key that another write has used is as good as a fresh one. */
const freedKeys = (route: RegExp) => (): Layer => {
  let n = 0;
  return async (one, next) => {
    const told = await next(one);
    n += 1;
    const isReused = to(route)(one) && coded('IDEMPOTENCY_KEY_REUSED')(told, one);
    return isReused ? next(having(one, 'Idempotency-Key', `freed-${n}-000000`)) : told;
  };
};

/** A request that the proxy mends: the gateway sees what is well formed. */
const mended = (route: RegExp, when: (one: Asked) => boolean, mend: (one: Asked) => Asked) =>
  asked((one) => (to(route)(one) && when(one) ? mend(one) : one));

/** A record of this family is told to whoever asks. */
const toldToAll = (route: RegExp) => (): Layer => {
  const records = new Map<string, Told>();
  const keys = new Set<string>();
  return async (one, next) => {
    if (to(route)(one)) keys.add(`/operations/${keyOf(one)}`);
    const told = await next(one);
    if (!keys.has(one.path)) return told;
    if (told.status === 200) records.set(one.path, told);
    return records.get(one.path) ?? told;
  };
};

const numbered = (name: string) => (): Layer => {
  let n = 0;
  return async (one, next) => {
    const told = await next(one);
    const json = jsonOf(told);
    if (one.method !== 'POST' || told.status !== 201 || json?.[name] === undefined || isReplay(told)) return told;
    n += 1;
    return telling(told, { ...json, [name]: n });
  };
};

const isBare = (one: Asked): boolean => jsonOf(one) === undefined;
const inCharset = (one: Asked): boolean => /bogus/.test(headerOf(one, 'content-type') ?? '');
const inOutcome =
  (family: string): When =>
  (told) =>
    (jsonOf(told)?.['outcome'] as Json | undefined)?.['family'] === family;
const remarked = (one: Asked): boolean => jsonOf(one)?.['remark'] === 'another body';

const PORTFOLIO = /^PUT \/portfolios\/[0-9]+$/;

export const OF_EVERY_WRITE = [
  breakage(
    'IDEM-01',
    'a portfolio is restated without a key',
    keyed(PORTFOLIO, (key) => key === undefined),
  ),
  breakage(
    'IDEM-01',
    'algos are halted under an empty key',
    keyed(/^POST \/algos\/halt$/, (key) => key === ''),
  ),
  breakage(
    'IDEM-01',
    'a credential is approved under a key far too long',
    keyed(/^POST \/credentials\/[0-9]+\/approve$/, (key) => (key ?? '').length > 64),
  ),
  breakage(
    'IDEM-01',
    'an address without a key answers 428',
    stated(
      428,
      (told, one) => told.status === 400 && to(/^POST \/account-addresses$/)(one) && keyOf(one) === undefined,
    ),
  ),
  breakage('IDEM-01', 'a portfolio is made of a refused creation without a key', madeAllTheSame(/^POST \/portfolios$/)),
  breakage(
    'IDEM-01',
    'an account is restated by a refused write without a key',
    madeAllTheSame(/^PUT \/accounts\/[0-9]+$/),
  ),
  breakage('IDEM-02', 'a replayed policy does not say so', dropping(REPLAY, taken(/^POST \/asset-policies$/))),
  breakage(
    'IDEM-02',
    'a replayed start is of another row',
    inJson((json) => ({ ...json, instanceId: 17 }), both(taken(/\/start$/), has(REPLAY))),
  ),
  breakage(
    'IDEM-02',
    'a replayed creation of a credential answers 200',
    stated(200, both(taken(/^POST \/credentials$/), has(REPLAY))),
  ),
  breakage(
    'IDEM-03',
    'a first restatement of an account says that it is a replay',
    setting(REPLAY, () => 'true', taken(/^PUT \/accounts\//)),
  ),
  breakage('IDEM-04', 'a denied user is not replayed as such', dropping(REPLAY, denied(/^POST \/users$/))),
  breakage('IDEM-06', 'a key of another write makes an address', freedKeys(/^POST \/account-addresses$/)),
  breakage('IDEM-06', 'a key of another policy restates a policy', freedKeys(/^PUT \/asset-policies\//)),
  breakage('IDEM-06', 'a key of another write starts an instance', freedKeys(/\/start$/)),
  breakage(
    'IDEM-06',
    'a reused key has another code on accounts',
    recoded('CONFLICT', both(of(/^POST \/accounts$/), statusOf(409))),
  ),
  breakage('IDEM-07', 'a chain policy refused at the door spends its key', spentAtTheDoor(/^PUT \/chain-policies\//)),
  breakage('IDEM-07', 'an instance refused at the door spends its key', spentAtTheDoor(/^POST \/algos\/instances$/)),
  breakage(
    'IDEM-08',
    'a denied credential is judged anew for another body',
    dropping(
      REPLAY,
      both(denied(/^POST \/credentials$/), (_, one) => remarked(one)),
    ),
  ),
  breakage(
    'IDEM-10',
    'no record of a write on algos',
    stated(404, both(of(/^GET \/operations\//), inOutcome('algos'))),
  ),
  breakage(
    'IDEM-10',
    'a record of a register write without an outcome',
    inJson(({ outcome: _, ...json }) => json, both(of(/^GET \/operations\//), inOutcome('register'))),
  ),
  breakage(
    'IDEM-15',
    'a portfolio takes a user',
    written(/^POST \/portfolios$/, ({ userId: _, ...body }) => body),
  ),
  breakage(
    'IDEM-15',
    'an arm of a policy takes a user',
    written(/^POST \/trading-policies\/[0-9]+\/halt$/, ({ userId: _, ...body }) => body),
  ),
  breakage(
    'IDEM-15',
    'a stop of an instance takes a user',
    written(/\/stop$/, ({ userId: _, ...body }) => body),
  ),
  breakage('IDEM-17', 'the record of a portfolio is told to all', toldToAll(/^POST \/portfolios$/)),
  breakage('IDEM-17', 'the record of a stopped instance is told to all', toldToAll(/\/stop$/)),
  breakage('IDEM-19', "a replayed portfolio carries the first one's request id", (): Layer => {
    const ids = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const id = headerOf(told, 'x-request-id') ?? '';
      if (!to(/^POST \/portfolios$/)(one)) return told;
      if (!isReplay(told)) ids.set(`${keyOf(one)}`, id);
      return having(told, 'X-Request-Id', ids.get(`${keyOf(one)}`) ?? id);
    };
  }),
  breakage('RID-01', 'no request id on a created credential', dropping('X-Request-Id', taken(/^POST \/credentials$/))),
  breakage(
    'RID-02',
    'another request id on a halt',
    setting('X-Request-Id', () => 'another-0001', taken(/^POST \/algos\/halt$/)),
  ),
  breakage(
    'RID-03',
    'a short request id is echoed on a policy',
    answering(taken(/^POST \/chain-policies$/), (told, one) => {
      const sent = headerOf(one, 'x-request-id') ?? '';
      return sent.length < 8 && sent !== '' ? having(told, 'X-Request-Id', sent) : told;
    }),
  ),
  breakage('POS-01', 'no position on a created portfolio', dropping(POSITION, taken(/^POST \/portfolios$/))),
  breakage('POS-01', 'no position on a deleted instance', dropping(POSITION, taken(/\/delete$/))),
  breakage('POS-03', 'a time on a restated user', setting(AS_OF, TIME, taken(/^PUT \/users\//))),
  breakage('POS-03', 'a time on a created credential', setting(AS_OF, TIME, taken(/^POST \/credentials$/))),
  breakage('POS-03', 'no time on an account that is not held', dropping(AS_OF, unheld(/^PUT \/accounts\//))),
  breakage(
    'POS-04',
    'a position on a refused body of a chain policy',
    setting(POSITION, () => '45', both(of(/^POST \/chain-policies$/), statusOf(400), lacks(AS_OF))),
  ),
  breakage('POS-05', 'no position on a denied credential', dropping(POSITION, denied(/^POST \/credentials$/))),
  breakage('POS-05', 'no position on a denied halt', dropping(POSITION, denied(/^POST \/algos\/halt$/))),
  breakage('AUTH-14', 'a denied rotation is a 401', stated(401, denied(/\/rotate$/))),
  breakage('AUTH-14', 'a denied stop has another code', recoded('FORBIDDEN', denied(/\/stop$/))),
  breakage(
    'AUTH-13',
    'a refused user is told the token',
    answering(refused(/^POST \/users$/), (told, one) => ({
      ...told,
      body: told.body.replace('"message":"', `"message":"${headerOf(one, 'authorization')} `),
    })),
  ),
  breakage(
    'ERR-01',
    'a refused instance without retryable',
    inError(({ retryable: _, ...error }) => error, refused(/^POST \/algos\/instances$/)),
  ),
  breakage(
    'ERR-02',
    'a refused rotation names another request',
    inError((error) => ({ ...error, requestId: 'another-0001' }), refused(/\/rotate$/)),
  ),
  breakage(
    'ERR-03',
    'a refused halt says nothing',
    inError((error) => ({ ...error, message: '' }), refused(/^POST \/algos\/halt$/)),
  ),
  breakage(
    'ERR-11',
    'a refused address may be tried again',
    retryable(true, both(of(/^POST \/account-addresses$/), statusOf(400))),
  ),
  breakage('ERR-15', 'a denied policy may be tried again', retryable(true, denied(/^POST \/trading-policies$/))),
  breakage(
    'ERR-07',
    'what is no JSON restates a portfolio',
    mended(PORTFOLIO, isBare, (one) => asking(one, { displayName: 'mended' })),
  ),
  breakage(
    'ERR-07',
    'what is no JSON answers 422 on a config',
    stated(422, (told, one) => told.status === 400 && to(/\/config$/)(one) && isBare(one)),
  ),
  breakage(
    'ERR-08',
    'a charset that is none makes a portfolio',
    mended(/^POST \/portfolios$/, inCharset, (one) => having(one, 'Content-Type', 'application/json')),
  ),
  breakage(
    'ERR-08',
    'a charset that is none answers 415 on users',
    stated(415, (told, one) => told.status === 400 && to(/^PUT \/users\//)(one) && inCharset(one)),
  ),
  breakage('ERR-09', 'an address that is not held is forbidden', stated(403, unheld(/^PUT \/account-addresses\//))),
  breakage('ERR-09', 'an instance that is not held has another code', recoded('NO_INSTANCE', unheld(/\/delete$/))),
  breakage(
    'ID-01',
    'a created portfolio has text for its key',
    inJson((json) => ({ ...json, portfolioId: `${json['portfolioId']}` }), taken(/^POST \/portfolios$/)),
  ),
  breakage('ID-05', 'portfolios are counted', numbered('portfolioId')),
  breakage('ID-05', 'chain policies are counted', numbered('chainPolicyId')),
  breakage(
    'ID-06',
    'no portfolio is a portfolio of the number 0',
    stated(
      422,
      (told, one) => told.status === 200 && to(/^PUT \/accounts\//)(one) && jsonOf(one)?.['portfolioId'] === 0,
    ),
  ),
  breakage(
    'ID-06',
    'an asset is not unset by null',
    written(/^PUT \/account-addresses\//, (body) => (body['assetId'] === null ? { ...body, assetId: 2 } : body)),
  ),
  breakage(
    'MON-15',
    'a restated policy has a number for an amount',
    inJson((json) => ({ ...json, maxTicketAmount: 5 }), taken(/^PUT \/asset-policies\//)),
  ),
  breakage(
    'MON-16',
    'a created policy with a scaled integer',
    inJson((json) => ({ ...json, unscaled: 5 }), taken(/^POST \/trading-policies$/)),
  ),
  breakage(
    'SVC-11',
    'a halt counts in words',
    inJson((json) => ({ ...json, count: 'none' }), taken(/^POST \/algos\/halt$/)),
  ),
  breakage(
    'SVC-11',
    'a restated user lacks its key',
    inJson(({ userId: _, ...json }) => json, taken(/^PUT \/users\//)),
  ),
];
