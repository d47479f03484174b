import { describe, expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { inconclusive, pass, violated } from '../judgement.ts';
import { serverErrorRows, serverErrors, withServerErrors } from './server-errors.ts';

type Story = Parameters<typeof answer>;

function exchangesOf(...stories: readonly Story[]) {
  return historyOf(stories.map((story) => answer(...story))).exchanges;
}

const SENT = { 'User-Agent': 'touchstone' };
const ID = { 'x-request-id': 'request-1' };
const refused = (status: number, code: string, retryable = false) => ({
  status,
  headers: ID,
  body: { error: { code, message: 'oh no', requestId: 'request-1', retryable } },
});

const deleted = { ...refused(410, 'INSTANCE_DELETED'), sent: SENT };

describe('an answer that no request may receive', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Story, readonly string[]]>([
    ['a 500',                                                       ['PUT /asset-policies/7', refused(500, 'INTERNAL_ERROR')], ['POL-01']],
    ['a 500 without an envelope',                                   ['GET /orders', { status: 500, headers: ID, body: {} }], ['ORD-18']],
    ['a status that the interface does not name',                   ['GET /orders', { status: 418, headers: ID, body: {}, sent: SENT }], ['ORD-18']],
    ['INTERRUPTED, which may be retried',                           ['POST /orders', refused(500, 'INTERRUPTED', true)], []],
    ['a 422',                                                       ['POST /orders', refused(422, 'INVALID_FIELD')], []],
    ['a page elsewhere',                                            ['GET /docs', { status: 308, headers: ID, body: '', sent: SENT }], []],
    ['a redirect of orders',                                        ['GET /orders', { status: 308, headers: ID, body: '', sent: SENT }], ['ORD-18']],
    ['a code whose status the interface does not show',             ['POST /credentials/7/revoke', { ...refused(423, 'CREDENTIAL_IN_USE'), sent: SENT }], []],
    ['a refusal of the owner of algos: its statuses are not shown', ['POST /algos/instances/7/start', { ...deleted, position: 7 }], []],
    ['such a status at the door',                                   ['POST /algos/instances/7/start', deleted], ['ALG-10']],
    ['a 500 without X-Request-Id',                                  ['GET /orders', { status: 500, headers: { 'x-request-id': null }, body: '' }], ['ORD-18']],
    ['a 500 on a path without a route',                             ['GET /nothing', refused(500, 'INTERNAL_ERROR')], []],
  ])('%s', (_, story, broken) =>
    expect(serverErrors(exchangesOf(story)).flatMap(({ about = [] }) => about)).toEqual(broken),
  );

  test('does not include answers of a proxy in front of the member', () => {
    const exchanges = exchangesOf(['GET /orders', { status: 502, body: '', sent: { 'User-Agent': 'touchstone' } }]);
    expect(serverErrors(exchanges)).toHaveLength(1);
    expect(serverErrors(exchanges.map((e) => ({ ...e, foreign: '502 empty' })))).toEqual([]);
  });

  test('is counted by its route, without ids', () => {
    const failing = refused(500, 'INTERNAL_ERROR');
    expect(
      serverErrorRows(exchangesOf(['PUT /asset-policies/7', failing], ['PUT /asset-policies/8', failing])),
    ).toEqual([
      { request: 'PUT /asset-policies/{id}', status: 500, code: 'INTERNAL_ERROR', message: 'oh no', count: 2 },
    ]);
  });
});

describe("in addition to the check's own judgement", () => {
  const [failing] = exchangesOf(['PUT /asset-policies/7', refused(500, 'INTERNAL_ERROR')]);
  if (failing === undefined) throw new Error('one exchange');
  const errors = serverErrors([failing]);

  // biome-ignore format: an aligned table
  test.each([
    ['a pass becomes a failure',                                    pass],
    ['an inconclusive judgement becomes a failure',                 inconclusive('its body is assumed')],
    ['an expectation of the same answer is not a second violation', violated('200', failing)],
  ])('%s', (_, judgement) =>
    expect(withServerErrors(judgement, errors)).toMatchObject({ verdict: 'violated', about: ['POL-01'] }),
  );

  test("a status where the check expected another is attributed to the check's own claim only", () => {
    const [odd] = exchangesOf(['GET /orders', { status: 418, headers: ID, body: {}, sent: SENT }]);
    if (odd === undefined) throw new Error('one exchange');
    expect(withServerErrors(violated('200', odd), serverErrors([odd]))).toEqual(violated('200', odd));
  });

  test('the judgement is unchanged where there is none', () => expect(withServerErrors(pass, [])).toBe(pass));
});
