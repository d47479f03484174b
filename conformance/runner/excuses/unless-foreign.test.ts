/** What a proxy keeps from the member, judged by whole runs of a check against a proxy that does so. */
import { afterEach, describe, expect, test } from 'vitest';
import type { StubAnswer, StubMember, StubRequest } from '../../testing/stub-member.ts';
import { startStub } from '../../testing/stub-member.ts';
import { gets, ranCheck, sampleCheck } from '../../testing/stub-run.ts';
import type { Check } from '../check.ts';
import { pass, violated } from '../judgement.ts';
import { loadChecks } from '../plan/load-checks.ts';

const checks = await loadChecks();
const named = (name: string) => checks.find(({ id }) => id === name) as Check;
const oversizeBody = named('err/oversize-body');
const requestIdOnEveryResponse = named('rid/request-id-on-every-response');

const page = (status: number): StubAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html', Server: 'nginx' },
  body: '<html><h1>refused</h1></html>',
});
let answers = 0;
const ownAnswer = (): StubAnswer => ({ status: 200, headers: { 'X-Request-Id': `request-${++answers}` }, body: {} });
const isLarge = ({ headers }: StubRequest) => Number(headers['content-length'] ?? 0) > 1024 * 1024;

let stub: StubMember | undefined;
afterEach(async () => stub?.close());

/** Behind nginx as it is installed: bodies over 1 MB do not come through. */
async function behindNginx(of: Check, member: (request: StubRequest) => StubAnswer = ownAnswer) {
  stub = await startStub((request) => (isLarge(request) ? page(413) : member(request)));
  const { row } = await ranCheck(
    of,
    ({ method, path }) => {
      const { status, headers, body } = member({ method, url: path, headers: {}, rawHeaders: [], body: '' }) as Exclude<
        StubAnswer,
        string
      >;
      return { status, headers: Object.entries(headers ?? {}), body: JSON.stringify(body ?? {}) };
    },
    { profile: { baseUrl: stub.baseUrl } },
  );
  return { row, uploads: stub.requests.filter(isLarge).length };
}

test('a body limit of a proxy keeps the limit of the member from being judged: one attempt, not exercised', async () => {
  const { row, uploads } = await behindNginx(oversizeBody);
  expect([row.verdict, uploads]).toEqual(['not-exercised', 1]);
  expect(row.reason).toMatch(/^a proxy keeps it from the member: \S+ \S+ was answered 413 text\/html, server nginx$/);
});

describe('a claim about every answer', () => {
  test('is judged by those of the member', async () =>
    expect((await behindNginx(requestIdOnEveryResponse)).row.verdict).toBe('pass'));

  test('still fails for an answer of the member', async () => {
    const bare: StubAnswer = { status: 200, headers: { 'Content-Type': 'application/json' }, body: {} };
    const { row } = await behindNginx(requestIdOnEveryResponse, ({ url }) => (url === '/orders' ? bare : ownAnswer()));
    expect(row.verdict).toBe('fail');
  });
});

describe('a request that a proxy answers for the member', () => {
  const reads = sampleCheck({
    drive: gets('/orders'),
    judge: (history) => (history.one('it').response?.status === 200 ? pass : violated('200', history.one('it'))),
  });

  test.each([
    [400, 'not-exercised', 1],
    [403, 'not-exercised', 1],
    [405, 'not-exercised', 1],
    [413, 'not-exercised', 1],
    [414, 'not-exercised', 1],
    [431, 'not-exercised', 1],
    // It may pass with the next request.
    [302, 'inconclusive', 2],
  ] as const)('with %i: %s, after %i attempts', async (status, verdict, attempts) => {
    const { row, requests } = await ranCheck(reads, ({ path }) =>
      path === '/orders'
        ? { status, headers: [['Content-Type', 'text/html']], body: '<html></html>' }
        : { headers: [['X-Request-Id', 'request-0001']] },
    );
    expect([row.verdict, requests.length]).toEqual([verdict, attempts]);
  });
});
