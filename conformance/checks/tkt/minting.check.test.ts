import { judges, judgesOf } from '../../testing/judges.ts';
import { mint, ns, rateLimited } from '../../testing/sample-conversation.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, noted } from '../../testing/sample-history.ts';

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
  'tkt/ticket-is-minted',
  (...rest: readonly Sample[]) => ({ minted: [stored('<ticket 1>'), stored('<ticket 2>'), ...rest] }),
  [
    ['among other directives', caching('Private, No-Store'), 'pass'],
    ['a further member of a newer contract (VER-05)', withBody({ region: 'eu' }), 'pass'],
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

judges(
  'tkt/body-is-closed',
  { 'well formed': minted, ...Object.fromEntries(LABELS.map((label) => [label, malformed()])) },
  [
    ['a ticket in the message', { 'another field': malformed({ message: 'for <ticket 2>' }) }, 'violated'],
    ['past the limit by then (A88)', { 'no stream': limited }, 'inconclusive'],
    ['one of several members is without a key', { 'no stream': withoutKey }, 'inconclusive'],
    ['a member without a key', { 'well formed': withoutKey }, 'inconclusive'],
  ],
);

judges('tkt/ticket-is-opaque', { minted, 'URL-safe': noted(true), readable: noted([]) }, [
  ['with a plus', { 'URL-safe': noted(false) }, 'violated'],
  ['the user can be read in it', { readable: noted(['the claim sub']) }, 'violated'],
  ['none minted', { minted: withoutKey, 'URL-safe': [], readable: [] }, 'inconclusive'],
]);

const preflight = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answer('OPTIONS /v1/ws-tickets', { status, headers });

judgesOf('tkt/no-cors', (...samples: readonly Sample[]) => samples, [
  ['OPTIONS answered without CORS', minted, preflight(204, { Allow: 'POST' }), 'pass'],
  ['the answer varies by origin', minted, preflight(404, { Vary: 'Origin' }), 'pass'],
  ['no ticket is minted either', preflight(404), 'not-exercised'],
]);

judges('tkt/no-signing-key', { 'no key': withoutKey, nobody: refused(401, 'UNAUTHENTICATED') }, [
  [
    'with a Retry-After',
    { 'no key': refused(503, 'TICKETS_UNAVAILABLE', { headers: { 'Retry-After': '60' } }) },
    'pass',
  ],
]);

judgesOf('tkt/older-members-have-none', (asked: Sample) => ({ asked }), [
  ['not found, without an envelope', answer('POST /v1/ws-tickets', { status: 404, body: 'Not Found' }), 'pass'],
]);
