import { judges, judgesOf } from '../../testing/judges.ts';
import { mint, rateLimited } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const ticket = mint('<ticket 1>', 0, 10);
const minted = (many: number): readonly Sample[] => Array.from({ length: many }, () => ticket);
const limited = rateLimited('23');
const until = (date: string) =>
  rateLimited(null, { headers: { 'Retry-After': date, Date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });
const sixtyThen = (refused: Sample) => ({ asked: [...minted(60), refused] });

judges('tkt/limit-is-reached', { ...sixtyThen(limited), after: ticket }, [
  ['twice as many, of a bucket or a fixed minute (A87)', { asked: [...minted(118), limited, limited] }, 'pass'],
  ['refused after it as a busy member refuses', { after: mint('', 0, 10, { status: 503 }) }, 'pass'],
  ['a Retry-After that is rounded up', sixtyThen(rateLimited('61')), 'pass'],
  ['a Retry-After that is a date', sixtyThen(until('Thu, 01 Jan 1970 00:00:23 GMT')), 'pass'],
  ['never limited, of as many members as there may be (A87)', { asked: minted(200), after: [] }, 'inconclusive'],
]);

const slowly = (many: number): readonly Sample[] =>
  Array.from({ length: many }, (_, i) =>
    mint('<ticket 1>', i, i + 10, { sentAtMs: i * 400, answeredAtMs: i * 400 + 9 }),
  );

judgesOf(
  'tkt/limit-is-reached',
  (asked: readonly Sample[]) => ({ asked }),
  [
    ['never limited: two hundred of one member', minted(200), 'violated'],
    ['never limited: two hundred, more slowly than the limit', slowly(200), 'inconclusive'],
    [
      'never limited: a member that mints none',
      [mint('', 0, 10, { status: 503, code: 'TICKETS_UNAVAILABLE' })],
      'inconclusive',
    ],
  ],
  { target: { singleMember: true } },
);

const refused = [
  answer('POST /v1/ws-tickets', { status: 400, code: 'MALFORMED_REQUEST' }),
  answer('POST /v1/ws-tickets', { status: 401, code: 'UNAUTHENTICATED' }),
];
const past = rateLimited('60');

judges(
  'tkt/sixty-a-minute',
  { refused, within: minted(60), past, 'another user': ticket, after: ticket },
  [
    ['sixty-one, which a deployed member may count differently (A87)', { past: ticket }, ['inconclusive', 'violated']],
    ['a malformed body is accepted', { refused: [ticket] }, 'inconclusive'],
  ],
  { target: { strict: true } },
);
