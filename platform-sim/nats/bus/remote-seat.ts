/**
 * A seat of another process, as the platform and its control plane see it: its last report, changed by the orders that
 * are not carried out yet. The effect of an order is shown at once; the next report confirms it.
 */
import { NEWEST_SOCKET } from '../../../gateway/contract/sockets.ts';
import { EVERY_SURFACE, type Surfaces } from '../../../gateway/services.ts';
import type { OpenSession, SessionFacts } from '../../../gateway/sockets/open-sessions.ts';
import { type AddMark, crashText, deployText } from '../../marks.ts';
import type { CatchUpWhen, ControlledMember, Deployment, SeatMove } from '../../members/member-seat.ts';
import { MEMBER_STATES, moved } from '../../members/member-states.ts';
import type { SeatOrder, SeatStatus } from './messages.ts';

export interface RemoteSeat extends ControlledMember {
  readonly isChosen: boolean;
  /** It takes no new sessions: its world ends. */
  leave(): void;
  remove(): void;
  /** Replaces the last report. */
  receive(status: SeatStatus): void;
}

/** @param give carries an order to the seat's process */
export function remoteSeat(first: SeatStatus, give: (order: SeatOrder) => void, addMark: AddMark): RemoteSeat {
  let now = first;
  const shown = (change: Partial<SeatStatus>): void => {
    now = { ...now, ...change };
  };
  const restarted = (does: 'restart' | 'crash', catchUp: CatchUpWhen): void => {
    const state = moved(now.name, now.state, catchUp === 'at once' ? 'start' : 'start unprimed');
    shown({ state, ...(catchUp === 'at once' ? {} : { position: 0 }) });
    give({ does, catchUp });
  };

  return {
    get name() {
      return now.name;
    },
    get version() {
      return now.version;
    },
    get socketVersion() {
      return now.socketVersion ?? NEWEST_SOCKET;
    },
    get surfaces(): Surfaces {
      return { ...EVERY_SURFACE, ...now.surfaces };
    },
    get weight() {
      return now.weight ?? 1;
    },
    get state() {
      return now.state;
    },
    get position() {
      return now.position;
    },
    get primed() {
      return now.position > 0;
    },
    get lagMs() {
      return now.lagMs;
    },
    get skewMs() {
      return now.skewMs ?? 0;
    },
    get inFlight() {
      return now.inFlight;
    },
    get sessions() {
      return now.sessions;
    },
    get isChosen() {
      return MEMBER_STATES[now.state].isChosen;
    },
    openSessions: () =>
      new Map(now.openSessions.map(([number, facts]) => [number, remoteSession(number, facts, give)])),
    deploy(change: Deployment) {
      const { version = now.version, socketVersion = now.socketVersion, weight = now.weight } = change;
      shown({ version, socketVersion, weight, surfaces: { ...now.surfaces, ...change.surfaces } });
      give({ does: 'deploy', change });
      addMark('deploy', deployText(now, change));
    },
    restart(catchUp) {
      restarted('restart', catchUp);
      addMark('deploy', deployText(now));
    },
    crash(catchUp = 'at once', fault) {
      restarted('crash', catchUp);
      addMark('crash', crashText(now.name, fault));
    },
    move(move: SeatMove) {
      const state = moved(now.name, now.state, move);
      if (state === now.state) return;
      shown({ state });
      give({ does: 'move', move });
    },
    lagBy(ms) {
      shown({ lagMs: ms });
      give({ does: 'lag', ms });
    },
    skewBy(ms) {
      shown({ skewMs: ms });
      give({ does: 'skew', ms });
    },
    leave: () => give({ does: 'leave' }),
    remove: () => give({ does: 'remove' }),
    receive(status) {
      now = status;
    },
  };
}

function remoteSession(session: number, facts: SessionFacts, give: (order: SeatOrder) => void): OpenSession {
  return {
    facts: () => facts,
    close: (code, reason) => give({ does: 'close-session', session, code, reason }),
    expire(endNs) {
      if (facts.expiresAtNs === null) return false;
      give({ does: 'expire-session', session, endNs: `${endNs}` });
      return true;
    },
    revoke() {
      if (facts.principal === null) return false;
      give({ does: 'revoke-session', session });
      return true;
    },
  };
}
