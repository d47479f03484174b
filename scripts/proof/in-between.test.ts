/**
 * An intermediary between the suite and a valid gateway sometimes answers in its place: layers in this process, or Debian's
 * nginx. No check fails because of it, and the run names the cause. The suite still finds a member that itself refuses without
 * the envelope. A run takes some cases of each check. mutual-tls.test.ts has sockets behind two proxies.
 */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { type HttpResponse, type Layer, withoutHeaders } from '../../gateway/variations/layer.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { alarms, judgedAgainst, oneOff } from './judged-against.ts';
import { NGINX, startNginx } from './nginx/start-nginx.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

function page(status: number, title: string, headers: HttpResponse['headers'] = []): HttpResponse {
  const body = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: [['Server', 'nginx'], ['Content-Type', 'text/html'], ...headers], body };
}

/** One response in `every` is that of a proxy that lost its upstream; every other time after the member has answered. */
function losingUpstream(every: number): Layer {
  let n = 0;
  return async (request, next) => {
    n += 1;
    if (n % every !== 0) return next(request);
    if (n % (2 * every) === 0) await next(request);
    return page(502, 'Bad Gateway');
  };
}

/**
 * Two requests of 40 are more than its limit allows. It counts requests, not time: a busy machine sends no faster than a limit
 * of 100 a second. The test with nginx has a limit by time.
 */
function limiting(headers: HttpResponse['headers'] = []): Layer {
  let n = 0;
  return async (request, next) => {
    n += 1;
    return n % 40 < 2 ? page(429, 'Too Many Requests', headers) : next(request);
  };
}

/** After this many requests the login expires: every request is redirected to the login page. */
function loggingOut(after: number): Layer {
  let n = 0;
  return async (request, next) => {
    n += 1;
    return n <= after ? next(request) : page(302, 'Found', [['Location', 'https://login.test/']]);
  };
}

/** The default limit of nginx. */
const limitingBodies: Layer = async (request, next) => {
  const length = request.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return Number(length ?? 0) > 1_048_576 ? page(413, 'Request Entity Too Large') : next(request);
};

/** A member that refuses with a line of text, without a request id. */
const refusingBare: Layer = async (request, next) => {
  const response = await next(request);
  if (response.status < 400) return response;
  const bare = withoutHeaders(response, 'X-Request-Id', 'Content-Type');
  return { ...bare, headers: [...bare.headers, ['Content-Type', 'text/plain']], body: 'refused\n' };
};

const checks = await loadChecks();
const of = (ids: RegExp) => checks.filter(({ id }) => ids.test(id));
const some = of(/^(idem|rid)\//);
const requestIds = of(/^rid\//);
/** Checks that fill an inbox send as much as all others. */
const refusals = of(/^err\/(?!.*-full$)/);
const judgedBehind = (layer: Layer, by: typeof checks) =>
  judgedAgainst(by, { permissive: [oneOff('in between', () => layer)], requests: 600 });

test.each([
  ['a tenth of all answers lost', losingUpstream(10), some, /502 text\/html, server nginx\. The proxy lost/],
  ['a rate limit', limiting(), requestIds, /429 text\/html, server nginx.*Lower limits\.requestsPerSecond/],
  ['a rate limit with Retry-After', limiting([['Retry-After', '1']]), requestIds, /429 text\/html, server nginx/],
  ['a limit of bodies', limitingBodies, refusals, /413 text\/html, server nginx.*nginx: client_max_body_size/],
] as const)('%s fails no check', { timeout: 600_000 }, async (_, layer, by, sentence) => {
  const { checks: rows, run } = await judgedBehind(layer, by);
  expect(alarms(rows)).toEqual([]);
  expect(run.foreign?.sentence).toMatch(sentence);
});

test('a login page for every request fails no check, and ends the run early', { timeout: 300_000 }, async () => {
  const { checks: rows, run } = await judgedBehind(loggingOut(20), refusals);
  expect(alarms(rows)).toEqual([]);
  expect(run.foreign?.sentence).toMatch(/302 text\/html, server nginx.*login page/);
  expect(run.stopped).toBe('target lost');
  expect(run.cause).toMatch(/did not come from the member.*302 text\/html.*https:\/\/login\.test/);
  expect(rows.at(-1)).toMatchObject({ verdict: 'not-exercised', runs: 0 });
});

test('a member that refuses without the envelope is found', { timeout: 120_000 }, async () => {
  const { checks: rows, run } = await judgedBehind(refusingBare, refusals);
  expect(rows.some(({ verdict, proves }) => verdict === 'fail' && proves.includes('ERR-01'))).toBe(true);
  expect(run.foreign).toBeUndefined();
});

const isNginxHere = existsSync(NGINX);
test.skipIf(!isNginxHere)(
  "nginx's TLS, rate limit and limit of bodies fail nothing",
  { timeout: 120_000 },
  async () => {
    await using sandbox = await startSandbox({ clock: 'real', seed: SEED, members: [] });
    await using nginx = await startNginx('nginx.conf', { GATEWAY: sandbox.baseUrl });
    const { control: _, sockets: __, ...profile } = sandbox.profile;
    const behind = { ...profile, baseUrl: nginx.baseUrl, tls: { ca: nginx.ca } };
    const byId = of(/^rid\/(request-id-on-every-response|sent-request-id-is-echoed)$/);
    const { checks: rows, run } = await judgedByProfile(behind, byId, { resetBetweenChecks: false });
    expect(alarms(rows)).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass')).not.toEqual([]);
    expect(run.stopped).toBeNull();
    // The run slows down to the rate that nginx allows.
    const limited = run.foreign?.answers.find(({ what }) => what.startsWith('429'))?.count ?? 0;
    expect(limited / run.requests).toBeLessThan(0.5);
    expect(run.foreign?.sentence).toMatch(/413 text\/html, server nginx/);
    expect(run.foreign?.sentence).toMatch(/429 text\/html, server nginx.*Lower limits\.requestsPerSecond/);
  },
);

if (!isNginxHere) console.warn(`skipped: ${NGINX} is not here; apt-get install nginx brings it`);
