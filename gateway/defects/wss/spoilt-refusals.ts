import type { Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';

type Row = readonly [name: string, breaks: string, story: string, spoil: (refusal: Frame) => Frame | null];

/** The refusal as `spoil` has it where it is of this code; any other as it is. */
function of(code: string, spoil: (refusal: Frame) => Frame): (refusal: Frame) => Frame {
  return (refusal) => (refusal['code'] === code ? spoil(refusal) : refusal);
}

/** The refusals of what could not be read. */
function unread(spoil: (refusal: Frame) => Frame | null): (refusal: Frame) => Frame | null {
  return (refusal) => (refusal['op'] === 'error' && refusal['code'] === 'MALFORMED' ? spoil(refusal) : refusal);
}

/** The refusals of this op and code. */
function ofOp(op: string, code: string, spoil: (refusal: Frame) => Frame): (refusal: Frame) => Frame {
  return of(code, (refusal) => (refusal['op'] === op ? spoil(refusal) : refusal));
}

/** The refusals of a submission whose record owner is away. */
function ofAnOwnerAway(spoil: (refusal: Frame) => Frame): (refusal: Frame) => Frame {
  return (refusal) => (refusal['op'] === 'submit' && refusal['reason'] === 'OWNER_ABSENT' ? spoil(refusal) : refusal);
}

const UNKNOWN = 'UNKNOWN_OP';
const calledBy = (code: string) => (refusal: Frame) => ({ ...refusal, code });

/** Each spoils one thing of the refusals of the trading socket. */
const ROWS: readonly Row[] = [
  [
    'says-not-whether-an-op-can-be-retried',
    'WSS-12',
    'UNKNOWN_OP lacks retryable',
    of(UNKNOWN, ({ retryable: _, ...refusal }) => refusal),
  ],
  [
    'refuses-an-op-without-a-word',
    'WSS-12',
    'UNKNOWN_OP lacks message',
    of(UNKNOWN, ({ message: _, ...refusal }) => refusal),
  ],
  [
    'wraps-the-refusal-of-an-op',
    'WSS-12',
    'tells code, message and retryable of UNKNOWN_OP within error, as over HTTP',
    of(UNKNOWN, ({ code, message, retryable, ...refusal }) => ({ ...refusal, error: { code, message, retryable } })),
  ],
  [
    'answers-an-op-that-it-does-not-know-as-error',
    'WSS-12',
    'names op error in the refusal of an op that it could read',
    of(UNKNOWN, (refusal) => ({ ...refusal, op: 'error' })),
  ],
  [
    'names-what-it-cannot-read-unknown',
    'WSS-12',
    'names op unknown, and not error, in the answer to what it cannot read',
    unread((refusal) => ({ ...refusal, op: 'unknown' })),
  ],
  [
    'answers-what-it-cannot-read-with-an-empty-req-id',
    'WSS-12',
    'answers reqId "" to what it cannot read',
    unread((refusal) => ({ ...refusal, reqId: '' })),
  ],
  [
    'answers-what-it-cannot-read-without-a-req-id',
    'WSS-12',
    'answers no reqId at all to what it cannot read',
    unread(({ reqId: _, ...refusal }) => refusal),
  ],
  ['passes-by-what-it-cannot-read', 'WSS-12', 'does not answer what it cannot read', unread(() => null)],
  [
    'calls-an-unknown-op-malformed',
    'WSS-13',
    'answers MALFORMED to an op that it does not know',
    of(UNKNOWN, calledBy('MALFORMED')),
  ],
  [
    'takes-an-op-that-it-does-not-know',
    'WSS-13',
    'answers success to an op that it does not know, and does nothing',
    of(UNKNOWN, ({ op, reqId }) => ({ op, reqId, success: true })),
  ],
  [
    'says-that-an-owner-is-absent',
    'WSS-18',
    'tells a write whose record owner is away OWNER_ABSENT, as over HTTP',
    ofAnOwnerAway(calledBy('OWNER_ABSENT')),
  ],
  [
    'lets-nobody-retry-a-write-whose-owner-is-away',
    'WSS-18',
    'NOT_SERVING of a write whose record owner is away is not retryable',
    ofAnOwnerAway((refusal) => ({ ...refusal, retryable: false })),
  ],
  [
    'says-unauthenticated-to-an-op-without-a-token',
    'WSS-18',
    'answers UNAUTHENTICATED to an op auth that brings no token',
    ofOp('auth', 'MALFORMED', calledBy('UNAUTHENTICATED')),
  ],
  [
    'says-malformed-of-a-quantity',
    'WSS-19',
    'has no code for an order of a quantity that is off the grid but MALFORMED',
    ofOp('submit', 'INVALID_QTY', calledBy('MALFORMED')),
  ],
  [
    'says-of-a-price-what-it-says-over-http',
    'WSS-19',
    'refuses a price that is off the grid TICK_SIZE_VIOLATION on the socket too',
    ofOp('submit', 'INVALID_PRICE', (refusal) => ({ ...refusal, code: refusal['reason'] })),
  ],
  [
    'says-not-found-of-an-order',
    'WSS-19',
    'refuses the cancel of an order that there is not NOT_FOUND, as over HTTP',
    ofOp('cancel', 'UNKNOWN_ORDER', calledBy('NOT_FOUND')),
  ],
  [
    'calls-an-unknown-account-a-field',
    'WSS-19',
    'refuses an account that there is not INVALID_FIELD',
    ofOp('submit', 'UNKNOWN_ACCOUNT', calledBy('INVALID_FIELD')),
  ],
  [
    'counts-topics-from-one',
    'WSS-22',
    'failedTopicIndex of the first topic is 1',
    (refusal) =>
      typeof refusal['failedTopicIndex'] === 'number'
        ? { ...refusal, failedTopicIndex: refusal['failedTopicIndex'] + 1 }
        : refusal,
  ],
  [
    'names-no-topic-that-it-refuses',
    'WSS-22',
    'refuses topics without failedTopicIndex',
    ({ failedTopicIndex: _, ...refusal }) => refusal,
  ],
];

export const SPOILT_REFUSALS: readonly Defect[] = ROWS.map(([name, requirement, story, spoil]) => ({
  name,
  breaks: [requirement],
  story,
  frame: (frame, { socket }) => (socket === 'trading' && frame['success'] === false ? spoil(frame) : frame),
}));
