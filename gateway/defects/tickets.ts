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
  routeOf,
  withBody,
  withHeader,
  withJson,
} from '../variations/layer.ts';
import {
  both,
  changeWhere,
  coded,
  codeOf,
  droppingHeader,
  inJson,
  recoded,
  retryable,
  settingHeader,
  statusOf,
  withStatus,
} from './changes.ts';
import { defect } from './defect.ts';
import { dateS, MINT, MINTED, minted, Seen } from './handshake-changes.ts';

const NS_PER_S = 1_000_000_000n;

const inTicket = (change: (minted: Json, request: HttpRequest) => Json) => inJson(change, MINTED);
const without = (name: string) =>
  inTicket((minted) => Object.fromEntries(Object.entries(minted).filter(([member]) => member !== name)));
const expiryNs = (request: HttpRequest): string =>
  String(BigInt(Math.floor(Number(claimsOf(request)['exp'] ?? 0))) * NS_PER_S);
const expiryOf = (bearer: string): string =>
  expiryNs({ method: '', path: '', headers: [['Authorization', bearer]], body: Buffer.alloc(0) });
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

const isOther = (body: unknown): body is Json =>
  isObject(body) && Object.keys(body).length === 1 && typeof body['stream'] === 'string';

/** Mints tickets that contain information: `spell` derives them from the ticket and the request. */
const spelt = (spell: (ticket: string, request: HttpRequest) => string) =>
  inTicket((json, request) => ({ ...json, ticket: spell(String(json['ticket']), request) }));
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const expiryIn = (response: HttpResponse): unknown => jsonOf(response)?.['expiresAtNs'];
function earlier(
  isSame: (before: HttpResponse, response: HttpResponse) => boolean,
  forgets: (request: HttpRequest) => boolean = () => false,
): Layer {
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

export const TICKETS_DEFECTS = [
  defect('TKT-01', 'a ticket may be stored', droppingHeader('Cache-Control', MINTED)),
  defect(
    'TKT-01',
    'a ticket may be stored and asked about again',
    settingHeader('Cache-Control', () => 'no-cache', MINTED),
  ),
  defect(
    'TKT-01',
    'a ticket may be kept ten seconds',
    settingHeader('Cache-Control', () => 'private, max-age=10', MINTED),
  ),
  defect('TKT-01', 'a ticket is created', withStatus(201, MINTED)),
  defect('TKT-01', 'no ticket', without('ticket')),
  defect('TKT-01', 'no expiry of a ticket', without('expiresAtNs')),
  defect('TKT-01', 'no stream of a ticket', without('stream')),
  defect(
    'TKT-01',
    'the stream of a ticket in capitals',
    inTicket((json) => ({ ...json, stream: 'TRADING' })),
  ),
  defect(
    'TKT-01',
    'the expiry of a ticket as a number',
    inTicket((json) => ({ ...json, expiresAtNs: Number(json['expiresAtNs']) })),
  ),
  defect(
    'TKT-01',
    'a ticket inside an envelope',
    inTicket((json) => ({ data: json })),
  ),
  defect(
    'TKT-02',
    'a ticket needs a key',
    (): Layer => async (request, next) => {
      const response = await next(request);
      return MINTED(response, request) && headerOf(request, 'idempotency-key') === undefined
        ? refusal(request, 400, 'MALFORMED_REQUEST')
        : response;
    },
  ),
  defect('TKT-02', 'another ticket is an earlier one', () => earlier(() => true)),
  defect('TKT-02', 'a ticket is minted again with the same expiry until a session is opened', () =>
    earlier((before, response) => expiryIn(before) === expiryIn(response), isHandshake),
  ),
  defect('TKT-02', 'a ticket is replayed under its key', () => {
    const told = new Map<string, HttpResponse>();
    return async (request, next) => {
      const key = isMint(request) ? headerOf(request, 'idempotency-key') : undefined;
      const response = told.get(key ?? '') ?? (await next(request));
      if (key !== undefined) told.set(key, response);
      return response;
    };
  }),
  defect('TKT-02', 'two tickets of one second are one', () =>
    earlier((before, response) => dateS(before) === dateS(response)),
  ),
  defect('TKT-03', 'any stream is trading', mending(isOther)),
  defect(
    'TKT-03',
    'the case of a stream is not seen',
    mending((body) => isOther(body) && String(body['stream']).toLowerCase() === 'trading'),
  ),
  defect(
    'TKT-03',
    'another field is passed over',
    mending((body) => isObject(body) && body['stream'] === 'trading'),
  ),
  defect(
    'TKT-03',
    'no stream is trading',
    mending((body) => isObject(body) && !('stream' in body)),
  ),
  defect(
    'TKT-03',
    'a stream of null is trading',
    mending((body) => isObject(body) && body['stream'] === null),
  ),
  defect(
    'TKT-03',
    'no body is trading',
    mending((body) => body === ''),
  ),
  defect(
    'TKT-03',
    'a body of another shape is trading',
    mending((body) => body !== undefined && !isObject(body)),
  ),
  defect(
    'TKT-03',
    'what is no JSON is trading',
    mending((body) => body === undefined),
  ),
  defect('TKT-03', 'another stream answers 422', withStatus(422, both(MINT, statusOf(400)))),
  defect('TKT-03', 'another stream has another code', recoded('UNKNOWN_STREAM', both(MINT, statusOf(400)))),
  defect('TKT-04', 'a ticket expires after eleven seconds', laterBy(1n)),
  defect('TKT-04', 'a ticket expires after nine seconds', laterBy(-1n)),
  defect('TKT-04', 'a ticket expires after a minute', laterBy(50n)),
  defect('TKT-04', 'a ticket has expired when it is minted', laterBy(-10n)),
  defect(
    'TKT-04',
    'a ticket outlives its token',
    changeWhere(MINTED, (response, request) => {
      const json = jsonOf(response) ?? {};
      const expiresAtNs = BigInt(dateS(response) + 10) * NS_PER_S;
      return json['expiresAtNs'] === expiryNs(request)
        ? withJson(response, { ...json, expiresAtNs: String(expiresAtNs) })
        : response;
    }),
  ),
  defect(
    'TKT-04',
    'a ticket expires with its token alone',
    inTicket((json, request) => ({ ...json, expiresAtNs: expiryNs(request) })),
  ),
  defect('TKT-04', 'a ticket lives as long as the token that its user last opened a session by', () => {
    const lives = new Map<string, bigint>();
    const seen = new Seen();
    return async (request, next) => {
      const response = await next(request);
      seen.see(request, response);
      const bearer = isTrading(request) && response.status === 101 ? seen.holding(request) : undefined;
      if (bearer !== undefined) lives.set(holderOf(bearer), BigInt(expiryOf(bearer)));
      const json = jsonOf(response) ?? {};
      const life = lives.get(holderOf(bearerOf(request) ?? '')) ?? 0n;
      if (!MINTED(response, request) || json['expiresAtNs'] !== expiryNs(request) || life <= BigInt(expiryNs(request)))
        return response;
      const whole = BigInt(dateS(response) + 10) * NS_PER_S;
      return withJson(response, { ...json, expiresAtNs: String(life < whole ? life : whole) });
    };
  }),
  defect(
    'TKT-04',
    'the expiry of a ticket in milliseconds',
    inTicket((json) => ({ ...json, expiresAtNs: String(BigInt(String(json['expiresAtNs'])) / 1_000_000n) })),
  ),
  defect(
    'TKT-05',
    'a token without expiry mints',
    changeWhere(NO_EXPIRY, () => minted('made-of-no-expiry')),
  ),
  defect('TKT-05', 'a token without expiry answers 403', withStatus(403, NO_EXPIRY)),
  defect('TKT-05', 'a token without expiry has another code', recoded('FORBIDDEN_PRINCIPAL', NO_EXPIRY)),
  defect('TKT-07', 'a member without a key has no such route', withStatus(404, coded('TICKETS_UNAVAILABLE'))),
  defect('TKT-07', 'a member without a key fails', withStatus(500, coded('TICKETS_UNAVAILABLE'))),
  defect('TKT-07', 'a member without a key has another code', recoded('NOT_SERVING', coded('TICKETS_UNAVAILABLE'))),
  defect('TKT-07 ERR-12', 'a member without a key is to be asked again', retryable(true, coded('TICKETS_UNAVAILABLE'))),
  defect('TKT-07', 'a member without a key says so before it asks who calls', () => {
    let isWithout = false;
    return async (request, next) => {
      const response = await next(request);
      isWithout ||= codeOf(response) === 'TICKETS_UNAVAILABLE';
      const isAhead = isWithout && isMint(request) && response.status === 401;
      return isAhead ? withHeader(refusal(request, 503, 'TICKETS_UNAVAILABLE'), 'Retry-After', '1') : response;
    };
  }),
  defect(
    'TKT-07',
    'a member without a key mints all the same',
    changeWhere(coded('TICKETS_UNAVAILABLE'), () => minted('signed-by-nobody')),
  ),
  defect('ERR-12', 'balances away are to be asked for again', retryable(true, coded('BALANCES_UNAVAILABLE'))),
  defect('ERR-12', 'algos away are to be asked for again', retryable(true, coded('ALGOS_UNAVAILABLE'))),
  defect(
    'ERR-12',
    'what is away is not there',
    withStatus(404, (response) => String(codeOf(response)).endsWith('_UNAVAILABLE')),
  ),
  defect(
    'TKT-11',
    'a ticket with its user in clear',
    spelt((ticket, request) => `${String(claimsOf(request)['sub'])}.${ticket}`),
  ),
  defect(
    'TKT-11',
    'a ticket with its organisation in clear',
    spelt((ticket, request) => `${ticket}~${String(claimsOf(request)['org_id'])}`),
  ),
  defect(
    'TKT-11',
    'a ticket that is claims and a signature',
    spelt(
      (ticket, request) => `${base64url({ alg: 'HS256' })}.${base64url({ user: claimsOf(request)['sub'] })}.${ticket}`,
    ),
  ),
  defect(
    'TKT-11',
    'a ticket of claims in hexadecimal',
    spelt((ticket, request) => `${Buffer.from(JSON.stringify(claimsOf(request))).toString('hex')}.${ticket}`),
  ),
  defect(
    'TKT-11',
    'a ticket with its user behind it in hexadecimal',
    spelt((ticket, request) => `${ticket}.${Buffer.from(String(claimsOf(request)['sub'])).toString('hex')}`),
  ),
  defect(
    'TKT-11',
    'a ticket with padding that an address has to escape',
    spelt((ticket) => `${ticket}==`),
  ),
  defect(
    'TKT-11',
    'a ticket that is the token',
    spelt((_, request) => (bearerOf(request) ?? '').replace(/^bearer +/i, '')),
  ),
  defect(
    'TKT-11',
    'a ticket that an address has to escape',
    spelt((ticket) => `${ticket}+/`),
  ),
  defect(
    'TKT-11',
    'a ticket with a blank',
    spelt((ticket) => `${ticket} 1`),
  ),
  defect(
    'TKT-12',
    'tickets for pages of anywhere',
    settingHeader('Access-Control-Allow-Origin', () => '*', MINTED),
  ),
  defect(
    'TKT-12',
    'tickets for pages of the origin that asks',
    settingHeader('Access-Control-Allow-Origin', (_, request) => headerOf(request, 'origin') ?? 'null', MINTED),
  ),
  defect(
    'TKT-12',
    'the refusal of a preflight names headers that pages may send',
    settingHeader(
      'Access-Control-Allow-Headers',
      () => 'authorization',
      (_, request) => routeOf(request) === 'OPTIONS /v1/ws-tickets',
    ),
  ),
  defect(
    'TKT-12',
    'a preflight is answered',
    (): Layer => async (request, next) => {
      const response = await next(request);
      if (request.method !== 'OPTIONS' || !request.path.startsWith('/v1/ws-tickets')) return response;
      const allowed = withHeader({ ...response, status: 204, body: '' }, 'Access-Control-Allow-Origin', '*');
      return withHeader(allowed, 'Access-Control-Allow-Headers', 'authorization, content-type');
    },
  ),
];
