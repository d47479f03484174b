/** Every kind of trouble that a schedule may have, one row each: where it can strike, what it does, and what it says. */
import type { FaultRule } from '../../conformance/member/control/control.ts';
import type { Act, Setting, Spot } from './schedule.ts';

/** What a trouble strikes. `once`: the whole start. */
export type Over =
  | 'row'
  | 'placed'
  | 'write'
  | 'order'
  | 'read'
  | 'page'
  | 'ticket'
  | 'handshake'
  | 'frame'
  | 'answer'
  | 'once';

export interface Kind {
  readonly name: string;
  readonly over: Over;
  /** What the client meets, in one sentence without a full stop; `it` is the spot in words. */
  says(it: string): string;
  readonly setting?: Setting;
  acts?(spot: Spot): readonly Act[];
}

type Effect = Omit<FaultRule, 'on' | 'times'>;

/** A fault that strikes the spot alone. */
const strikes =
  (effect: Effect, times?: FaultRule['times']) =>
  ({ on, nth }: Spot): readonly Act[] => [{ fault: { on, ...effect, times: times ?? { nth } } }];

/** A fault at an inner edge, which knows the command and not the path. */
const inner =
  (edge: NonNullable<FaultRule['on']['edge']>, effect: Effect, times?: FaultRule['times']) =>
  ({ on, nth }: Spot): readonly Act[] => [
    {
      fault: {
        on: { edge, ...(edge === 'look-up' || on.command === undefined ? {} : { command: on.command }) },
        ...effect,
        times: times ?? { nth },
      },
    },
  ];

const envelope = (code: string, retryable: boolean) => ({
  error: { code, message: 'a trouble of the schedule', requestId: 'schedule-trouble', retryable },
});

/** A page that no conforming member serves. */
const ENDLESS_PAGE = {
  ...{ globalSequence: '1', asOfSeqTsNs: null, items: [], nextCursor: 'again', prevCursor: null, total: null },
};

const doing =
  (deed: Extract<Act, { readonly at: Spot }>['do']) =>
  (spot: Spot): readonly Act[] => [{ at: spot, do: deed }];

/** A 202 comes soon: no start waits two seconds for it. */
const SOON: Setting = { limits: { syncDeadlineMs: 150 } };

export const KINDS: readonly Kind[] = [
  {
    name: 'answer-lost',
    over: 'answer',
    says: (it) => `the answer to ${it} is lost`,
    acts: strikes({ drop: 'answer' }),
  },
  {
    name: 'answer-cut',
    over: 'answer',
    says: (it) => `the answer to ${it} is cut after its half`,
    acts: strikes({ cut: true }),
  },
  {
    name: 'connection-reset',
    over: 'answer',
    says: (it) => `the connection is reset in place of the answer to ${it}`,
    acts: strikes({ reset: true }),
  },
  {
    name: 'answers-lost',
    over: 'order',
    says: (it) => `the first four answers to ${it.replace(/^the \w+ /, '')} are lost`,
    acts: ({ on }) => [{ fault: { on: answerOf(on), drop: 'answer', times: 4 } }],
  },
  {
    name: 'answer-late',
    over: 'answer',
    says: (it) => `the answer to ${it} takes a second`,
    acts: strikes({ delay: '1s' }),
  },
  {
    name: 'slow-owner',
    over: 'order',
    says: (it) => `the owner takes 0.6 s for ${it}, so that it is answered 202`,
    setting: SOON,
    acts: inner('verdict', { delay: '600ms' }),
  },
  {
    name: 'very-slow-owner',
    over: 'order',
    says: (it) => `the owner takes 4 s for ${it}, so that it is answered 202`,
    setting: SOON,
    acts: inner('verdict', { delay: '4s' }),
  },
  {
    name: 'refused-after-202',
    over: 'order',
    says: (it) => `${it} is answered 202, and then refused by its owner`,
    setting: SOON,
    acts: (spot) => [
      ...inner('verdict', { delay: '500ms' })(spot),
      ...inner('verdict', { refuse: 'NO_REFERENCE_PRICE' })(spot),
    ],
  },
  {
    name: 'refused-and-lost',
    over: 'order',
    says: (it) => `the owner refuses ${it}, and the answer is lost`,
    acts: (spot) => [
      ...inner('verdict', { refuse: 'NO_REFERENCE_PRICE' })(spot),
      { fault: { on: answerOf(spot.on), drop: 'answer', times: { nth: spot.nth } } },
    ],
  },
  {
    name: 'owner-absent',
    over: 'order',
    says: (it) => `the owner is absent for ${it} (503 OWNER_ABSENT)`,
    acts: inner('inbox', { refuse: 'OWNER_ABSENT' }),
  },
  {
    name: 'never-answered',
    over: 'order',
    says: (it) => `no ${it.replace(/^the \w+ /, '')} is answered: each connection ends`,
    acts: ({ on }) => [{ fault: { on: answerOf(on), drop: 'answer', times: 40 } }],
  },
  {
    name: 'inbox-full',
    over: 'order',
    says: (it) => `the owner's inbox is full for ${it} (429 INBOX_FULL)`,
    acts: inner('inbox', { refuse: 'INBOX_FULL' }),
  },
  {
    name: 'interrupted',
    over: 'order',
    says: (it) => `${it} is interrupted, and may be sent again`,
    acts: inner('inbox', { refuse: 'INTERRUPTED' }),
  },
  {
    name: 'look-up-fails',
    over: 'write',
    says: (it) => `the member cannot look up the key of ${it} (500 INTERNAL_ERROR)`,
    acts: inner('look-up', { fail: true }),
  },
  {
    name: 'not-serving',
    over: 'write',
    says: (it) => `the member cannot look up the key of ${it} in time (503 NOT_SERVING)`,
    setting: { limits: { writeDeadlineMs: 300 } },
    acts: inner('look-up', { delay: '900ms' }),
  },
  {
    name: 'owner-refuses',
    over: 'order',
    says: (it) => `the owner refuses ${it} (409 NO_REFERENCE_PRICE)`,
    acts: inner('verdict', { refuse: 'NO_REFERENCE_PRICE' }),
  },
  {
    name: 'capability-denied',
    over: 'order',
    says: (it) => `the owner refuses ${it} (403 CAPABILITY_DENIED)`,
    acts: inner('verdict', { refuse: 'CAPABILITY_DENIED' }),
  },
  {
    name: 'unknown-code',
    over: 'order',
    says: (it) => `${it} is refused with a code that the client cannot know, and may be sent again`,
    acts: ({ on, nth }) => [
      {
        fault: {
          on: answerOf(on),
          answer: { status: 503, retryAfter: 1, body: envelope('NOT_A_KNOWN_CODE', true) },
          times: { nth },
        },
      },
    ],
  },
  {
    name: 'read-refused',
    over: 'read',
    says: (it) => `${it} and each one after it is refused (404 NOT_FOUND)`,
    acts: ({ on }) => [{ fault: { on, answer: { status: 404, body: envelope('NOT_FOUND', false) } } }],
  },
  {
    name: 'member-crash',
    over: 'answer',
    says: (it) => `the member crashes before it answers ${it}`,
    acts: strikes({ crash: true }),
  },
  {
    name: 'token-expired',
    over: 'answer',
    says: (it) => `before the answer to ${it} two hours pass: tokens until then have expired`,
    acts: doing({ jump: '2h' }),
  },
  {
    name: 'tokens-unverifiable',
    over: 'read',
    says: (it) => `${it} and each one after it is answered 401, whatever the token`,
    acts: ({ on }) => [{ fault: { on, answer: { status: 401, body: envelope('UNAUTHENTICATED', false) } } }],
  },
  {
    name: 'short-tokens',
    over: 'once',
    says: () => 'tokens live three seconds, and sessionExpiring comes two seconds before the end',
    setting: { limits: { tokenLifeS: 3, sessionExpiringLeadMs: 2_000 } },
  },
  {
    name: 'stale-read',
    over: 'placed',
    says: (it) => `${it} comes from a member that is far behind, at position 1: it has no such order`,
    acts: (spot) =>
      strikes({
        answer:
          spot.on.path === '/orders'
            ? { status: 200, position: '1', body: { ...ENDLESS_PAGE, nextCursor: null } }
            : { status: 404, position: '1', body: envelope('NOT_FOUND', false) },
      })(spot),
  },
  {
    name: 'rows-added',
    over: 'page',
    says: (it) => `others place orders while ${it} is answered`,
    acts: doing({ others: 'place orders' }),
  },
  {
    name: 'row-changed',
    over: 'row',
    says: (it) => `others change the row while ${it} is answered`,
    acts: doing({ others: 'change rows' }),
  },
  {
    name: 'cursor-repeats',
    over: 'page',
    says: (it) => `${it} and each one after it names one cursor as the next, again and again`,
    acts: ({ on }) => [{ fault: { on, answer: { status: 200, body: ENDLESS_PAGE } } }],
  },
  {
    name: 'further-members',
    over: 'once',
    says: () => 'answers have members that the client cannot know',
    setting: { permissive: ['further-members'] },
  },
  {
    name: 'other-states',
    over: 'once',
    says: () => 'orders have statuses that the client cannot know',
    setting: { permissive: ['other-order-states'] },
  },
  {
    name: 'further-capability',
    over: 'once',
    says: () => 'grants have a capability that the client cannot know',
    setting: { permissive: ['further-capability'] },
  },
  {
    name: 'further-frames',
    over: 'once',
    says: () => 'frames have members that the client cannot know',
    setting: { permissive: ['further-frame-members'] },
  },
  {
    name: 'retry-after-date',
    over: 'order',
    says: (it) => `the owner is absent for ${it}, and Retry-After is a date`,
    setting: { permissive: ['retry-after-date'] },
    acts: inner('inbox', { refuse: 'OWNER_ABSENT' }),
  },
  {
    name: 'ticket-limited',
    over: 'ticket',
    says: (it) => `${it} is refused (429 RATE_LIMITED)`,
    acts: strikes({ answer: { status: 429, retryAfter: 1, body: envelope('RATE_LIMITED', true) } }),
  },
  {
    name: 'handshake-lost',
    over: 'handshake',
    says: (it) => `${it} gets no answer`,
    acts: strikes({ drop: 'handshake' }),
  },
  {
    name: 'handshakes-refused',
    over: 'handshake',
    says: (it) => `${it} and the two after it are refused (503 NOT_PRIMED)`,
    acts: ({ on }) => [{ fault: { on, refuse: 'NOT_PRIMED', times: 3 } }],
  },
  {
    name: 'session-cut',
    over: 'frame',
    says: (it) => `the connection breaks in the middle of ${it} (1006)`,
    acts: strikes({ cut: true }),
  },
  {
    name: 'member-leaves',
    over: 'frame',
    says: (it) => `after ${it} the member leaves and closes its sessions (1001)`,
    acts: doing({ control: ['DELETE', '/sessions/{session}'] }),
  },
  {
    name: 'session-expires',
    over: 'frame',
    says: (it) => `after ${it} the session comes to its end (4001)`,
    acts: doing({ control: ['POST', '/sessions/{session}/expire', {}] }),
  },
  {
    name: 'access-revoked',
    over: 'frame',
    says: (it) => `after ${it} access is revoked (4003)`,
    acts: doing({ control: ['POST', '/sessions/{session}/revoke'] }),
  },
  { name: 'frame-twice', over: 'frame', says: (it) => `${it} comes twice`, acts: strikes({ duplicate: true }) },
  {
    name: 'frame-late',
    over: 'frame',
    says: (it) => `${it} comes half a second late`,
    acts: strikes({ delay: '500ms' }),
  },
  { name: 'frame-lost', over: 'frame', says: (it) => `${it} is lost`, acts: strikes({ drop: 'frame' }) },
  { name: 'frame-garbled', over: 'frame', says: (it) => `${it} is no JSON`, acts: strikes({ garble: true }) },
  {
    name: 'token-lost',
    over: 'once',
    says: () => 'the first request of a token gets no answer',
    acts: () => [{ fault: { on: { edge: 'token' }, drop: 'token', times: 1 } }],
  },
  {
    name: 'token-fails',
    over: 'once',
    says: () => 'the token endpoint fails at first',
    acts: () => [{ fault: { on: { edge: 'token' }, fail: true, times: 1 } }],
  },
  {
    name: 'two-versions',
    over: 'once',
    says: () => 'of two members behind the address, one serves 0.13.0',
    setting: { members: ['0.14.0', '0.13.0'], route: 'random' },
  },
  { name: 'older-member', over: 'once', says: () => 'the member serves 0.12.0', setting: { members: ['0.12.0'] } },
  {
    name: 'client-crash',
    over: 'order',
    says: (it) => `the client is ended before the answer to ${it}, and started again`,
    acts: doing({ restart: 'client' }),
  },
];

/** The edge of answers for a place that names a command. */
function answerOf({ method, path }: FaultRule['on']): FaultRule['on'] {
  return { edge: 'answer', ...(method === undefined ? {} : { method }), ...(path === undefined ? {} : { path }) };
}

export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name);
}
