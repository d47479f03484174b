/** Statements about refusals: T30 to T33 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, requestId, sentHeader, status } from '../../member/exchange/exchange.ts';
import {
  hasItsPublishedStatus,
  hasTheEnvelope,
  isRetryableByTheRules,
  namesItsRequest,
  statesWhenToRetry,
} from '../../rules/refusal-rules.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Statement } from '../chronicle.ts';

/** The refusals of a history; none before 0.12.0, which published their form. */
function refusalsOf(history: History): readonly Exchange[] {
  return history.since('0.12.0') ? history.answered.filter((e) => (status(e) ?? 0) >= 400) : [];
}

/** An id that the caller states is echoed, and may be stated twice. */
function judgeIds(history: History): Judgement {
  if (!history.since('0.12.0')) return pass;
  const given = new Map<string, Exchange>();
  for (const exchange of history.answered) {
    const id = requestId(exchange);
    if (id === undefined || sentHeader(exchange, 'x-request-id') !== undefined) continue;
    const before = given.get(id);
    if (before !== undefined) return violated('an X-Request-Id that no other answer has', before, exchange);
    given.set(id, exchange);
  }
  return pass;
}

/** Every refusal has the error envelope and its request's id, and ids that the member chooses are unique. */
const refusalsHaveTheirEnvelope: Statement = {
  id: 'T30',
  shows: ['ERR-01', 'ERR-02', 'RID-03'],
  judge: ({ history }) =>
    allOf(
      refusalsOf(history).flatMap((e) => [hasTheEnvelope(e), namesItsRequest(e)]),
      judgeIds(history),
    ),
};

/** An error code always has the same status: the published one where there is one. */
const codesHaveOneStatus: Statement = {
  id: 'T31',
  shows: ['ERR-01'],
  judge({ history }) {
    const first = new Map<string, Exchange>();
    return allOf(
      history.answered.map((e) => {
        const code = errorCode(e);
        if (code === undefined) return pass;
        const before = first.get(code) ?? e;
        first.set(code, before);
        const published = hasItsPublishedStatus(e);
        if (published.verdict === 'violated') return published;
        return status(before) === status(e) ? pass : violated(`${status(before)} ${code}, as before`, before, e);
      }),
    );
  },
};

/** `retryable` follows from the status, the code and whether an owner judged. */
const retryableFollowsTheRules: Statement = {
  id: 'T32',
  shows: ['ERR-11', 'ERR-15'],
  judge: ({ history }) => allOf(refusalsOf(history).map(isRetryableByTheRules)),
};

/** Every 429 and 503 has a valid Retry-After. */
const busyAnswersStateWhenToRetry: Statement = {
  id: 'T33',
  shows: ['ERR-10'],
  judge: ({ history }) =>
    allOf(
      refusalsOf(history)
        .filter((e) => status(e) === 429 || status(e) === 503)
        .map(statesWhenToRetry),
    ),
};

export const ERRORS: readonly Statement[] = [
  refusalsHaveTheirEnvelope,
  codesHaveOneStatus,
  retryableFollowsTheRules,
  busyAnswersStateWhenToRetry,
];
