import { judges, judgesOf } from '../../testing/judges.ts';
import { mint, ns, rateLimited } from '../../testing/sample-conversation.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';
import {
  bodyIsClosed,
  noCors,
  noSigningKey,
  olderMembersHaveNone,
  ticketIsMinted,
  ticketIsOpaque,
} from './minting.check.ts';

const refused = (status: number, code: string, over: Partial<AnswerOptions> = {}) =>
  answer('POST /v1/ws-tickets', { status, code, ...over });
const withoutKey = refused(503, 'TICKETS_UNAVAILABLE');
const minted = mint('<ticket 1>', 0, 10);

const stored = (mark: string, over: Partial<AnswerOptions> = {}) =>
  mint(mark, 0, 10, { headers: { 'Cache-Control': 'no-store' }, ...over });
const caching = (directives: string) => stored('<ticket 3>', { headers: { 'Cache-Control': directives } });
const body = { ticket: '<ticket 3>', expiresAtNs: ns(10), stream: 'trading' };
const withBody = (members: object) => stored('<ticket 3>', { body: { ...body, ...members } });
const limited = rateLimited();

judgesOf(
  ticketIsMinted,
  (...rest: readonly Sample[]) => ({ minted: [stored('<ticket 1>'), stored('<ticket 2>'), ...rest] }),
  [
    ['another each time', stored('<ticket 3>'), 'pass'],
    ['among other directives', caching('Private, No-Store'), 'pass'],
    ['a further member of a newer contract (VER-05)', withBody({ region: 'eu' }), 'pass'],
    ['the same again', stored('<ticket 1>'), 'violated'],
    ['no ticket', withBody({ ticket: undefined }), 'violated'],
    ['an expiry that is a number', withBody({ expiresAtNs: 10_000_000_000 }), 'violated'],
    ['no stream', withBody({ stream: undefined }), 'violated'],
    ['another stream', withBody({ stream: 'Trading' }), 'violated'],
    ['no Cache-Control', stored('<ticket 3>', { headers: {} }), 'violated'],
    ['no-cache', caching('no-cache'), 'violated'],
    ['created', stored('<ticket 3>', { status: 201 }), 'violated'],
    ['a key is required', refused(400, 'MALFORMED_REQUEST'), 'violated'],
    ['past the limit', limited, 'inconclusive'],
    ['two refusals are not the same ticket', limited, limited, 'inconclusive'],
    ['a member without a signing key', withoutKey, 'not-exercised'],
  ],
);

const LABELS = [
  'another stream',
  'another spelling',
  'a list of streams',
  'no stream by value',
  'a stream of another type',
  'no stream',
  'another field',
  'a list',
  'a string',
  'nothing',
  'no JSON',
  'no body',
];
const malformed = (over: Partial<AnswerOptions> = {}) =>
  refused(400, 'MALFORMED_REQUEST', { message: 'stream: trading alone', ...over });

judges(bodyIsClosed, { 'well formed': minted, ...Object.fromEntries(LABELS.map((label) => [label, malformed()])) }, [
  ['each refused', {}, 'pass'],
  ['another stream minted for', { 'another stream': mint('<ticket 2>', 0, 10) }, 'violated'],
  ['no body accepted', { 'no body': mint('<ticket 2>', 0, 10) }, 'violated'],
  ['another code', { 'no JSON': malformed({ code: 'INVALID_FIELD' }) }, 'violated'],
  ['another status', { nothing: malformed({ status: 422 }) }, 'violated'],
  ['a position', { 'a list': malformed({ position: 7n }) }, 'violated'],
  ['a ticket in the message', { 'another field': malformed({ message: 'for <ticket 2>' }) }, 'violated'],
  ['past the limit by then (A88)', { 'no stream': limited }, 'inconclusive'],
  ['one of several members is without a key', { 'no stream': withoutKey }, 'inconclusive'],
  ['a member without a key', { 'well formed': withoutKey }, 'inconclusive'],
]);

judges(ticketIsOpaque, { minted, 'URL-safe': noted(true), readable: noted([]) }, [
  ['opaque and URL-safe', {}, 'pass'],
  ['with a plus', { 'URL-safe': noted(false) }, 'violated'],
  ['the user can be read in it', { readable: noted(['the claim sub']) }, 'violated'],
  ['none minted', { minted: withoutKey, 'URL-safe': [], readable: [] }, 'inconclusive'],
]);

const preflight = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answer('OPTIONS /v1/ws-tickets', { status, headers });

judgesOf(noCors, (...samples: readonly Sample[]) => samples, [
  ['refused', minted, preflight(401), preflight(405), 'pass'],
  ['OPTIONS answered without CORS', minted, preflight(204, { Allow: 'POST' }), 'pass'],
  ['the answer varies by origin', minted, preflight(404, { Vary: 'Origin' }), 'pass'],
  ['no ticket is minted either', preflight(404), 'not-exercised'],
  ['any origin', preflight(204, { 'Access-Control-Allow-Origin': '*' }), 'violated'],
  ['in small letters', preflight(401, { 'access-control-allow-methods': 'POST' }), 'violated'],
  [
    'on the answer with the ticket',
    mint('<ticket 1>', 0, 10, { headers: { 'Access-Control-Allow-Origin': 'https://elsewhere.example' } }),
    'violated',
  ],
]);

judges(noSigningKey, { 'no key': withoutKey, nobody: refused(401, 'UNAUTHENTICATED') }, [
  ['503, and 401 without a credential', {}, 'pass'],
  [
    'with a Retry-After',
    { 'no key': refused(503, 'TICKETS_UNAVAILABLE', { headers: { 'Retry-After': '60' } }) },
    'pass',
  ],
  ['retryable', { 'no key': refused(503, 'TICKETS_UNAVAILABLE', { retryable: true }) }, 'violated'],
  ['another 503', { 'no key': refused(503, 'NOT_SERVING') }, 'violated'],
  ['another status', { 'no key': refused(404, 'TICKETS_UNAVAILABLE') }, 'violated'],
  ['a ticket', { 'no key': minted }, 'violated'],
  ['503 without a credential too', { nobody: withoutKey }, 'violated'],
]);

judgesOf(olderMembersHaveNone, (asked: Sample) => ({ asked }), [
  ['not found', refused(404, 'NOT_FOUND'), 'pass'],
  ['not found, without an envelope', answer('POST /v1/ws-tickets', { status: 404, body: 'Not Found' }), 'pass'],
  ['a ticket', minted, 'violated'],
  ['a refusal of the body', refused(400, 'MALFORMED_REQUEST'), 'violated'],
]);
