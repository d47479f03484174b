/** What a member may decide otherwise about tickets and refused handshakes (decisions A87 to A92). */
import { createHash } from 'node:crypto';
import { isHandshake, isMint, isTrading, ticketOf } from '../breaking/on-a-handshake.ts';
import {
  type Asked,
  having,
  headerOf,
  type Json,
  jsonOf,
  type Layer,
  queryOf,
  type Told,
  telling,
  told,
  without,
  withQuery,
} from '../proxy/telling.ts';
import { variation } from './variation.ts';

const isMinted = (answer: Told, asked: Asked): boolean => isMint(asked) && answer.status === 200;

const ofMinted = (change: (answer: Told, asked: Asked) => Told): Layer =>
  told((answer, asked) => (isMinted(answer, asked) ? change(answer, asked) : answer));

const inMinted = (change: (ticket: Json) => Json): Layer =>
  ofMinted((answer) => telling(answer, change(jsonOf(answer) ?? {})));

/** Tickets of another text: known by it here, and at the gateway by its own. */
function ticketsAs(text: (digest: Buffer, n: number) => string): Layer {
  const minted = new Map<string, string>();
  return async (asked, next) => {
    const known = isTrading(asked) ? minted.get(ticketOf(asked) ?? '') : undefined;
    if (known !== undefined) {
      const query = queryOf(asked);
      query.set('ticket', known);
      return next(withQuery(asked, query));
    }
    const answer = await next(asked);
    const ticket = jsonOf(answer)?.['ticket'];
    if (!isMinted(answer, asked) || typeof ticket !== 'string') return answer;
    const shown = text(createHash('sha512').update(ticket).digest(), minted.size);
    minted.set(shown, ticket);
    return telling(answer, { ...jsonOf(answer), ticket: shown });
  };
}

const hex = (digest: Buffer, from: number, to: number): string => digest.subarray(from, to).toString('hex');

function uuid(digest: Buffer): string {
  return [
    hex(digest, 0, 4),
    hex(digest, 4, 6),
    `4${hex(digest, 6, 8).slice(1)}`,
    hex(digest, 8, 10),
    hex(digest, 10, 16),
  ].join('-');
}

const inBase64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Sealed, but for what says how, what for and until when: nothing of who holds it. */
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

/** When to come back, as a date: no sooner than the seconds said. */
function backAt(answer: Told): string | undefined {
  const [seconds, date] = [headerOf(answer, 'retry-after'), headerOf(answer, 'date')];
  if (seconds === undefined || date === undefined || !/^[0-9]+$/.test(seconds)) return undefined;
  return new Date(Date.parse(date) + (Number(seconds) + 1) * 1_000).toUTCString();
}

const ofLimited = (change: (answer: Told) => string | undefined): Layer =>
  told((answer, asked) => {
    const value = isMint(asked) && answer.status === 429 ? change(answer) : undefined;
    return value === undefined ? answer : having(answer, 'Retry-After', value);
  });

/** A refusal by the door of a socket, in another way: all that is said of it is that it is one (decision A91). */
const refusedAs = (change: (answer: Told) => Told): Layer =>
  told((answer, asked) =>
    isHandshake(asked) && answer.status >= 400 && answer.status < 500 && answer.status !== 429
      ? change(answer)
      : answer,
  );

const answering = (status: number, body = '', headers: Told['headers'] = []): Layer =>
  refusedAs(() => ({ status, headers, body }));

const NS_PER_S = 1_000_000_000n;

/** Of a connection that is cut off nothing is known: a member that refuses so fails nothing, and shows nothing. */
export const cuttingOffTheRefused: Layer = answering(0);

export const IN_TICKETS = [
  variation('tickets of twenty-two characters', () => ticketsAs((digest) => digest.toString('base64url').slice(0, 22))),
  variation('tickets in hex', () => ticketsAs((digest) => digest.toString('hex'))),
  variation('tickets in digits', () =>
    ticketsAs((digest) =>
      BigInt(`0x${hex(digest, 0, 24)}`)
        .toString()
        .padStart(58, '0'),
    ),
  ),
  variation('tickets that are UUIDs', () => ticketsAs(uuid)),
  variation('tickets with dots, tildes and a number', () =>
    ticketsAs((digest, n) => `wst~v2.${n}.${hex(digest, 0, 8)}-${hex(digest, 8, 24)}_~`),
  ),
  variation('tickets that are sealed, with a header that says how', () => ticketsAs(sealed)),
  variation('tickets of two thousand characters', () =>
    ticketsAs((digest) => digest.toString('base64url').repeat(24).slice(0, 2_000)),
  ),
  variation('a ticket expires at a whole second', () =>
    inMinted((ticket) => {
      const ns = BigInt(String(ticket['expiresAtNs']));
      return { ...ticket, expiresAtNs: String(ns - (ns % NS_PER_S)) };
    }),
  ),
  variation('further members of a ticket', () =>
    inMinted((ticket) => ({
      ...ticket,
      ticketType: 'single-use',
      issuedAtNs: '1',
      url: 'wss://edge.test/v1/ws/trading',
    })),
  ),
  variation('no-store among other directives', () =>
    ofMinted((answer) => having(answer, 'Cache-Control', 'Private, max-age=0 , No-Store,must-revalidate')),
  ),
  variation('no-store in a second line', () =>
    ofMinted((answer) => {
      const bare = without(answer, 'Cache-Control');
      return { ...bare, headers: [...bare.headers, ['Cache-Control', 'private'], ['Cache-Control', 'no-store']] };
    }),
  ),
  variation('after the limit of tickets a Retry-After as a date', () => ofLimited(backAt)),
  variation('after the limit of tickets a Retry-After of the whole minute', () => ofLimited(() => '60')),
  variation('after the limit of tickets a Retry-After of more than the minute', () => ofLimited(() => '75')),
  variation('handshakes refused 400 in plain text', () =>
    answering(400, 'Bad Request\n', [['Content-Type', 'text/plain']]),
  ),
  variation('handshakes refused 401 without a body', () => answering(401, '', [['WWW-Authenticate', 'Bearer']])),
  variation('handshakes refused 403 with nothing beside', () => answering(403)),
  variation('handshakes refused 404 by a page', () =>
    answering(404, '<!doctype html><title>404</title>', [['Content-Type', 'text/html; charset=utf-8']]),
  ),
  variation('handshakes sent to another place', () => answering(302, '', [['Location', 'https://edge.test/login']])),
  variation('no X-Request-Id on a handshake', () =>
    told((answer, asked) => (isHandshake(asked) ? without(answer, 'X-Request-Id') : answer)),
  ),
  variation('further headers and a cookie on a handshake', () =>
    told((answer, asked) =>
      isHandshake(asked)
        ? {
            ...answer,
            headers: [['server', 'edge'], ['SET-COOKIE', 'lane=7; Path=/'], ...answer.headers, ['x-b3', '1']],
          }
        : answer,
    ),
  ),
  variation('a handshake is answered in other letters', () =>
    told((answer, asked) =>
      isHandshake(asked)
        ? {
            ...answer,
            headers: answer.headers.map(([name, value]) => [
              name.toUpperCase(),
              /^(upgrade|connection)$/i.test(name) ? value.toUpperCase() : value,
            ]),
          }
        : answer,
    ),
  ),
  variation('some handshakes take their time', () => {
    let n = 0;
    return told((answer, asked) => {
      n += isHandshake(asked) ? 1 : 0;
      return isHandshake(asked) && n % 7 === 0 ? { ...answer, wire: { ...answer.wire, delayMs: 40 } } : answer;
    });
  }),
] as const;
