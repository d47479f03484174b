import { createHash } from 'node:crypto';
import { isHandshake, isMint, isTrading, ticketOf } from '../handshakes.ts';
import {
  changeResponse,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type Json,
  jsonOf,
  type Layer,
  queryOf,
  withHeader,
  withJson,
  withoutHeaders,
  withQuery,
} from '../layer.ts';
import { variation } from '../variation.ts';

const isMinted = (answer: HttpResponse, request: HttpRequest): boolean => isMint(request) && answer.status === 200;

const ofMinted = (change: (answer: HttpResponse, request: HttpRequest) => HttpResponse): Layer =>
  changeResponse((answer, request) => (isMinted(answer, request) ? change(answer, request) : answer));

const inMinted = (change: (ticket: Json) => Json): Layer => ofMinted((answer) => withJson(answer, change(jsonOf(answer) ?? {})));

/** Replaces the text of tickets, and restores the gateway's own at the handshake. */
function ticketsAs(text: (digest: Buffer, n: number) => string): Layer {
  const minted = new Map<string, string>();
  return async (request, next) => {
    const known = isTrading(request) ? minted.get(ticketOf(request) ?? '') : undefined;
    if (known !== undefined) {
      const query = queryOf(request);
      query.set('ticket', known);
      return next(withQuery(request, query));
    }
    const answer = await next(request);
    const ticket = jsonOf(answer)?.['ticket'];
    if (!isMinted(answer, request) || typeof ticket !== 'string') return answer;
    const shown = text(createHash('sha512').update(ticket).digest(), minted.size);
    minted.set(shown, ticket);
    return withJson(answer, { ...jsonOf(answer), ticket: shown });
  };
}

const hex = (digest: Buffer, from: number, to: number): string => digest.subarray(from, to).toString('hex');

function uuid(digest: Buffer): string {
  return [hex(digest, 0, 4), hex(digest, 4, 6), `4${hex(digest, 6, 8).slice(1)}`, hex(digest, 8, 10), hex(digest, 10, 16)].join('-');
}

const inBase64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A sealed ticket with a readable header: algorithm, purpose and expiry, but not its holder. */
function sealed(digest: Buffer): string {
  const header = {
    alg: 'dir',
    enc: 'A256GCM',
    kid: '2026-01',
    iss: 'trading-gateway',
    stream: 'trading',
    exp: 1767578048,
  };
  const text = Buffer.concat([digest, digest.toReversed(), digest]);
  const [iv, tag] = [digest.subarray(0, 12), digest.subarray(12, 28)].map((part) => part.toString('base64url'));
  return `${inBase64Url(header)}..${iv}.${text.toString('base64url')}.${tag}`;
}

/** The retry time as a date, no sooner than the stated seconds. */
function backAt(answer: HttpResponse): string | undefined {
  const [seconds, date] = [headerOf(answer, 'retry-after'), headerOf(answer, 'date')];
  if (seconds === undefined || date === undefined || !/^[0-9]+$/.test(seconds)) return undefined;
  return new Date(Date.parse(date) + (Number(seconds) + 1) * 1_000).toUTCString();
}

const ofLimited = (change: (answer: HttpResponse) => string | undefined): Layer =>
  changeResponse((answer, request) => {
    const value = isMint(request) && answer.status === 429 ? change(answer) : undefined;
    return value === undefined ? answer : withHeader(answer, 'Retry-After', value);
  });

/** Changes the refusal of a handshake: the interface says only that it is refused (decision A91). */
const refusedAs = (change: (answer: HttpResponse) => HttpResponse): Layer =>
  changeResponse((answer, request) => (isHandshake(request) && answer.status >= 400 && answer.status < 500 && answer.status !== 429 ? change(answer) : answer));

const answering = (status: number, body = '', headers: HttpResponse['headers'] = []): Layer => refusedAs(() => ({ status, headers, body }));

const NS_PER_S = 1_000_000_000n;

/** Cuts refused handshakes off. A cut connection shows nothing, so a check neither passes nor fails the member. */
export const cuttingOffTheRefused: Layer = answering(0);

/** Allowed differences of tickets and refused handshakes (decisions A87 to A92). */
export const TICKETS_VARIATIONS = [
  variation('tickets-of-22-characters', ['A90'], 'Tickets have 22 characters.', () => ticketsAs((digest) => digest.toString('base64url').slice(0, 22))),
  variation('tickets-in-hex', ['A90'], 'Tickets are hexadecimal.', () => ticketsAs((digest) => digest.toString('hex'))),
  variation('tickets-in-digits', ['A90'], 'Tickets are decimal digits.', () =>
    ticketsAs((digest) =>
      BigInt(`0x${hex(digest, 0, 24)}`)
        .toString()
        .padStart(58, '0'),
    ),
  ),
  variation('tickets-as-uuids', ['A90'], 'Tickets are UUIDs.', () => ticketsAs(uuid)),
  variation('tickets-with-punctuation', ['A90'], 'Tickets hold dots, tildes and a counter.', () =>
    ticketsAs((digest, n) => `wst~v2.${n}.${hex(digest, 0, 8)}-${hex(digest, 8, 24)}_~`),
  ),
  variation('sealed-tickets', ['A90'], 'Tickets are JWE-like, with a readable header.', () => ticketsAs(sealed)),
  variation('tickets-of-2000-characters', ['A90'], 'Tickets have 2,000 characters.', () =>
    ticketsAs((digest) => digest.toString('base64url').repeat(24).slice(0, 2_000)),
  ),
  variation('ticket-expiry-at-whole-second', ['A92'], 'A ticket expires at a whole second.', () =>
    inMinted((ticket) => {
      const ns = BigInt(String(ticket['expiresAtNs']));
      return { ...ticket, expiresAtNs: String(ns - (ns % NS_PER_S)) };
    }),
  ),
  variation('further-ticket-members', [], 'The ticket answer has further members.', () =>
    inMinted((ticket) => ({
      ...ticket,
      ticketType: 'single-use',
      issuedAtNs: '1',
      url: 'wss://edge.test/v1/ws/trading',
    })),
  ),
  variation('no-store-among-directives', [], 'Cache-Control of a ticket holds no-store among other directives.', () =>
    ofMinted((answer) => withHeader(answer, 'Cache-Control', 'Private, max-age=0 , No-Store,must-revalidate')),
  ),
  variation('no-store-in-second-line', [], 'Cache-Control of a ticket has two header lines.', () =>
    ofMinted((answer) => {
      const bare = withoutHeaders(answer, 'Cache-Control');
      return { ...bare, headers: [...bare.headers, ['Cache-Control', 'private'], ['Cache-Control', 'no-store']] };
    }),
  ),
  variation('ticket-retry-after-date', ['A87'], 'Retry-After of the ticket limit is an HTTP date.', () => ofLimited(backAt)),
  variation('ticket-retry-after-60', ['A87'], 'Retry-After of the ticket limit is 60.', () => ofLimited(() => '60')),
  variation('handshake-refused-400-text', ['A91'], 'Refused handshakes answer 400 in plain text.', () =>
    answering(400, 'Bad Request\n', [['Content-Type', 'text/plain']]),
  ),
  variation('handshake-refused-401-empty', ['A91'], 'Refused handshakes answer 401 without a body.', () =>
    answering(401, '', [['WWW-Authenticate', 'Bearer']]),
  ),
  variation('handshake-refused-403-bare', ['A91'], 'Refused handshakes answer 403 without headers and body.', () => answering(403)),
  variation('handshake-refused-404-html', ['A91'], 'Refused handshakes answer 404 with an HTML page.', () =>
    answering(404, '<!doctype html><title>404</title>', [['Content-Type', 'text/html; charset=utf-8']]),
  ),
  variation('handshake-redirected', ['A91'], 'Refused handshakes answer 302 to a login page.', () =>
    answering(302, '', [['Location', 'https://edge.test/login']]),
  ),
  variation('handshake-without-request-id', ['A91'], 'Handshake answers have no X-Request-Id.', () =>
    changeResponse((answer, request) => (isHandshake(request) ? withoutHeaders(answer, 'X-Request-Id') : answer)),
  ),
  variation('further-handshake-headers', [], 'Handshake answers have further headers.', () =>
    changeResponse((answer, request) =>
      isHandshake(request)
        ? {
            ...answer,
            headers: [['server', 'edge'], ['SET-COOKIE', 'lane=7; Path=/'], ...answer.headers, ['x-b3', '1']],
          }
        : answer,
    ),
  ),
  variation('handshake-headers-in-upper-case', [], 'Handshake answers have header names in upper case.', () =>
    changeResponse((answer, request) =>
      isHandshake(request)
        ? {
            ...answer,
            headers: answer.headers.map(([name, value]) => [name.toUpperCase(), /^(upgrade|connection)$/i.test(name) ? value.toUpperCase() : value]),
          }
        : answer,
    ),
  ),
  variation('slow-handshakes', [], 'Every seventh handshake takes 40 ms.', () => {
    let n = 0;
    return changeResponse((answer, request) => {
      n += isHandshake(request) ? 1 : 0;
      return isHandshake(request) && n % 7 === 0 ? { ...answer, wire: { ...answer.wire, delayMs: 40 } } : answer;
    });
  }),
] as const;
