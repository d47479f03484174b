/** What stands between a client and a member, and answers in its place: proxies, rate limiters, login pages. */
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { type HttpResponse, type Layer, withoutHeaders } from '../../../gateway/variations/layer.ts';

function page(status: number, title: string, headers: HttpResponse['headers'] = []): HttpResponse {
  const body = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: [['Server', 'nginx'], ['Content-Type', 'text/html'], ...headers], body };
}

/** One response in so many is that of a proxy which lost its upstream: every other time once the member has answered. */
export function losingUpstream(every: number): Layer {
  let n = 0;
  return async (request, next) => {
    n += 1;
    if (n % every !== 0) return next(request);
    if (n % (2 * every) === 0) await next(request);
    return page(502, 'Bad Gateway');
  };
}

/** Takes so many requests a second, in a bucket of a tenth of them. */
export function limiting(perSecond: number, stopwatch: Stopwatch, headers: HttpResponse['headers'] = []): Layer {
  const most = perSecond / 10;
  let room = most;
  let atMs = stopwatch.nowMs();
  return async (request, next) => {
    const nowMs = stopwatch.nowMs();
    room = Math.min(most, room + ((nowMs - atMs) * perSecond) / 1_000);
    atMs = nowMs;
    if (room < 1) return page(429, 'Too Many Requests', headers);
    room -= 1;
    return next(request);
  };
}

/** After so many requests the login has ended: everything leads to its page. */
export function loggingOut(after: number): Layer {
  let n = 0;
  return async (request, next) => {
    n += 1;
    return n <= after ? next(request) : page(302, 'Found', [['Location', 'https://login.test/']]);
  };
}

/** The default limit of nginx. */
export const limitingBodies: Layer = async (request, next) => {
  const length = request.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return Number(length ?? 0) > 1_048_576 ? page(413, 'Request Entity Too Large') : next(request);
};

/** A member that refuses with a line of text, and names no request. */
export const refusingBare: Layer = async (request, next) => {
  const response = await next(request);
  if (response.status < 400) return response;
  const bare = withoutHeaders(response, 'X-Request-Id', 'Content-Type');
  return { ...bare, headers: [...bare.headers, ['Content-Type', 'text/plain']], body: 'refused\n' };
};
