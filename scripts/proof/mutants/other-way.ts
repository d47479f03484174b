/**
 * Decides whether `drive` would have continued differently: it later sent a value that a changed response no longer contains, or
 * a response was lost. The rest of such a recorded history would be different with the defective member, so it proves nothing.
 *
 * A changed status alone is not a reason: 232 rows were judged both ways, and each row that its recorded history kills was also
 * killed live. `mutants.test.ts` judges some rows both ways in each run.
 */
import { type Conversation, isConversation } from '../../../conformance/member/exchange/conversation.ts';
import { type Exchange, parse, type RecordedResponse } from '../../../conformance/member/exchange/exchange.ts';
import type { Driven } from '../../../conformance/runner/run/trial.ts';

/** @param changed the same drive with the responses of the defect */
export function goesAnotherWay(recorded: Driven, changed: Driven): boolean {
  return [
    ...pairsOf(recorded.exchanges, changed.exchanges),
    ...pairsOf(recorded.conversations, changed.conversations),
  ].some(
    ([was, now]) =>
      now.response === null || (was.response !== null && isMissed(recorded, was.n, was.response, now.response)),
  );
}

/** The exchanges with a changed response, before and after. */
function pairsOf(before: readonly Exchange[], after: readonly Exchange[]): readonly (readonly [Exchange, Exchange])[] {
  return before.flatMap((was, i) => {
    const now = after[i] ?? was;
    return was.response === now.response ? [] : [[was, now] as const];
  });
}

/** Whether a value that the response lost was sent for the first time after it. */
function isMissed(recorded: Driven, n: number, was: RecordedResponse, now: RecordedResponse): boolean {
  const left = new Set(valuesOf(now));
  const firstSent = firstSentIn(recorded);
  return valuesOf(was).some((value) => !left.has(value) && (firstSent.get(value) ?? 0) > n);
}

const FIRST_SENT = new WeakMap<Driven, ReadonlyMap<string, number>>();

/** The number of the first request or frame with each value, in path, header or body. */
function firstSentIn(driven: Driven): ReadonlyMap<string, number> {
  const known = FIRST_SENT.get(driven);
  if (known !== undefined) return known;
  const first = new Map<string, number>();
  const add = (n: number, values: readonly string[]): void => {
    for (const value of values) first.set(value, Math.min(n, first.get(value) ?? n));
  };
  for (const e of [...driven.exchanges, ...driven.conversations]) {
    add(e.n, e.request.path.split(/[/?&=]/).map(decoded));
    add(e.n, [...e.request.headers.map(([, value]) => value), ...leavesOf(e.request.body)]);
    if (isConversation(e)) for (const frame of sentFrames(e)) add(frame.n, leavesOf(frame.text));
  }
  FIRST_SENT.set(driven, first);
  return first;
}

const sentFrames = ({ frames }: Conversation) => frames.filter(({ direction }) => direction === 'sent');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const VALUES = new WeakMap<RecordedResponse, readonly string[]>();

function valuesOf(response: RecordedResponse): readonly string[] {
  const known = VALUES.get(response);
  if (known !== undefined) return known;
  const values = [...response.headers.map(([, value]) => value), ...leavesOf(response.body)];
  VALUES.set(response, values);
  return values;
}

/** The texts and numbers in a JSON text; none if it is not JSON. */
function leavesOf(text: string | null): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') found.push(`${value}`);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one);
  };
  walk(text === null ? undefined : parse(text));
  return found;
}
