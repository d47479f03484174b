import { expect, test } from 'vitest';
import { traderOf } from '../../../testing/stub-member.ts';
import { stubTarget } from '../../../testing/stub-target.ts';
import { isReplay, status } from '../../exchange/exchange.ts';

const page = {
  headers: [
    ['Content-Type', 'text/html'],
    ['Server', 'nginx'],
  ] as const,
  body: '<html></html>',
};
const own = {
  headers: [
    ['X-Request-Id', 'request-0001'],
    ['Idempotent-Replay', 'true'],
  ] as const,
  body: '{}',
};

async function asked(answers: readonly object[], method = 'GET') {
  let n = 0;
  const { target } = await stubTarget(({ path }) => {
    if (path !== '/orders') return own;
    n += 1;
    return answers[Math.min(n, answers.length) - 1] as object;
  });
  const answer = await traderOf(target.session()).request({
    method,
    path: '/orders',
    ...(method === 'POST' && { key: 'k' }),
  });
  return { answer, n, foreign: target.foreignAnswers() };
}

test('a read that a proxy answered is sent again until the member responds', async () => {
  const { answer, n, foreign } = await asked([{ ...page, status: 502 }, own]);
  expect([status(answer), answer.foreign, n]).toEqual([200, undefined, 2]);
  expect(answer.settling?.map(status)).toEqual([502, 200]);
  expect(foreign).toEqual([{ what: '502 text/html, server nginx', count: 1 }]);
});

test('the response to a resent write does not count as a replay', async () => {
  const { answer } = await asked([{ ...page, status: 502 }, own], 'POST');
  expect([status(answer), isReplay(answer)]).toEqual([200, false]);
});

test('a redirect is tried once more and stays foreign', async () => {
  const { answer, n } = await asked([{ ...page, status: 302 }]);
  expect([answer.foreign, n]).toEqual(['302 text/html, server nginx', 2]);
});

test('a login page is no gateway', async () => {
  const login = {
    ...page,
    status: 302,
    headers: [...page.headers, ['Location', 'https://login.example/?to=1']] as const,
  };
  await expect(stubTarget(() => login)).rejects.toThrow(
    'http://stub.example is no gateway: GET /me was answered 302 text/html, server nginx to https://login.example',
  );
});

test('a firewall that refuses requests without a token is no login page', async () => {
  const { target } = await stubTarget(({ headers }) =>
    headers.includes('Authorization') ? own : { ...page, status: 403 },
  );
  expect(target.lost.aborted).toBe(false);
});

test.each([404, 500])('the same %s without envelope for each of three tries is the member’s own', async (seen) => {
  const bare = { status: seen, headers: [['Content-Type', 'text/plain']] as const, body: 'no such row' };
  const { answer, n, foreign } = await asked([bare]);
  expect([status(answer), answer.foreign, n, foreign]).toEqual([seen, undefined, 3, []]);
});
