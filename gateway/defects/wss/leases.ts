/** Members that say otherwise when a session ends, or end it at another time (WSS-06, WSS-07). */
import type { Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from './on-its-connection.ts';

const HINT = 'sessionExpiring';
const LAPSED = 4001;
const NS_PER_S = 1_000_000_000n;

/** sessionExpiring with other data. */
function hintedWith(rewrite: (data: Frame) => Frame): NonNullable<Defect['frame']> {
  return (frame, { name }) => (name === HINT ? { ...frame, data: rewrite(frame['data'] as Frame) } : frame);
}

/** Closes a session so much later than it says. */
function closedLater(byS: bigint): NonNullable<Defect['session']> {
  const byNs = byS * NS_PER_S;
  return (good) => ({
    ...good,
    leaseEndNs(token) {
      const endNs = good.leaseEndNs(token);
      return endNs === null ? null : endNs + byNs;
    },
    expiringAtNs: (endNs, leadMs) => good.expiringAtNs(endNs - byNs, leadMs),
    grantOf: (caller, endNs) => good.grantOf(caller, endNs === null ? null : endNs - byNs),
  });
}

export const OTHER_LEASES: readonly Defect[] = [
  {
    name: 'never-says-that-a-session-expires',
    breaks: ['WSS-06'],
    story: 'sends no sessionExpiring',
    frame: (frame, { name }) => (name === HINT ? null : frame),
  },
  {
    name: 'says-twice-that-a-session-expires',
    breaks: ['WSS-06'],
    story: 'sends each sessionExpiring two times',
    stages: onItsConnection('trading', (connection) => ({
      send(text) {
        connection.send(text);
        if (frameOf(text)['event'] === HINT) connection.send(text);
      },
    })),
  },
  {
    name: 'says-anew-that-one-credential-expires',
    breaks: ['WSS-06'],
    story: 'sends sessionExpiring for every op auth, also where the token is the one that it was sent for',
    session: (good) => ({ ...good, isSameCredential: () => false }),
  },
  {
    name: 'says-in-seconds-how-long-a-session-has',
    breaks: ['WSS-06'],
    story: 'inMs of sessionExpiring is in seconds',
    frame: hintedWith((data) => ({ ...data, inMs: Math.round(Number(data['inMs']) / 1_000) })),
  },
  {
    name: 'says-in-text-how-long-a-session-has',
    breaks: ['WSS-06'],
    story: 'inMs of sessionExpiring is a string, as expiresAtNs is',
    frame: hintedWith((data) => ({ ...data, inMs: String(data['inMs']) })),
  },
  {
    name: 'says-not-how-long-a-session-has',
    breaks: ['WSS-06'],
    story: 'sessionExpiring has expiresAtNs alone',
    frame: hintedWith(({ inMs: _, ...data }) => data),
  },
  {
    name: 'says-in-milliseconds-when-a-session-expires',
    breaks: ['WSS-06'],
    story: 'expiresAtNs of sessionExpiring is in milliseconds',
    frame: hintedWith((data) => ({ ...data, expiresAtNs: String(data['expiresAtNs']).slice(0, -6) })),
  },
  {
    name: 'closes-five-seconds-early',
    breaks: ['WSS-07'],
    story: 'closes a session five seconds before the expiresAtNs of its grant',
    session: closedLater(-5n),
  },
  {
    name: 'closes-a-minute-late',
    breaks: ['WSS-07'],
    story: 'closes a session a minute after the expiresAtNs of its grant, for clocks that are not in step',
    session: closedLater(60n),
  },
  {
    name: 'closes-who-speaks-late',
    breaks: ['WSS-07'],
    story: 'looks whether a lease is over when the client says something: one that says nothing is never closed',
    stages: onItsConnection('trading', (connection) => {
      let close: (() => void) | undefined;
      return {
        close(code, reason) {
          if (code === LAPSED) close = () => connection.close(code, reason);
          else connection.close(code, reason);
        },
        onMessage(hear) {
          connection.onMessage((text) => {
            close?.();
            hear(text);
          });
        },
      };
    }),
  },
];
