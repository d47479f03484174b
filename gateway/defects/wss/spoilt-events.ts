import type { Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';

type Row = readonly [name: string, breaks: readonly string[], event: string, story: string, spoil: Spoil];
type Spoil = (event: Frame) => Frame | null;

/** What is told with an event, some of it otherwise. */
function told(other: (data: Readonly<Record<string, unknown>>) => object): Spoil {
  return (event) => ({ ...event, data: other(event['data'] as Readonly<Record<string, unknown>>) });
}

/** Where a session never expires. */
function lasting(other: (data: Readonly<Record<string, unknown>>) => object): Spoil {
  return told((data) => (data['expiresAtNs'] === '0' ? other(data) : data));
}

/** Each spoils one thing of one kind of event of the trading socket. */
const ROWS: readonly Row[] = [
  ['closes-the-revoked-without-a-word', ['WSS-14'], 'sessionClosing', 'closes with 4003 and tells nothing', () => null],
  [
    'lets-the-revoked-try-again',
    ['WSS-14'],
    'sessionClosing',
    'PRINCIPAL_REVOKED is retryable',
    told((data) => ({ ...data, retryable: true })),
  ],
  [
    'says-forbidden-to-the-revoked',
    ['WSS-14'],
    'sessionClosing',
    'tells FORBIDDEN_PRINCIPAL, as a handshake would',
    told((data) => ({ ...data, code: 'FORBIDDEN_PRINCIPAL' })),
  ],
  [
    'says-null-of-a-session-that-never-expires',
    ['WSS-16'],
    'sessionOpened',
    'expiresAtNs is null where a session never expires',
    lasting((data) => ({ ...data, expiresAtNs: null })),
  ],
  [
    'says-nothing-of-a-session-that-never-expires',
    ['WSS-16'],
    'sessionOpened',
    'leaves expiresAtNs out where a session never expires',
    lasting(({ expiresAtNs: _, ...data }) => data),
  ],
  [
    'says-zero-as-a-number',
    ['WSS-16'],
    'sessionOpened',
    'expiresAtNs is the number 0 where a session never expires',
    lasting((data) => ({ ...data, expiresAtNs: 0 })),
  ],
  [
    'tells-of-an-order-without-a-msg-type',
    ['WSS-21'],
    'orderUpdated',
    'has one name of the kind of an event, and not two',
    ({ msgType: _, ...event }) => event,
  ],
  [
    'tells-of-an-order-by-two-names',
    ['WSS-21'],
    'orderUpdated',
    'msgType names the channel, event the kind',
    (event) => ({ ...event, msgType: 'orders' }),
  ],
  [
    'greets-by-two-names',
    // The first frame is told of by either clause.
    ['WSS-21', 'WSS-03'],
    'sessionOpened',
    'msgType of sessionOpened says session',
    (event) => ({ ...event, msgType: 'session' }),
  ],
];

export const SPOILT_EVENTS: readonly Defect[] = ROWS.map(([name, breaks, event, story, spoil]) => ({
  name,
  breaks,
  story,
  frame: (frame, of) => (of.socket === 'trading' && of.name === event ? spoil(frame) : frame),
}));
