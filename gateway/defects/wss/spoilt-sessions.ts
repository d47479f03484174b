/** Members whose sessions of the trading socket go on otherwise than they should, behind good refusals and events. */
import type { Services } from '../../services.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from './on-its-connection.ts';

const HOUR_NS = 3_600_000_000_000n;
const DAY_NS = 24n * HOUR_NS;
const REVOKED = 4003;
const NORMAL = 1000;

/** A session whose token never expires ends all the same, so long after it was opened; where that is not told, unawares. */
function lapsingAfter(lifeNs: bigint, { isTold }: { readonly isTold: boolean }): NonNullable<Defect['session']> {
  return (good) => {
    let member: Services | undefined;
    const untold = new Set<bigint | null>();
    return {
      ...good,
      stillAdmitted(services, token) {
        member = services;
        return good.stillAdmitted(services, token);
      },
      leaseEndNs(token) {
        const end = good.leaseEndNs(token);
        if (end !== null || member === undefined) return end;
        const ownEnd = member.clock.nowNs() + lifeNs;
        if (!isTold) untold.add(ownEnd);
        return ownEnd;
      },
      grantOf: (caller, end) => good.grantOf(caller, untold.has(end) ? null : end),
      expiringAtNs: (end, leadMs) => (untold.has(end) ? end + lifeNs : good.expiringAtNs(end, leadMs)),
    };
  };
}

/** Reads other topics than were sent. */
function readingTopics(read: (topics: readonly unknown[]) => readonly unknown[]): NonNullable<Defect['reads']> {
  return (text) => {
    if (!text.includes('"subscribe"')) return text;
    try {
      const frame = JSON.parse(text);
      return JSON.stringify({ ...frame, params: { ...frame.params, topics: read(frame.params.topics) } });
    } catch {
      return text;
    }
  };
}

export const SPOILT_SESSIONS: readonly Defect[] = [
  {
    name: 'greets-the-revoked-first',
    breaks: ['WSS-14'],
    story: 'sends sessionOpened before it takes leave of who may not be there any more',
    stages: onItsConnection('trading', (connection, { holder }) => ({
      send(text) {
        if (frameOf(text)['event'] === 'sessionClosing') {
          const data = { capabilities: holder?.user.capabilities, expiresAtNs: '0' };
          connection.send(JSON.stringify({ event: 'sessionOpened', msgType: 'sessionOpened', data }));
        }
        connection.send(text);
      },
    })),
  },
  {
    name: 'closes-the-revoked-as-if-all-was-well',
    breaks: ['WSS-14'],
    story: 'closes with 1000 what it should close with 4003',
    stages: onItsConnection('trading', (connection) => ({
      close: (code, reason) => connection.close(code === REVOKED ? NORMAL : code, reason),
    })),
  },
  {
    name: 'says-the-first-grant-for-ever',
    breaks: ['WSS-15'],
    story: 'answers an op auth with the capabilities that the session was opened with',
    stages: onItsConnection('trading', (connection) => {
      let capabilities: unknown;
      return {
        send(text) {
          const { event, data, session, ...frame } = frameOf(text);
          if (event === 'sessionOpened') ({ capabilities } = data as { capabilities: unknown });
          const isGranted = typeof session === 'object' && session !== null;
          connection.send(isGranted ? JSON.stringify({ ...frame, session: { ...session, capabilities } }) : text);
        },
      };
    }),
  },
  {
    name: 'closes-a-session-that-was-granted-less',
    breaks: ['WSS-15'],
    story: 'looks at the records with every op, and closes the session of a user who holds other capabilities by now',
    stages: onItsConnection('trading', (connection, { holder, services }) => ({
      onMessage: (hear) =>
        connection.onMessage((text) => {
          const now = holder && services.state.register.userNamed(holder.user.orgId, holder.user.subject);
          if (now?.capabilities.join() === holder?.user.capabilities.join()) hear(text);
          else connection.close(REVOKED, 'the capabilities are others by now');
        }),
    })),
  },
  {
    name: 'says-never-of-a-lease-that-ends',
    breaks: ['WSS-16'],
    story: 'the grant in the answer to op auth says expiresAtNs "0", whatever the token says',
    frame: (frame, { name }) => {
      const grant = frame['session'] as object | undefined;
      return name === 'auth' && grant !== undefined ? { ...frame, session: { ...grant, expiresAtNs: '0' } } : frame;
    },
  },
  {
    name: 'lets-what-never-expires-lapse-in-an-hour',
    breaks: ['WSS-16'],
    story: 'gives a session an hour where its token never expires',
    session: lapsingAfter(HOUR_NS, { isTold: true }),
  },
  {
    name: 'closes-what-never-expires-after-a-day',
    breaks: ['WSS-16'],
    story: 'says expiresAtNs "0", and closes the session after a day',
    session: lapsingAfter(DAY_NS, { isTold: false }),
  },
  {
    name: 'drops-subscriptions-over-auth',
    breaks: ['WSS-17'],
    story: 'a session that is renewed is subscribed to nothing',
    session: (good) => ({ ...good, isKept: () => false }),
  },
  {
    name: 'keeps-executions-alone-over-auth',
    breaks: ['WSS-17'],
    story: 'a session that is renewed is no longer subscribed to orders',
    session: (good) => ({ ...good, isKept: (topic) => topic === 'executions' }),
  },
  {
    name: 'counts-in-sorted-topics',
    breaks: ['WSS-22'],
    story: 'failedTopicIndex counts in the topics as it sorts them',
    reads: readingTopics((topics) => topics.toSorted()),
  },
  {
    name: 'counts-each-topic-once',
    breaks: ['WSS-22'],
    story: 'failedTopicIndex passes by topics that were named before',
    reads: readingTopics((topics) => [...new Set(topics)]),
  },
];
