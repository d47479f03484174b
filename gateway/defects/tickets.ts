/** Defects of tickets: what is minted, and for whom. */
import { bearerOf, holderOf, isHandshake, isMint } from '../variations/handshakes.ts';
import { claimsOf, type HttpRequest, type HttpResponse, headerOf, type Json, jsonOf, type Layer, refusal, withJson } from '../variations/layer.ts';
import { both, changeWhere, coded, codeOf, droppingHeader, inJson, retryable, settingHeader, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { dateS, MINT, MINTED, minted } from './handshake-changes.ts';

const NS_PER_S = 1_000_000_000n;

const inTicket = (change: (minted: Json, request: HttpRequest) => Json) => inJson(change, MINTED);
const without = (name: string) => inTicket((minted) => Object.fromEntries(Object.entries(minted).filter(([member]) => member !== name)));
const expiryNs = (request: HttpRequest): string => String(BigInt(Math.floor(Number(claimsOf(request)['exp'] ?? 0))) * NS_PER_S);
/** Extends the expiry, unless the token expires first. */
const laterBy = (seconds: bigint) =>
  inTicket((minted, request) => {
    const expiresAtNs = String(minted['expiresAtNs']);
    if (expiresAtNs === expiryNs(request)) return minted;
    return { ...minted, expiresAtNs: String(BigInt(expiresAtNs) + seconds * NS_PER_S) };
  });

/** Mints tickets that contain information: `spell` derives them from the ticket and the request. */
const spelt = (spell: (ticket: string, request: HttpRequest) => string) =>
  inTicket((json, request) => ({ ...json, ticket: spell(String(json['ticket']), request) }));

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
  ['TKT-05', 'a token without expiry mints', changeWhere(NO_EXPIRY, () => minted('made-of-no-expiry'))],
  ['TKT-07 | ERR-12', 'a member without a key fails', withStatus(500, coded('TICKETS_UNAVAILABLE'))],
  ['TKT-07 ERR-12', 'a member without a key is to be asked again', retryable(true, coded('TICKETS_UNAVAILABLE'))],
  ['ERR-12 | ERR-20', 'balances away are to be asked for again', retryable(true, coded('BALANCES_UNAVAILABLE'))],
  ['ERR-12 | ERR-19', 'algos away are to be asked for again', retryable(true, coded('ALGOS_UNAVAILABLE'))],
  ['ERR-12 | ERR-13 ERR-19 ERR-20 TKT-07', 'what is away is not there', withStatus(404, (response) => String(codeOf(response)).endsWith('_UNAVAILABLE'))],
  ['TKT-11', 'a ticket with its user in clear', spelt((ticket, request) => `${String(claimsOf(request)['sub'])}.${ticket}`)],
  ['TKT-12', 'tickets for pages of anywhere', settingHeader('Access-Control-Allow-Origin', () => '*', MINTED)],
]);
