/** Defects of tickets: what is minted, and for whom. */
import { bearerOf, holderOf, isHandshake, isMint, isTrading } from '../variations/handshakes.ts';
import {
  claimsOf,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  type Layer,
  refusal,
  withBody,
  withHeader,
  withJson,
} from '../variations/layer.ts';
import { both, changeWhere, coded, codeOf, droppingHeader, inJson, retryable, settingHeader, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { dateS, MINT, MINTED, minted, Seen } from './handshake-changes.ts';

const NS_PER_S = 1_000_000_000n;

const inTicket = (change: (minted: Json, request: HttpRequest) => Json) => inJson(change, MINTED);
const without = (name: string) => inTicket((minted) => Object.fromEntries(Object.entries(minted).filter(([member]) => member !== name)));
const expiryNs = (request: HttpRequest): string => String(BigInt(Math.floor(Number(claimsOf(request)['exp'] ?? 0))) * NS_PER_S);
const expiryOf = (bearer: string): string => expiryNs({ method: '', path: '', headers: [['Authorization', bearer]], body: Buffer.alloc(0) });
/** Extends the expiry, unless the token expires first. */
const laterBy = (seconds: bigint) =>
  inTicket((minted, request) => {
    const expiresAtNs = String(minted['expiresAtNs']);
    if (expiresAtNs === expiryNs(request)) return minted;
    return { ...minted, expiresAtNs: String(BigInt(expiresAtNs) + seconds * NS_PER_S) };
  });

/** Accepts a refused body as a valid one. */
const mending = (isMended: (body: unknown) => boolean) => (): Layer => (request, next) => {
  if (!isMint(request)) return next(request);
  let body: unknown;
  try {
    body = JSON.parse(request.body.toString() || 'null');
  } catch {
    body = undefined;
  }
  const sent = request.body.length === 0 ? withHeader(request, 'Content-Type', 'application/json') : request;
  return next(isMended(request.body.length === 0 ? '' : body) ? withBody(sent, { stream: 'trading' }) : request);
};

const isOther = (body: unknown): body is Json => isObject(body) && Object.keys(body).length === 1 && typeof body['stream'] === 'string';

/** Mints tickets that contain information: `spell` derives them from the ticket and the request. */
const spelt = (spell: (ticket: string, request: HttpRequest) => string) =>
  inTicket((json, request) => ({ ...json, ticket: spell(String(json['ticket']), request) }));
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const expiryIn = (response: HttpResponse): unknown => jsonOf(response)?.['expiresAtNs'];
function earlier(isSame: (before: HttpResponse, response: HttpResponse) => boolean, forgets: (request: HttpRequest) => boolean = () => false): Layer {
  const before = new Map<string, HttpResponse>();
  return async (request, next) => {
    const response = await next(request);
    if (forgets(request)) before.clear();
    if (!MINTED(response, request)) return response;
    const who = holderOf(bearerOf(request) ?? '');
    const last = before.get(who);
    if (last !== undefined && isSame(last, response)) return { ...response, body: last.body };
    before.set(who, response);
    return response;
  };
}

const NO_EXPIRY = (response: HttpResponse, request: HttpRequest): boolean =>
  response.status === 401 && isMint(request) && 'sub' in claimsOf(request) && claimsOf(request)['exp'] === undefined;

export const TICKETS_DEFECTS = defects([
  ['TKT-01', 'a ticket may be stored', droppingHeader('Cache-Control', MINTED)],
  ['TKT-01', 'a ticket may be kept ten seconds', settingHeader('Cache-Control', () => 'private, max-age=10', MINTED)],
  ['TKT-01 | TKT-06', 'a ticket is created', withStatus(201, MINTED)],
  ['TKT-01', 'no ticket', without('ticket')],
  ['TKT-01 | TKT-04', 'no expiry of a ticket', without('expiresAtNs')],
  ['TKT-01', 'no stream of a ticket', without('stream')],
  ['TKT-01', 'a ticket inside an envelope', inTicket((json) => ({ data: json }))],
  [
    'TKT-02 | TKT-06',
    'a ticket needs a key',
    (): Layer => async (request, next) => {
      const response = await next(request);
      return MINTED(response, request) && headerOf(request, 'idempotency-key') === undefined ? refusal(request, 400, 'MALFORMED_REQUEST') : response;
    },
  ],
  [
    'TKT-02',
    'a ticket is minted again with the same expiry until a session is opened',
    () => earlier((before, response) => expiryIn(before) === expiryIn(response), isHandshake),
  ],
  [
    'TKT-02',
    'a ticket is replayed under its key',
    () => {
      const told = new Map<string, HttpResponse>();
      return async (request, next) => {
        const key = isMint(request) ? headerOf(request, 'idempotency-key') : undefined;
        const response = told.get(key ?? '') ?? (await next(request));
        if (key !== undefined) told.set(key, response);
        return response;
      };
    },
  ],
  ['TKT-03', 'any stream is trading', mending(isOther)],
  ['TKT-03', 'the case of a stream is not seen', mending((body) => isOther(body) && String(body['stream']).toLowerCase() === 'trading')],
  ['TKT-03', 'another field is passed over', mending((body) => isObject(body) && body['stream'] === 'trading')],
  ['TKT-03', 'no stream is trading', mending((body) => isObject(body) && !('stream' in body))],
  ['TKT-03', 'a stream of null is trading', mending((body) => isObject(body) && body['stream'] === null)],
  ['TKT-03', 'no body is trading', mending((body) => body === '')],
  ['TKT-03', 'a body of another shape is trading', mending((body) => body !== undefined && !isObject(body))],
  ['TKT-03', 'what is no JSON is trading', mending((body) => body === undefined)],
  ['TKT-03', 'another stream answers 422', withStatus(422, both(MINT, statusOf(400)))],
  ['TKT-04', 'a ticket expires after a minute', laterBy(50n)],
  [
    'TKT-04',
    'a ticket outlives its token',
    changeWhere(MINTED, (response, request) => {
      const json = jsonOf(response) ?? {};
      const expiresAtNs = BigInt(dateS(response) + 10) * NS_PER_S;
      return json['expiresAtNs'] === expiryNs(request) ? withJson(response, { ...json, expiresAtNs: String(expiresAtNs) }) : response;
    }),
  ],
  [
    'TKT-04',
    'a ticket lives as long as the token that its user last opened a session by',
    () => {
      const lives = new Map<string, bigint>();
      const seen = new Seen();
      return async (request, next) => {
        const response = await next(request);
        seen.see(request, response);
        const bearer = isTrading(request) && response.status === 101 ? seen.holding(request) : undefined;
        if (bearer !== undefined) lives.set(holderOf(bearer), BigInt(expiryOf(bearer)));
        const json = jsonOf(response) ?? {};
        const life = lives.get(holderOf(bearerOf(request) ?? '')) ?? 0n;
        if (!MINTED(response, request) || json['expiresAtNs'] !== expiryNs(request) || life <= BigInt(expiryNs(request))) return response;
        const whole = BigInt(dateS(response) + 10) * NS_PER_S;
        return withJson(response, { ...json, expiresAtNs: String(life < whole ? life : whole) });
      };
    },
  ],
  [
    'TKT-04',
    'the expiry of a ticket in milliseconds',
    inTicket((json) => ({ ...json, expiresAtNs: String(BigInt(String(json['expiresAtNs'])) / 1_000_000n) })),
  ],
  ['TKT-05', 'a token without expiry mints', changeWhere(NO_EXPIRY, () => minted('made-of-no-expiry'))],
  ['TKT-07 | ERR-12', 'a member without a key fails', withStatus(500, coded('TICKETS_UNAVAILABLE'))],
  ['TKT-07 ERR-12', 'a member without a key is to be asked again', retryable(true, coded('TICKETS_UNAVAILABLE'))],
  [
    'TKT-07 | TKT-05',
    'a member without a key says so before it asks who calls',
    () => {
      let isWithout = false;
      return async (request, next) => {
        const response = await next(request);
        isWithout ||= codeOf(response) === 'TICKETS_UNAVAILABLE';
        const isAhead = isWithout && isMint(request) && response.status === 401;
        return isAhead ? withHeader(refusal(request, 503, 'TICKETS_UNAVAILABLE'), 'Retry-After', '1') : response;
      };
    },
  ],
  ['ERR-12 | ERR-20', 'balances away are to be asked for again', retryable(true, coded('BALANCES_UNAVAILABLE'))],
  ['ERR-12 | ERR-19', 'algos away are to be asked for again', retryable(true, coded('ALGOS_UNAVAILABLE'))],
  ['ERR-12 | ERR-13 ERR-19 ERR-20 TKT-07', 'what is away is not there', withStatus(404, (response) => String(codeOf(response)).endsWith('_UNAVAILABLE'))],
  ['TKT-11', 'a ticket with its user in clear', spelt((ticket, request) => `${String(claimsOf(request)['sub'])}.${ticket}`)],
  ['TKT-11', 'a ticket with its organisation in clear', spelt((ticket, request) => `${ticket}~${String(claimsOf(request)['org_id'])}`)],
  [
    'TKT-11',
    'a ticket that is claims and a signature',
    spelt((ticket, request) => `${base64url({ alg: 'HS256' })}.${base64url({ user: claimsOf(request)['sub'] })}.${ticket}`),
  ],
  ['TKT-11', 'a ticket of claims in hexadecimal', spelt((ticket, request) => `${Buffer.from(JSON.stringify(claimsOf(request))).toString('hex')}.${ticket}`)],
  [
    'TKT-11',
    'a ticket with its user behind it in hexadecimal',
    spelt((ticket, request) => `${ticket}.${Buffer.from(String(claimsOf(request)['sub'])).toString('hex')}`),
  ],
  ['TKT-11', 'a ticket with padding that an address has to escape', spelt((ticket) => `${ticket}==`)],
  ['TKT-11', 'a ticket that is the token', spelt((_, request) => (bearerOf(request) ?? '').replace(/^bearer +/i, ''))],
  ['TKT-11', 'a ticket that an address has to escape', spelt((ticket) => `${ticket}+/`)],
  ['TKT-11', 'a ticket with a blank', spelt((ticket) => `${ticket} 1`)],
  ['TKT-12', 'tickets for pages of anywhere', settingHeader('Access-Control-Allow-Origin', () => '*', MINTED)],
  [
    'TKT-12',
    'a preflight is answered',
    (): Layer => async (request, next) => {
      const response = await next(request);
      if (request.method !== 'OPTIONS' || !request.path.startsWith('/v1/ws-tickets')) return response;
      const allowed = withHeader({ ...response, status: 204, body: '' }, 'Access-Control-Allow-Origin', '*');
      return withHeader(allowed, 'Access-Control-Allow-Headers', 'authorization, content-type');
    },
  ],
]);
