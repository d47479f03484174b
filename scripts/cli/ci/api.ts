/** Requests to the API of GitHub or GitLab. */
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';

export interface Api {
  /** Without a slash at its end. */
  readonly url: string;
  /** Headers that carry the token: no other host gets them. */
  readonly token: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const LIMIT_MS = 30_000;
const MOST_REDIRECTS = 3;

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly signal: AbortSignal;
}

async function sent(url: URL, token: Api['token'], request: Sent, redirects = 0): Promise<Response> {
  const headers = { 'User-Agent': 'touchstone', 'Content-Type': 'application/json', ...token };
  const response = await fetch(url, { ...request, headers, redirect: 'manual' });
  const to = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || to === null || redirects === MOST_REDIRECTS) return response;
  // A write is not sent to another place.
  if (request.body !== undefined) return response;
  await response.body?.cancel();
  const next = new URL(to, url);
  return sent(next, next.origin === url.origin ? token : {}, request, redirects + 1);
}

/** Rejects where there is no answer within half a minute. */
export async function call(api: Api, method: string, path: string, body?: object): Promise<Answer> {
  const limit = new AbortController();
  const timer = startStopwatch().after(LIMIT_MS, () =>
    limit.abort(new Error(`no answer within ${LIMIT_MS / 1_000} s`)),
  );
  const request = { method, signal: limit.signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
  try {
    const response = await sent(new URL(`${api.url}${path}`), api.token, request);
    return { status: response.status, text: await response.text() };
  } finally {
    timer.cancel();
  }
}

/** The JSON of an answer with status 200 to 299; undefined for any other. */
export function jsonOf({ status, text }: Answer): unknown {
  if (status < 200 || status > 299) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer that is not what the API documents. Its text is not shown: another side wrote it. */
export class ApiProblem extends Error {
  constructor({ status }: Answer) {
    super(`the API answered ${status}`);
  }
}

/** Why a call failed, in one line. */
export function whyNot(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  const { cause, message } = error as Error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : inLine(message);
  return `the API does not answer (${code})`;
}
