/** Defects of sessions and tickets that a sequence of steps causes: each step alone is correct. */
import { changeFrames, grantOf, inFrames, isExpiring, isGranted, isRefused, LAPSED } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofBoth, ofFrames } from './defect.ts';
import { takingTickets, ticketOf } from './handshake-changes.ts';

const isRenewal = (frame: Json): boolean => isGranted(frame) && grantOf(frame) !== undefined;
const isRefusedRenewal = (frame: Json): boolean => frame['op'] === 'auth' && isRefused(frame);

/** Sends one more frame after a frame that `fits`, once `before` has matched. */
const followedBy = (before: (frame: Json) => boolean, fits: (frame: Json) => boolean, more: (frame: Json, former: Json) => Json) =>
  changeFrames(() => {
    let former: Json | undefined;
    return (frame) => {
      const frames = former !== undefined && fits(frame) ? [frame, more(frame, former)] : [frame];
      if (before(frame)) former = frame;
      return frames;
    };
  });

/** Withholds the close at the end of the lease after a matching frame. */
const outlivingIts = (fits: (frame: Json) => boolean) => (): SocketLayer => () => {
  let isKept = false;
  return {
    down(text) {
      isKept ||= fits(frameOf(text) ?? {});
      return [text];
    },
    closing: (code) => (code === LAPSED && isKept ? undefined : code),
  };
};

export const SESSION_HISTORIES_DEFECTS = defects([
  ['WSS-06', 'a refused renewal tells again that the session expires', ofFrames(followedBy(isExpiring, isRefusedRenewal, (_, hint) => hint))],
  ['WSS-07', 'a session that was refused a renewal is not closed', ofFrames(outlivingIts(isRefusedRenewal))],
  [
    'TKT-08',
    'a spent ticket opens a session once another session was renewed',
    ofBoth(() => {
      let renewals = 0;
      const spent = new Map<string, number>();
      const taking = takingTickets(({ isSpent, minted = '' }) => isSpent && renewals > (spent.get(minted) ?? renewals));
      return {
        async layer(request, next) {
          const response = await taking(request, next);
          const ticket = ticketOf(request);
          if (ticket !== undefined && response.status === 101) spent.set(ticket, renewals);
          return response;
        },
        socket: changeFrames(() => (frame) => {
          if (isRenewal(frame)) renewals += 1;
          return frame;
        })(),
      };
    }),
  ],
  [
    'IDEM-02',
    'a replay on a session does not say so',
    ofFrames(
      inFrames(
        (frame) => frame['replay'] === true,
        (frame) => ({ ...frame, replay: false }),
      ),
    ),
  ],
]);
