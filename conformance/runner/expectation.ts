/** The most common judgement: one exchange was answered as a row of the interface says. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { asOf, errorCode, header, isReplay, position, retryable, status } from '../member/exchange/exchange.ts';
import { owes } from '../member/exchange/owed.ts';
import { isUnsettled } from '../member/exchange/settling.ts';
import type { Judgement } from './judgement.ts';
import { evenIfBusy, evenIfPromised, pass, violated } from './judgement.ts';

export interface Expectation {
  /** One status, several, or a class of them. */
  readonly status: number | readonly number[] | '2xx' | '4xx' | 'not 2xx' | 'not 5xx';
  /** `error.code`: one, or any of several. */
  readonly code?: string | readonly string[];
  /** Whether X-Service-Global-Sequence is present. */
  readonly position?: 'present' | 'absent';
  /** Whether X-Service-As-Of-Seq-Ts is present. */
  readonly asOf?: 'present' | 'absent';
  /** Whether Idempotent-Replay: true is present. */
  readonly replay?: boolean;
  readonly retryable?: boolean;
  /** The check has made sure that no member may answer as if it were busy: such an answer is a violation too. */
  readonly thoughBusy?: true;
  /** Response headers by name: the exact value, or `true` for any value. */
  readonly headers?: Readonly<Record<string, string | true>>;
}

const CLASSES = {
  '2xx': (n: number) => n >= 200 && n < 300,
  '4xx': (n: number) => n >= 400 && n < 500,
  'not 2xx': (n: number) => n < 200 || n >= 300,
  'not 5xx': (n: number) => n < 500,
} as const;

function statusHolds(expected: Expectation['status'], seen: number): boolean {
  if (typeof expected === 'number') return seen === expected;
  if (typeof expected === 'string') return CLASSES[expected](seen);
  return expected.includes(seen);
}

function holds(e: Exchange, expected: Expectation): boolean {
  const seen = status(e);
  if (seen === undefined || !statusHolds(expected.status, seen)) return false;
  if (expected.code !== undefined) {
    const code = errorCode(e);
    if (code === undefined || ![expected.code].flat().includes(code)) return false;
  }
  if (expected.position !== undefined && (expected.position === 'present') !== (position(e) !== undefined)) {
    return false;
  }
  if (expected.asOf !== undefined && (expected.asOf === 'present') !== (asOf(e) !== undefined)) return false;
  if (expected.replay !== undefined && expected.replay !== isReplay(e)) return false;
  if (expected.retryable !== undefined && expected.retryable !== retryable(e)) return false;
  return Object.entries(expected.headers ?? {}).every(([name, value]) =>
    value === true ? header(e, name) !== undefined : header(e, name) === value,
  );
}

/** 0.12.0 added these codes (before, such an answer is a line of text), `retryable` and X-Request-Id. */
const CODES_OF_0_12_0 = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'PAYLOAD_TOO_LARGE', 'INTERNAL_ERROR'];

/** The part of the expectation that the answer's contract version has. */
function asOwed(e: Exchange, expected: Expectation): Expectation {
  if (owes(e, '0.13.0')) return expected;
  const { asOf: _, ...before } = expected;
  if (owes(e, '0.12.0')) return before;
  const { retryable: __, code, headers = {}, ...rest } = before;
  const isLater = code !== undefined && [code].flat().some((one) => CODES_OF_0_12_0.includes(one));
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'x-request-id');
  return { ...rest, ...(code === undefined || isLater ? {} : { code }), headers: Object.fromEntries(others) };
}

/** The expectation in words: `422 TICK_SIZE_VIOLATION with X-Service-Global-Sequence`. */
export function describe(expected: Expectation): string {
  const answer = [[expected.status].flat().join(' or ')];
  if (expected.code !== undefined) answer.push([[expected.code].flat().join(' or ')].join());
  const traits: string[] = [];
  const trait = (name: string, present: boolean) => traits.push(`${present ? 'with' : 'without'} ${name}`);
  if (expected.position !== undefined) trait('X-Service-Global-Sequence', expected.position === 'present');
  if (expected.asOf !== undefined) trait('X-Service-As-Of-Seq-Ts', expected.asOf === 'present');
  if (expected.replay !== undefined) trait('Idempotent-Replay: true', expected.replay);
  if (expected.retryable !== undefined) traits.push(`retryable ${expected.retryable}`);
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    traits.push(value === true ? `with ${name}` : `with ${name}: ${value}`);
  }
  return [answer.join(' '), ...traits].join(', ');
}

/** Refusals that an owner never gives: a write that must be refused this way may not be answered 202. */
const OF_THE_DOOR = [400, 401, 405, 413];
const CODES_OF_THE_DOOR = ['ROUTE_NOT_FOUND'];

function isOfTheDoor({ status: asked, code, position: stated }: Expectation): boolean {
  if (typeof asked === 'string') return asked === '4xx' && stated === 'absent';
  const all = [asked].flat();
  if (all.some((one) => one >= 200 && one < 300)) return false;
  if (stated === 'absent' || all.every((one) => OF_THE_DOOR.includes(one))) return true;
  return code !== undefined && [code].flat().every((one) => CODES_OF_THE_DOOR.includes(one));
}

/**
 * `expects(e, { status: 422, code: 'TICK_SIZE_VIOLATION', position: 'present' })`; `why` is appended to the words.
 * What a later contract than the target's added is not required.
 */
export function expects(e: Exchange, asked: Expectation, why?: string): Judgement {
  const expected = asOwed(e, asked);
  const isPromised = isOfTheDoor(expected) && (isUnsettled(e) || e.settling?.some(isUnsettled) === true);
  if (holds(e, expected) && !isPromised) return pass;
  const words = why === undefined ? describe(expected) : `${describe(expected)} (${why})`;
  const broken = violated(words, e);
  if (isPromised) return evenIfPromised(broken);
  // A rate limit may refuse any request with 429; a check that expects a 503 says nothing about that limit.
  const isPaced = status(e) === 429 && [expected.status].flat().includes(503);
  return expected.thoughBusy === true && !isPaced ? evenIfBusy(broken) : broken;
}
