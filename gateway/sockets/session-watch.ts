import { SOCKET_PATHS } from '../contract/sockets.ts';
import { type ExchangeEvent, shown } from '../http/exchange-event.ts';
import type { Ended } from './connection.ts';
import type { FramesWatch, HeldFrame } from './frames-out.ts';
import type { FaultStrike, FrameFate } from './socket-edge.ts';
import { callerOf, type WatchedSession } from './watched-session.ts';

/**
 * Reports a session to the observer, besides its operations: how it ended, and what faults did to its frames; and to the
 * tap each event frame.
 */
export class SessionWatch implements FramesWatch {
  readonly #of: WatchedSession;
  #isEnded = false;
  /** The faults that held the first frame. */
  held: readonly FaultStrike[] | undefined;

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
  wrote(event: string, text: string, strikes?: readonly FaultStrike[]): void {
    const { services, kind, memberName: member, name: session } = this.#of;
    services.frameTap?.({
      atNs: String(services.clock.nowNs()),
      ...{ member, version: services.socketVersion },
      session,
      socket: kind.socket,
      caller: callerOf(this.#of),
      event,
      text,
      ...(strikes === undefined && this.held === undefined
        ? {}
        : { strikes: [...(this.held ?? []), ...(strikes ?? [])] }),
    });
    this.held = undefined;
  }

  /** A delayed event is observed when it is written; an op does not see its delayed answer. */
  struck({ name, text, event }: HeldFrame, { strikes, ...fate }: FrameFate): void {
    if (fate.act === 'go' && (event !== undefined || strikes === undefined)) return;
    const struck = strikes === undefined ? {} : { strikes };
    const of = event === undefined ? { frame: shown(name), answersOp: true as const } : { frame: shown(name) };
    const requestId = event === undefined ? reqIdIn(text) : null;
    if (fate.act === 'close' || fate.act === 'cut') {
      const [did, code] = fate.act === 'cut' ? (['cut', 1006] as const) : (['closed on', fate.code] as const);
      this.#isEnded = true;
      this.#report({ ...struck, requestId, fault: { ...of, did }, closed: { code, why: 'fault' } });
    } else this.#report({ ...struck, requestId, fault: { ...of, did: didOf(fate, text) } });
  }

  #report(what: Partial<ExchangeEvent>): void {
    const { services, kind, memberName: member, name: session } = this.#of;
    services.observe({
      atNs: String(services.clock.nowNs()),
      ...{ member, version: services.socketVersion },
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

function didOf(fate: Exclude<FrameFate, { readonly act: 'close' | 'cut' }>, text: string) {
  if (fate.act === 'go') return 'delayed';
  if (fate.act === 'drop') return 'dropped';
  return fate.texts.every((other) => other === text) ? 'sent twice' : 'changed';
}

/** The id of the op that a frame answers, as the member wrote it; null: the frame states none. */
function reqIdIn(text: string): string | null {
  try {
    const { reqId } = JSON.parse(text) as { readonly reqId?: unknown };
    return typeof reqId === 'string' ? reqId : null;
  } catch {
    // A known-bad member may write anything: an error here would end the process.
    return null;
  }
}
