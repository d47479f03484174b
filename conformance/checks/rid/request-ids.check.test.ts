import { expect, test } from 'vitest';
import { judged, judgesOf } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { otherRequestIdIsReplaced, requestIdOnEveryResponse, requestIdOnEveryWrite } from './request-ids.check.ts';

const echoing = (id: string | null, sent?: string) => ({
  headers: { 'X-Request-Id': id },
  ...(sent !== undefined && { sent: { 'X-Request-Id': sent } }),
});

const served = answer('GET /me', { status: 200 });
const unknownPath = answer('GET /no-such-path', { status: 404, code: 'ROUTE_NOT_FOUND' });
const unheld = (id: string | null) => answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', ...echoing(id) });

test('the response without an id is shown', () => {
  const word = judged(requestIdOnEveryResponse, historyOf([served, unheld(null), unknownPath]));
  expect(word).toMatchObject({ verdict: 'violated', seen: [{ request: { path: '/orders/1' } }] });
});

judgesOf(
  'rid/request-id-on-an-accepted-write',
  (status: number, echoed: string | null) => ({
    accepted: answer('POST /orders', { status, ...echoing(echoed, 'accepted-1') }),
  }),
  [['a write answered in time', 201, 'accepted-1', 'inconclusive']],
);

judgesOf(
  'rid/other-request-id-is-replaced',
  (sent: string, status: number, echoed: string | null) => ({
    replaced: answer('GET /me', { status, ...echoing(echoed, sent) }),
  }),
  [['another id that holds the one sent', 'a', 200, 'made-here', 'pass']],
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
    ['an id that comes again', [...one(4), 'made-0001'], 'pass'],
    ['too few to say', one(4), 'pass'],
  ]);
}

judgesOf(
  'rid/request-id-on-every-response',
  (ids: readonly string[]) => [
    served,
    ...ids.map((id) => answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', ...echoing(id) })),
  ],
  [['an id of refusals that comes again', [...one(4), 'made-0001'], 'pass']],
);
