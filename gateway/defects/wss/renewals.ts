/** Members that renew a session otherwise than the good one, or do not do what they answer (WSS-08). */
import type { Frame } from '../../sockets/server-frame.ts';
import type { Grant } from '../../sockets/session-rules.ts';
import type { Token } from '../../stage.ts';
import type { Defect } from '../defect.ts';

/** A session that is renewed lives as long as it did before. @param isTold whether its grant says so */
function renewingNothing(isTold: boolean): NonNullable<Defect['session']> {
  return (good) => {
    const first = new WeakMap<Token, Token>();
    const fresh = new Map<bigint, bigint>();
    const heldFor = (token: Token): Token => first.get(token) ?? token;
    return {
      ...good,
      isSameGrantee(held, token) {
        const isSame = good.isSameGrantee(held, token);
        const [endNs, told] = [good.leaseEndNs(heldFor(held)), good.leaseEndNs(token)];
        if (isSame && held !== token) {
          first.set(token, heldFor(held));
          if (endNs !== null && told !== null) fresh.set(endNs, told);
        }
        return isSame;
      },
      leaseEndNs: (token) => good.leaseEndNs(heldFor(token)),
      grantOf: (caller, endNs) => good.grantOf(caller, isTold || endNs === null ? endNs : (fresh.get(endNs) ?? endNs)),
    };
  };
}

/** The answer to an op auth that went well, with other members. */
function answeredWith(rewrite: (answer: Frame) => Frame): NonNullable<Defect['frame']> {
  return (frame, { socket, name }) =>
    socket === 'trading' && name === 'auth' && frame['success'] === true ? rewrite(frame) : frame;
}

export const OTHER_RENEWALS: readonly Defect[] = [
  {
    name: 'keeps-the-lease-over-auth',
    breaks: ['WSS-08'],
    story: 'answers op auth with the expiry that the session had before, and closes it then',
    session: renewingNothing(true),
  },
  {
    name: 'says-that-it-renews',
    breaks: ['WSS-08'],
    story: 'answers op auth with the expiry of the fresh token, and closes the session when the first expires',
    session: renewingNothing(false),
  },
  {
    name: 'answers-auth-without-a-grant',
    breaks: ['WSS-08'],
    story: 'the answer to op auth is success: true, and nothing more',
    frame: answeredWith(({ session: _, ...answer }) => answer),
  },
  {
    name: 'answers-auth-with-a-bare-grant',
    breaks: ['WSS-08'],
    story: 'the answer to op auth has capabilities and expiresAtNs beside success, and no session',
    frame: answeredWith(({ session, ...answer }) => ({ ...answer, ...(session as Grant) })),
  },
];
