/** One hand-written history of tickets and sessions, and additions to it that each break one statement. For tests. */

import { ASKED } from '../model/clock-readings.ts';
import {
  asked,
  authorised,
  expiring,
  mint,
  ns,
  opened,
  rateLimited,
  refusedOp,
  session,
  spending,
} from './sample-conversation.ts';
import { came, noted, type Sample, type SampleFrame } from './sample-history.ts';
import { orderRow, submitted } from './sample-story.ts';

/** The end of the session's lease before and after it is renewed. */
const [E, LATER] = [150, 200];
const [TICKET, OTHER] = ['<ticket 1>', '<ticket 2>'];
const HALTED: readonly string[] = ['credentials:propose'];
const order = orderRow(7, 'k');

const taken = (reqId: string, replay: boolean) =>
  came({ op: 'submit', reqId, success: true, order, globalSequence: '7', replay });
const submits = (reqId: string) => asked('submit', reqId, undefined, { clientOrderId: 'k' });
const talk: readonly SampleFrame[] = [
  opened(E),
  expiring(E, 50_000),
  submits('a'),
  taken('a', false),
  asked('auth', 'b'),
  authorised('b', LATER, undefined, HALTED),
  asked('levitate', 'c'),
  refusedOp('levitate', 'c', 'UNKNOWN_OP'),
];
const replayed = submitted('k', 7, { replay: true, body: order });
/** A history in which tickets open once, sessions keep their lease, and one order is sent over both transports. */
export const GOOD_SESSIONS: readonly unknown[] = [
  ...clockAt(0),
  ...clockAt(100),
  mint(TICKET, 100, 110),
  spending(TICKET),
  session(talk),
  replayed,
  ...clockAt(100),
];

const talking = (...frames: readonly SampleFrame[]): Sample => session([opened(LATER, undefined, HALTED), ...frames]);

export const SESSION_ADDITIONS: readonly (readonly [
  story: string,
  added: readonly unknown[],
  breaks: string,
  shows: readonly string[],
])[] = [
  ['a ticket of a minute', [mint(OTHER, 100, 160)], 'T44', ['TKT-02', 'TKT-04']],
  ['a ticket that opens twice', [spending(TICKET)], 'T45', ['TKT-08', 'TKT-09']],
  ['a refusal of the second ticket', [...clockAt(100), rateLimited(), ...clockAt(100)], 'T46', ['TKT-06']],
  ['a session that begins with a reply', [session([authorised('x', E)])], 'T47', ['WSS-03', 'WSS-14']],
  ['a session past its lease', [session([opened(E)]), ...clockAt(153)], 'T48', ['WSS-07', 'WSS-08']],
  ['an expiry that is sent twice', [talking(expiring(LATER, 1), expiring(LATER, 1))], 'T49', ['WSS-06']],
  ['an op without a reply', [talking(asked('x', 'd'))], 'T50', ['WSS-11', 'WSS-12']],
  [
    'an order that its owner judges though the grant lacks the capability',
    [
      talking(
        asked('submit', 'd', undefined, { clientOrderId: 'other' }),
        refusedOp('submit', 'd', 'FORBIDDEN_CAPABILITY', { reason: 'CAPABILITY_DENIED', globalSequence: '8' }),
      ),
    ],
    'T51',
    ['WSS-15', 'WSS-04'],
  ],
  ['a second order under one key', [submitted('k', 9)], 'T6', ['IDEM-16', 'IDEM-19']],
];

/** Two samples: the request for the clock, and its answer in seconds. */
export function clockAt(seconds: number) {
  return [noted({ clock: ASKED }), noted({ clock: ns(seconds) })];
}
