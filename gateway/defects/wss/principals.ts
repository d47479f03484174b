/** Members that take another principal's token for a session's own, or do more about it than refuse it (WSS-09). */
import { refusalFrame } from '../../sockets/server-frame.ts';
import type { SessionRules } from '../../sockets/session-rules.ts';
import { SocketRefusal } from '../../sockets/socket-refusal.ts';
import type { Token } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { closingBehind, refusedInstead } from './answers-to-auth.ts';

const sameBy = (isSame: SessionRules['isSameGrantee']): NonNullable<Defect['session']> => {
  return (good) => ({ ...good, isSameGrantee: isSame });
};

/** Renews for anybody, and answers those that a session is not of as a good member does. */
function refusingAfterwards(): Pick<Defect, 'session' | 'frame'> {
  const strangers = new WeakSet<Token>();
  const strange = new WeakSet<object>();
  return {
    session: (good) => {
      let asked: Token | undefined;
      return {
        ...good,
        isSameGrantee(held, fresh) {
          if (good.isSameGrantee(held, fresh)) strangers.delete(fresh);
          else strangers.add(fresh);
          return true;
        },
        // Asked last before the grant, of the same token.
        leaseEndNs(token) {
          asked = token;
          return good.leaseEndNs(token);
        },
        grantOf(caller, leaseEndNs) {
          const grant = good.grantOf(caller, leaseEndNs);
          if (asked !== undefined && strangers.has(asked)) strange.add(grant);
          return grant;
        },
      };
    },
    frame(frame, { name }) {
      const { session, reqId } = frame;
      if (name !== 'auth' || typeof session !== 'object' || session === null || !strange.has(session)) return frame;
      return refusalFrame('auth', String(reqId), new SocketRefusal('FORBIDDEN_PRINCIPAL', 'another principal'));
    },
  };
}

export const OTHER_PRINCIPALS: readonly Defect[] = [
  {
    name: 'renews-for-a-colleague',
    breaks: ['WSS-09'],
    story: 'op auth takes the token of any user of the organisation',
    session: sameBy((held, fresh) => held.externalOrgId === fresh.externalOrgId),
  },
  {
    name: 'renews-for-a-namesake',
    breaks: ['WSS-09'],
    story: 'op auth takes the token of the same subject in any organisation',
    session: sameBy((held, fresh) => held.subject === fresh.subject),
  },
  {
    name: 'calls-another-principal-invalid',
    breaks: ['WSS-09'],
    story: "refuses another principal's token INVALID_TOKEN",
    frame: refusedInstead('FORBIDDEN_PRINCIPAL', 'INVALID_TOKEN'),
  },
  {
    name: 'closes-on-another-principal',
    breaks: ['WSS-09'],
    story: "refuses another principal's token, and closes the session",
    stages: closingBehind(({ code }) => code === 'FORBIDDEN_PRINCIPAL'),
  },
  {
    name: 'renews-before-it-refuses',
    breaks: ['WSS-09'],
    story: "refuses another principal's token once it has renewed the lease with it",
    ...refusingAfterwards(),
  },
];
