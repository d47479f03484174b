import { expect, test } from 'vitest';
import { judged, judges, judgesOf } from '../../testing/judges.ts';
import { answer, historyOf, type Sample } from '../../testing/sample-history.ts';
import {
  otherRequestIdIsReplaced,
  requestIdOnAnAcceptedWrite,
  requestIdOnEveryResponse,
  requestIdOnEveryWrite,
  sentRequestIdIsEchoed,
} from './request-ids.check.ts';

const echoing = (id: string | null, sent?: string) => ({
  headers: { 'X-Request-Id': id },
  ...(sent !== undefined && { sent: { 'X-Request-Id': sent } }),
});

const served = answer('GET /me', { status: 200 });
const unknownPath = answer('GET /no-such-path', { status: 404, code: 'ROUTE_NOT_FOUND' });
const unheld = (id: string | null) => answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', ...echoing(id) });

judgesOf(requestIdOnEveryResponse, (answered: Sample) => [served, answered], [
  ['an id on each', unknownPath, 'pass'],
  ['none on a refusal', unheld(null), 'violated'],
  ['an empty one', unheld(''), 'violated'],
]);

test('the response without an id is shown', () => {
  const word = judged(requestIdOnEveryResponse, historyOf([served, unheld(null), unknownPath]));
  expect(word).toMatchObject({ verdict: 'violated', seen: [{ request: { path: '/orders/1' } }] });
});

const taken = { status: 201, position: 7, body: { orderId: '5' } };

judgesOf(
  requestIdOnEveryWrite,
  (id: string | null) => [
    answer('POST /orders', taken),
    answer('POST /orders', { ...taken, replay: true, ...echoing(id) }),
  ],
  [
    ['one on each', 'r-00000001', 'pass'],
    ['none on a replay', null, 'violated'],
    ['an empty one', '', 'violated'],
  ],
);

judgesOf(
  requestIdOnAnAcceptedWrite,
  (status: number, echoed: string | null) => ({
    accepted: answer('POST /orders', { status, ...echoing(echoed, 'accepted-1') }),
  }),
  [
    ['the one sent', 202, 'accepted-1', 'pass'],
    ['none', 202, null, 'violated'],
    ['another', 202, 'request-7', 'violated'],
    ['a write answered in time', 201, 'accepted-1', 'inconclusive'],
  ],
);

const onAnswer = (id: string | null) => ({ answer: answer('GET /me', { status: 200, ...echoing(id) }) });
const onRefusal = (id: string) => ({ refusal: answer('GET /no-such-path', { status: 404, ...echoing(id) }) });

judges(
  sentRequestIdIsEchoed,
  { ...onAnswer('abcdefgh'), ...onRefusal('abcdefgh') },
  [
    ['another on the answer', onAnswer('zzzzzzzz'), 'violated'],
    ['another on the refusal', onRefusal('zzzzzzzz'), 'violated'],
    ['cut short', onAnswer('abcdefg'), 'violated'],
    ['in other letters', onAnswer('ABCDEFGH'), 'violated'],
    ['none', onAnswer(null), 'violated'],
  ],
  { given: 'abcdefgh' },
);

const long = 'a'.repeat(129);

judgesOf(
  otherRequestIdIsReplaced,
  (sent: string, status: number, echoed: string | null) => ({
    replaced: answer('GET /me', { status, ...echoing(echoed, sent) }),
  }),
  [
    ['another id', 'with a space', 200, 'made-here', 'pass'],
    ['another id that holds the one sent', 'a', 200, 'made-here', 'pass'],
    ['the one sent', 'with a space', 200, 'with a space', 'violated'],
    ['the one sent, cut to fit', long, 200, long.slice(1), 'violated'],
    ['none', 'seven77', 200, null, 'violated'],
    ['a refusal', 'seven77', 400, 'made-here', 'violated'],
  ],
);

const made = (...ids: readonly string[]) => ids.map((id) => answer('GET /me', { status: 200, ...echoing(id) }));
const replaced = (...ids: readonly string[]) => ({
  replaced: ids.map((id, i) => answer('GET /me', { status: 200, ...echoing(id, `no ${i}`) })),
});
const one = (count: number) => Array.from({ length: count }, () => 'made-0000');

for (const [check, of] of [
  [requestIdOnEveryResponse, (...ids: readonly string[]) => made(...ids)],
  [requestIdOnEveryWrite, (...ids: readonly string[]) => made(...ids)],
  [otherRequestIdIsReplaced, (...ids: readonly string[]) => replaced(...ids)],
] as const) {
  judgesOf(check, (ids: readonly string[]) => of(...ids), [
    ['one id for all requests', one(5), 'violated'],
    ['an id that comes again', [...one(4), 'made-0001'], 'pass'],
    ['too few to say', one(4), 'pass'],
  ]);
}

judgesOf(
  requestIdOnEveryResponse,
  () => Array.from({ length: 6 }, () => answer('GET /me', { status: 200, ...echoing('mine-mine', 'mine-mine') })),
  [["one id of the caller's for all requests", 'pass']],
);

judgesOf(
  requestIdOnEveryResponse,
  (ids: readonly string[]) => [
    served,
    ...ids.map((id) => answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', ...echoing(id) })),
  ],
  [
    ['one id for all refusals', one(5), 'violated'],
    ['an id of refusals that comes again', [...one(4), 'made-0001'], 'pass'],
  ],
);
