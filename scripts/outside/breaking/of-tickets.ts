/** Tickets, broken: what is minted and for whom. */
import type { Asked, Json, Layer, Told } from '../proxy/telling.ts';
import { asking, claimsOf, having, headerOf, isObject, jsonOf, refusal, telling } from '../proxy/telling.ts';
import {
  answering,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  inJson,
  recoded,
  retryable,
  setting,
  stated,
  statusOf,
} from './breakage.ts';
import { bearerOf, holderOf, isMint, MINT, MINTED } from './on-a-handshake.ts';

const NS_PER_S = 1_000_000_000n;

const inTicket = (change: (minted: Json, asked: Asked) => Json) => inJson(change, MINTED);
const without = (name: string) =>
  inTicket((minted) => Object.fromEntries(Object.entries(minted).filter(([member]) => member !== name)));
const expiryNs = (asked: Asked): string => String(BigInt(Math.floor(Number(claimsOf(asked)['exp'] ?? 0))) * NS_PER_S);
/** Where the token itself does not expire first. */
const laterBy = (seconds: bigint) =>
  inTicket((minted, asked) => {
    const expiresAtNs = String(minted['expiresAtNs']);
    if (expiresAtNs === expiryNs(asked)) return minted;
    return { ...minted, expiresAtNs: String(BigInt(expiresAtNs) + seconds * NS_PER_S) };
  });

/** A body that is refused is taken for a good one. */
const mending = (isMended: (body: unknown) => boolean) => (): Layer => (one, next) => {
  if (!isMint(one)) return next(one);
  let body: unknown;
  try {
    body = JSON.parse(one.body.toString() || 'null');
  } catch {
    body = undefined;
  }
  const sent = one.body.length === 0 ? having(one, 'Content-Type', 'application/json') : one;
  return next(isMended(one.body.length === 0 ? '' : body) ? asking(sent, { stream: 'trading' }) : one);
};

const isOther = (body: unknown): body is Json =>
  isObject(body) && Object.keys(body).length === 1 && typeof body['stream'] === 'string';

const minted = (ticket: string): Told => ({
  status: 200,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['X-Request-Id', 'made-by-the-proxy-0001'],
  ],
  body: JSON.stringify({ ticket, expiresAtNs: '1767571300000000000', stream: 'trading' }),
});

const limited = (asked: Asked): Told => having(refusal(asked, 429, 'RATE_LIMITED', true), 'Retry-After', '30');
const dateS = (told: Told): number => Math.floor(Date.parse(headerOf(told, 'date') ?? '') / 1000);

/** So many are counted of a user in a minute, and no more are minted. */
function counting(most: number, counts: (told: Told) => boolean, who: (asked: Asked) => string): Layer {
  const taken = new Map<string, number[]>();
  return async (one, next) => {
    const told = await next(one);
    if (!isMint(one)) return told;
    const name = who(one);
    const recent = (taken.get(name) ?? []).filter((atS) => atS > dateS(told) - 60);
    taken.set(name, counts(told) ? [...recent, dateS(told)] : recent);
    return told.status === 200 && recent.length >= most ? limited(one) : told;
  };
}

/** Tickets that say something: what a proxy makes of them, and of whom. */
const spelt = (spell: (ticket: string, asked: Asked) => string) =>
  inTicket((json, asked) => ({ ...json, ticket: spell(String(json['ticket']), asked) }));
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function earlier(isSame: (before: Told, told: Told) => boolean): Layer {
  const before = new Map<string, Told>();
  return async (one, next) => {
    const told = await next(one);
    if (!MINTED(told, one)) return told;
    const who = holderOf(bearerOf(one) ?? '');
    const last = before.get(who);
    if (last !== undefined && isSame(last, told)) return { ...told, body: last.body };
    before.set(who, told);
    return told;
  };
}

const NO_EXPIRY = (told: Told, asked: Asked): boolean =>
  told.status === 401 && isMint(asked) && 'sub' in claimsOf(asked) && claimsOf(asked)['exp'] === undefined;

export const OF_TICKETS = [
  breakage('TKT-01', 'a ticket may be stored', dropping('Cache-Control', MINTED)),
  breakage(
    'TKT-01',
    'a ticket may be stored and asked about again',
    setting('Cache-Control', () => 'no-cache', MINTED),
  ),
  breakage(
    'TKT-01',
    'a ticket may be kept ten seconds',
    setting('Cache-Control', () => 'private, max-age=10', MINTED),
  ),
  breakage('TKT-01', 'a ticket is created', stated(201, MINTED)),
  breakage('TKT-01', 'no ticket', without('ticket')),
  breakage('TKT-01', 'no expiry of a ticket', without('expiresAtNs')),
  breakage('TKT-01', 'no stream of a ticket', without('stream')),
  breakage(
    'TKT-01',
    'the stream of a ticket in capitals',
    inTicket((json) => ({ ...json, stream: 'TRADING' })),
  ),
  breakage(
    'TKT-01',
    'the expiry of a ticket as a number',
    inTicket((json) => ({ ...json, expiresAtNs: Number(json['expiresAtNs']) })),
  ),
  breakage(
    'TKT-01',
    'a ticket inside an envelope',
    inTicket((json) => ({ data: json })),
  ),
  breakage(
    'TKT-02',
    'a ticket needs a key',
    (): Layer => async (one, next) => {
      const told = await next(one);
      return MINTED(told, one) && headerOf(one, 'idempotency-key') === undefined
        ? refusal(one, 400, 'MALFORMED_REQUEST')
        : told;
    },
  ),
  breakage('TKT-02', 'another ticket is an earlier one', () => earlier(() => true)),
  breakage('TKT-02', 'a ticket is replayed under its key', () => {
    const told = new Map<string, Told>();
    return async (one, next) => {
      const key = isMint(one) ? headerOf(one, 'idempotency-key') : undefined;
      const answer = told.get(key ?? '') ?? (await next(one));
      if (key !== undefined) told.set(key, answer);
      return answer;
    };
  }),
  breakage('TKT-02', 'two tickets of one second are one', () =>
    earlier((before, told) => dateS(before) === dateS(told)),
  ),
  breakage('TKT-03', 'any stream is trading', mending(isOther)),
  breakage(
    'TKT-03',
    'the case of a stream is not seen',
    mending((body) => isOther(body) && String(body['stream']).toLowerCase() === 'trading'),
  ),
  breakage(
    'TKT-03',
    'another field is passed over',
    mending((body) => isObject(body) && body['stream'] === 'trading'),
  ),
  breakage(
    'TKT-03',
    'no stream is trading',
    mending((body) => isObject(body) && !('stream' in body)),
  ),
  breakage(
    'TKT-03',
    'a stream of null is trading',
    mending((body) => isObject(body) && body['stream'] === null),
  ),
  breakage(
    'TKT-03',
    'no body is trading',
    mending((body) => body === ''),
  ),
  breakage(
    'TKT-03',
    'a body of another shape is trading',
    mending((body) => body !== undefined && !isObject(body)),
  ),
  breakage(
    'TKT-03',
    'what is no JSON is trading',
    mending((body) => body === undefined),
  ),
  breakage('TKT-03', 'another stream answers 422', stated(422, both(MINT, statusOf(400)))),
  breakage('TKT-03', 'another stream has another code', recoded('UNKNOWN_STREAM', both(MINT, statusOf(400)))),
  breakage('TKT-04', 'a ticket expires after eleven seconds', laterBy(1n)),
  breakage('TKT-04', 'a ticket expires after nine seconds', laterBy(-1n)),
  breakage('TKT-04', 'a ticket expires after a minute', laterBy(50n)),
  breakage('TKT-04', 'a ticket has expired when it is minted', laterBy(-10n)),
  breakage(
    'TKT-04',
    'a ticket outlives its token',
    answering(MINTED, (told, asked) => {
      const json = jsonOf(told) ?? {};
      const expiresAtNs = BigInt(dateS(told) + 10) * NS_PER_S;
      return json['expiresAtNs'] === expiryNs(asked)
        ? telling(told, { ...json, expiresAtNs: String(expiresAtNs) })
        : told;
    }),
  ),
  breakage(
    'TKT-04',
    'a ticket expires with its token alone',
    inTicket((json, asked) => ({ ...json, expiresAtNs: expiryNs(asked) })),
  ),
  breakage(
    'TKT-04',
    'the expiry of a ticket in milliseconds',
    inTicket((json) => ({ ...json, expiresAtNs: String(BigInt(String(json['expiresAtNs'])) / 1_000_000n) })),
  ),
  breakage(
    'TKT-05',
    'a token without expiry mints',
    answering(NO_EXPIRY, () => minted('made-of-no-expiry')),
  ),
  breakage('TKT-05', 'a token without expiry answers 403', stated(403, NO_EXPIRY)),
  breakage('TKT-05', 'a token without expiry has another code', recoded('FORBIDDEN_PRINCIPAL', NO_EXPIRY)),
  breakage('TKT-06', 'tickets without end', () => {
    let n = 0;
    return answering(both(MINT, coded('RATE_LIMITED')), () => minted(`without-end-${++n}`))();
  }),
  breakage('TKT-06', 'no Retry-After with the limit of tickets', dropping('Retry-After', both(MINT, statusOf(429)))),
  breakage('TKT-06', 'the limit of tickets answers 503', stated(503, both(MINT, statusOf(429)))),
  breakage('TKT-06', 'the limit of tickets has another code', recoded('INBOX_FULL', both(MINT, statusOf(429)))),
  breakage('TKT-06', 'thirty tickets a minute', () =>
    counting(
      30,
      ({ status }) => status === 200,
      (one) => holderOf(bearerOf(one) ?? ''),
    ),
  ),
  breakage('TKT-06', 'a body that is refused costs a ticket', () =>
    counting(
      60,
      ({ status }) => status === 200 || status === 400,
      (one) => holderOf(bearerOf(one) ?? ''),
    ),
  ),
  breakage('TKT-06', 'all users have sixty tickets together', () =>
    counting(
      60,
      ({ status }) => status === 200,
      () => 'everybody',
    ),
  ),
  breakage('TKT-06', 'who was limited once is limited for good', () => {
    const gone = new Set<string>();
    return async (one, next) => {
      const told = await next(one);
      const who = holderOf(bearerOf(one) ?? '');
      if (isMint(one) && told.status === 429) gone.add(who);
      return MINTED(told, one) && gone.has(who) ? limited(one) : told;
    };
  }),
  breakage('TKT-07', 'a member without a key has no such route', stated(404, coded('TICKETS_UNAVAILABLE'))),
  breakage('TKT-07', 'a member without a key fails', stated(500, coded('TICKETS_UNAVAILABLE'))),
  breakage('TKT-07', 'a member without a key has another code', recoded('NOT_SERVING', coded('TICKETS_UNAVAILABLE'))),
  breakage(
    'TKT-07 ERR-12',
    'a member without a key is to be asked again',
    retryable(true, coded('TICKETS_UNAVAILABLE')),
  ),
  breakage('TKT-07', 'a member without a key says so before it asks who calls', () => {
    let isWithout = false;
    return async (one, next) => {
      const told = await next(one);
      isWithout ||= codeOf(told) === 'TICKETS_UNAVAILABLE';
      const isAhead = isWithout && isMint(one) && told.status === 401;
      return isAhead ? having(refusal(one, 503, 'TICKETS_UNAVAILABLE'), 'Retry-After', '1') : told;
    };
  }),
  breakage(
    'TKT-07',
    'a member without a key mints all the same',
    answering(coded('TICKETS_UNAVAILABLE'), () => minted('signed-by-nobody')),
  ),
  breakage('ERR-12', 'balances away are to be asked for again', retryable(true, coded('BALANCES_UNAVAILABLE'))),
  breakage('ERR-12', 'algos away are to be asked for again', retryable(true, coded('ALGOS_UNAVAILABLE'))),
  breakage(
    'ERR-12',
    'what is away is not there',
    stated(404, (told) => String(codeOf(told)).endsWith('_UNAVAILABLE')),
  ),
  breakage(
    'TKT-11',
    'a ticket with its user in clear',
    spelt((ticket, asked) => `${String(claimsOf(asked)['sub'])}.${ticket}`),
  ),
  breakage(
    'TKT-11',
    'a ticket with its organisation in clear',
    spelt((ticket, asked) => `${ticket}~${String(claimsOf(asked)['org_id'])}`),
  ),
  breakage(
    'TKT-11',
    'a ticket that is claims and a signature',
    spelt((ticket, asked) => `${base64url({ alg: 'HS256' })}.${base64url({ user: claimsOf(asked)['sub'] })}.${ticket}`),
  ),
  breakage(
    'TKT-11',
    'a ticket of claims in hexadecimal',
    spelt((ticket, asked) => `${Buffer.from(JSON.stringify(claimsOf(asked))).toString('hex')}.${ticket}`),
  ),
  breakage(
    'TKT-11',
    'a ticket that is the token',
    spelt((_, asked) => (bearerOf(asked) ?? '').replace(/^bearer +/i, '')),
  ),
  breakage(
    'TKT-11',
    'a ticket that an address has to escape',
    spelt((ticket) => `${ticket}+/`),
  ),
  breakage(
    'TKT-11',
    'a ticket with a blank',
    spelt((ticket) => `${ticket} 1`),
  ),
  breakage(
    'TKT-12',
    'tickets for pages of anywhere',
    setting('Access-Control-Allow-Origin', () => '*', MINTED),
  ),
  breakage(
    'TKT-12',
    'tickets for pages of the origin that asks',
    setting('Access-Control-Allow-Origin', (_, asked) => headerOf(asked, 'origin') ?? 'null', MINTED),
  ),
  breakage(
    'TKT-12',
    'a preflight is answered',
    (): Layer => async (one, next) => {
      const told = await next(one);
      if (one.method !== 'OPTIONS' || !one.path.startsWith('/v1/ws-tickets')) return told;
      const allowed = having({ ...told, status: 204, body: '' }, 'Access-Control-Allow-Origin', '*');
      return having(allowed, 'Access-Control-Allow-Headers', 'authorization, content-type');
    },
  ),
];
