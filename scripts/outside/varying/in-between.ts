/** What stands between a client and a member, and answers in its place: proxies, rate limiters, login pages. */
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { type Layer, type Told, without } from '../proxy/telling.ts';

function page(status: number, title: string, headers: Told['headers'] = []): Told {
  const body = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: [['Server', 'nginx'], ['Content-Type', 'text/html'], ...headers], body };
}

/** One answer in so many is that of a proxy which lost its upstream: every other time once the member has answered. */
export function losingUpstream(every: number): Layer {
  let n = 0;
  return async (asked, next) => {
    n += 1;
    if (n % every !== 0) return next(asked);
    if (n % (2 * every) === 0) await next(asked);
    return page(502, 'Bad Gateway');
  };
}

/** Takes so many requests a second, in a bucket of a tenth of them. */
export function limiting(perSecond: number, stopwatch: Stopwatch, headers: Told['headers'] = []): Layer {
  const most = perSecond / 10;
  let room = most;
  let atMs = stopwatch.nowMs();
  return async (asked, next) => {
    const nowMs = stopwatch.nowMs();
    room = Math.min(most, room + ((nowMs - atMs) * perSecond) / 1_000);
    atMs = nowMs;
    if (room < 1) return page(429, 'Too Many Requests', headers);
    room -= 1;
    return next(asked);
  };
}

/** After so many requests the login has ended: everything leads to its page. */
export function loggingOut(after: number): Layer {
  let n = 0;
  return async (asked, next) => {
    n += 1;
    return n <= after ? next(asked) : page(302, 'Found', [['Location', 'https://login.test/']]);
  };
}

/** The default limit of nginx. */
export const limitingBodies: Layer = async (asked, next) => {
  const length = asked.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return Number(length ?? 0) > 1_048_576 ? page(413, 'Request Entity Too Large') : next(asked);
};

/** A member that refuses with a line of text, and names no request. */
export const refusingBare: Layer = async (asked, next) => {
  const answer = await next(asked);
  if (answer.status < 400) return answer;
  const bare = without(answer, 'X-Request-Id', 'Content-Type');
  return { ...bare, headers: [...bare.headers, ['Content-Type', 'text/plain']], body: 'refused\n' };
};
