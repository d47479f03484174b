/**
 * Histories without evidence: those of a run with every answer replaced, judged again. A claim that passes on one of them
 * passes without a case.
 */

import type { Conversation } from '../../../conformance/member/exchange/conversation.ts';
import type { Exchange, HeaderLines, RecordedResponse } from '../../../conformance/member/exchange/exchange.ts';
import { json } from '../../../conformance/member/exchange/exchange.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { HistoryRecorder } from '../../../conformance/runner/record/recorded-history.ts';
import { Claims } from '../../../conformance/runner/run/claims.ts';
import type { Driven } from '../../../conformance/runner/run/trial.ts';
import { judgeDriven } from '../../../conformance/runner/run/trial.ts';

/** The recorded drives of a run, by check. */
export class DrivenChecks {
  readonly byCheck = new Map<string, Driven[]>();

  readonly recorder: HistoryRecorder = {
    begin: (id) => {
      const trials: Driven[] = [];
      this.byCheck.set(id, trials);
      return { trial: (driven) => void trials.push(driven), searched: () => {}, ended: () => {} };
    },
  };
}

type Sham = (driven: Driven) => Driven;

/** Replaces each received answer by the result of `to`. No frame follows a handshake. */
function answeredBy(to: (response: RecordedResponse) => RecordedResponse | null): Sham {
  const again = <E extends Exchange>({ settling: _, earlier: __, ...e }: E) =>
    ({ ...e, response: e.response && to(e.response) }) as unknown as E;
  return (driven) => ({
    ...driven,
    exchanges: driven.exchanges.map(again),
    conversations: driven.conversations.map((c): Conversation => ({ ...again(c), frames: [], closed: null })),
  });
}

function refusal(status: number, code: string, ...more: HeaderLines): Sham {
  return answeredBy((response) => {
    const isOfId = ([name]: HeaderLines[number]) => name.toLowerCase() === 'x-request-id';
    const requestId = response.headers.find(isOfId)?.[1] ?? 'no-id-00';
    const error = { code, message: 'no', requestId, retryable: status === 503 };
    const headers: HeaderLines = [['Content-Type', 'application/json'], ['X-Request-Id', requestId], ...more];
    return { status, headers, body: JSON.stringify({ error }) };
  });
}

/** The same page without its rows. */
function withoutRows(e: Exchange): Exchange {
  const page = json(e) as { readonly items?: unknown; readonly total?: unknown } | undefined;
  if (e.response === null || !Array.isArray(page?.items)) return e;
  const total = typeof page.total === 'number' ? 0 : page.total;
  const body = JSON.stringify({ ...page, items: [], nextCursor: null, prevCursor: null, total });
  return { ...e, response: { ...e.response, body } };
}

export const SHAMS = {
  'nothing was sent': (driven) => ({ ...driven, exchanges: [], conversations: [], notes: [] }),
  'nothing was answered': answeredBy(() => null),
  'no frame came': (driven) => ({
    ...driven,
    conversations: driven.conversations.map((c) => ({ ...c, frames: [], closed: null })),
  }),
  'every page was empty': (driven) => ({ ...driven, exchanges: driven.exchanges.map(withoutRows) }),
  'all was refused 400': refusal(400, 'MALFORMED_REQUEST'),
  'all was refused 401': refusal(401, 'UNAUTHENTICATED'),
  'all was refused 403': refusal(403, 'AWAITING_ADMISSION'),
  'all was refused 404': refusal(404, 'NOT_FOUND'),
  'all was refused 404, as unknown paths': refusal(404, 'ROUTE_NOT_FOUND'),
  'all was refused 503': refusal(503, 'NOT_PRIMED', ['Retry-After', '1']),
} as const satisfies Readonly<Record<string, Sham>>;

/** `CHECK REQUIREMENT` of each claim that passes on the sham. */
export function passedOver(sham: Sham, checks: readonly Check[], { byCheck }: DrivenChecks): readonly string[] {
  return checks.flatMap((check) => {
    const claims = new Claims(check.proves);
    for (const driven of byCheck.get(check.id) ?? []) {
      const { judgement } = judgeDriven(check, sham(driven));
      if (judgement.verdict !== 'fault') claims.add(judgement);
    }
    const passed = claims.rows(() => '', new Map()).filter(({ verdict }) => verdict === 'pass');
    return passed.map(({ id }) => `${check.id} ${id}`);
  });
}
