/**
 * Hand-written conversations for the tests of judges: the frames of a session as a correct member sends them, with
 * the times of its clock in seconds. `session([opened(900), ...probed('greeted')])` is one; `but` changes one member
 * of one frame.
 */
import type { AnswerOptions, ConversationOptions, Sample, SampleFrame } from './sample-history.ts';
import { answer, came, conversation, said } from './sample-history.ts';

export const NS_PER_S = 1_000_000_000;

/** Seconds of the target's clock, as the text that it serves. */
export function ns(seconds: number): string {
  return `${Math.round(seconds * NS_PER_S)}`;
}

export const TRADES: readonly string[] = ['orders:trade'];

/** The grant of a lease that ends at this second; 0: never. */
export function granted(endsAtS: number, capabilities = TRADES) {
  return { capabilities, expiresAtNs: ns(endsAtS) };
}

export function event(kind: string, data: object, at?: number): SampleFrame {
  return came({ event: kind, msgType: kind, data }, at);
}

export function opened(endsAtS: number, at?: number, capabilities = TRADES): SampleFrame {
  return event('sessionOpened', granted(endsAtS, capabilities), at);
}

export function expiring(endsAtS: number, inMs: number, at?: number): SampleFrame {
  return event('sessionExpiring', { expiresAtNs: ns(endsAtS), inMs }, at);
}

export function closing(at?: number): SampleFrame {
  return event('sessionClosing', { code: 'PRINCIPAL_REVOKED', closeCode: 4003, retryable: false }, at);
}

export function asked(op: string, reqId: string, at?: number, params: object = {}): SampleFrame {
  return said({ op, reqId, params }, at);
}

/** The reply to op auth: the grant, or null: refused. */
export function authorised(reqId: string, endsAtS: number | null, at?: number, capabilities = TRADES): SampleFrame {
  return endsAtS === null
    ? refusedOp('auth', reqId, 'FORBIDDEN_PRINCIPAL', {}, at)
    : came({ op: 'auth', reqId, success: true, session: granted(endsAtS, capabilities) }, at);
}

export function refusedOp(op: string, reqId: string | null, code: string, more: object = {}, at?: number): SampleFrame {
  return came({ op, reqId, success: false, code, message: 'refused', retryable: false, ...more }, at);
}

/** An op that no member serves (PROBE of the socket checks), and its refusal. */
export function probed(reqId: string): readonly [SampleFrame, SampleFrame] {
  return [asked('touchstoneProbe', reqId), refusedOp('touchstoneProbe', reqId, 'UNKNOWN_OP')];
}

/** The beginning of a session that is open until 900 s: sessionOpened, and the suite's probe after it. */
export const GREETED: readonly SampleFrame[] = [opened(900), ...probed('greeted')];

/** A frame with changed members; a member that is undefined is removed. */
export function but(frame: SampleFrame, members: object): SampleFrame {
  return { ...frame, text: JSON.stringify({ ...(JSON.parse(frame.text ?? '{}') as object), ...members }) };
}

export function session(frames: readonly SampleFrame[] = [], over: ConversationOptions = {}): Sample {
  return conversation({ frames, ...over });
}

/** A refused handshake: 401 unless stated otherwise. */
export function refusedHandshake(over: ConversationOptions = {}): Sample {
  return conversation({ status: 401, code: 'UNAUTHENTICATED', ...over });
}

/** A handshake with a ticket, by the mark that stands for the ticket in a record. */
export function spending(mark: string, status = 101): Sample {
  return (n, label) => {
    const made = conversation({ status })(n, label);
    return { ...made, request: { ...made.request, path: `/v1/ws/trading?ticket=${mark}` } };
  };
}

/** A ticket minted at this second of the Date header. */
export function mint(mark: string, dateS: number, expiresAtS: number, over: Partial<AnswerOptions> = {}): Sample {
  return answer('POST /v1/ws-tickets', {
    status: 200,
    headers: { Date: new Date(dateS * 1_000).toUTCString() },
    body: { ticket: mark, expiresAtNs: ns(expiresAtS), stream: 'trading' },
    ...over,
  });
}

/** A refusal by the ticket limit, with a Retry-After in seconds. */
export function rateLimited(retryAfter: string | null = '1', over: Partial<AnswerOptions> = {}): Sample {
  return answer('POST /v1/ws-tickets', {
    status: 429,
    code: 'RATE_LIMITED',
    retryable: true,
    headers: { 'Retry-After': retryAfter },
    ...over,
  });
}
