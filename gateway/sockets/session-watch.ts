import { SOCKET_PATHS } from '../contract/sockets.ts';
import { type ExchangeEvent, shown } from '../http/exchange-event.ts';
import type { Ended } from './connection.ts';
import type { FramesWatch } from './frames-out.ts';
import type { FrameFate } from './socket-edge.ts';
import { callerOf, type WatchedSession } from './watched-session.ts';

/**
 * Reports a session to the observer, besides its operations: how it ended, and what faults did to its frames; and to the
 * tap each event frame.
 */
export class SessionWatch implements FramesWatch {
  readonly #of: WatchedSession;
  #isEnded = false;

  constructor(of: WatchedSession) {
    this.#of = of;
  }

  /** Reported once: the peer's close after ours is only the answer to it. */
  ended(closed: Ended): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#report({ closed });
  }

  /** @param event of a frame that was written */
  wrote(event: string, text: string): void {
    const { services, kind, memberName: member, name: session } = this.#of;
    services.frameTap.observe?.({
      atNs: String(services.clock.nowNs()),
      member,
      session,
      socket: kind.socket,
      caller: callerOf(this.#of),
      event,
      text,
    });
  }

  /** @param name the event, or the op that is answered, of the frame that a fault changed. */
  struck(name: string, fate: FrameFate, text: string): void {
    if (fate.act === 'go') return;
    const frame = shown(name);
    if (fate.act === 'drop') this.#report({ fault: { frame, did: 'dropped' } });
    else if (fate.act === 'replace') {
      const isWhole = fate.texts.every((other) => other === text);
      this.#report({ fault: { frame, did: isWhole ? 'sent twice' : 'changed' } });
    } else {
      const [did, code] = fate.act === 'cut' ? (['cut', 1006] as const) : (['closed on', fate.code] as const);
      this.#isEnded = true;
      this.#report({ fault: { frame, did }, closed: { code, why: 'fault' } });
    }
  }

  #report(what: Pick<ExchangeEvent, 'closed' | 'fault'>): void {
    const { services, kind, memberName: member, name: session } = this.#of;
    services.observe({
      atNs: String(services.clock.nowNs()),
      member,
      requestId: null,
      method: 'WS',
      path: SOCKET_PATHS[kind.socket],
      status: 101,
      key: null,
      refused: null,
      session,
      caller: callerOf(this.#of),
      ...what,
    });
  }
}
