/** Requests to the API of GitHub or GitLab. */
import { inLine } from '../../../conformance/member/exchange/foreign-text.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';

export interface Api {
  /** Without a slash at its end. */
  readonly url: string;
  /** Empty: none. */
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const LIMIT_MS = 30_000;

/** Rejects where there is no answer within half a minute. */
export async function call({ url, token }: Api, method: string, path: string, body?: object): Promise<Answer> {
  const limit = new AbortController();
  const timer = startStopwatch().after(LIMIT_MS, () =>
    limit.abort(new Error(`no answer within ${LIMIT_MS / 1_000} s`)),
  );
  // Of all headers for a token, fetch takes this one alone from what it sends to another host (gitlab/template.test.ts).
  const headers = {
    ...{ 'User-Agent': 'touchstone', 'Content-Type': 'application/json' },
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
  };
  // A write that is redirected would become a read.
  const sent =
    body === undefined ? { redirect: 'follow' as const } : { redirect: 'manual' as const, body: JSON.stringify(body) };
  try {
    const response = await fetch(`${url}${path}`, { method, headers, signal: limit.signal, ...sent });
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
