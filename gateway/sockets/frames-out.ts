import type { Services } from '../services.ts';
import type { Connection } from './connection.ts';
import type { FaultStrike, FrameFate, SocketPlace } from './socket-edge.ts';

export interface FramesWatch {
  /** Called with an event frame that is written. */
  wrote(event: string, text: string, strikes?: readonly FaultStrike[]): void;
  /** Called with a frame that a fault may have struck, when its fate takes effect. */
  struck(frame: HeldFrame, fate: FrameFate): void;
}

/** The session whose frames they are. */
export interface FramesHost {
  readonly services: Pick<Services, 'socketEdge' | 'limits' | 'clock'>;
  /** The place of a frame with this name, for the rules of faults. */
  placeOf(frame: string): SocketPlace;
  /** Called when the client leaves more unread than `limits.unsentBytes`. */
  overrun(): void;
}

/** A frame that waits: its own fate, or that of a frame before it, is open. */
export interface HeldFrame {
  readonly name: string;
  readonly text: string;
  /** undefined: it answers an op. */
  readonly event: string | undefined;
}

/**
 * Sends a session's frames to its connection in order. A fault may hold one back, and the frames behind it wait.
 * Without faults every frame is sent at once.
 */
export class FramesOut {
  readonly #host: FramesHost;
  readonly #connection: Connection;
  readonly #watch: FramesWatch;
  /** The last frame that is held back or waits behind one. */
  #last: Promise<void> | undefined;
  #heldCharacters = 0;
  #isClosed = false;

  constructor(host: FramesHost, connection: Connection, watch: FramesWatch) {
    this.#host = host;
    this.#connection = connection;
    this.#watch = watch;
  }

  /** @param name the event, or the op that is answered. */
  send(name: string, text: string, isEvent = true): void {
    // After half of a frame the client would take these bytes for the rest of it.
    if (this.#isClosed) return;
    const host = this.#host;
    const fate = host.services.socketEdge?.frame(host.placeOf(name), text);
    const event = isEvent ? name : undefined;
    if (fate === undefined && this.#last === undefined) this.#write(text, event);
    else this.#hold({ name, text, event }, fate);
    this.#bound();
  }

  /** Closes at once: held frames are not sent any more. */
  close(code: number, reason: string): void {
    this.#isClosed = true;
    this.#goesOut();
    this.#connection.close(code, reason);
  }

  /** Closes after the last frame is sent. */
  closeBehind(code: number, reason: string): void {
    this.behind(() => this.close(code, reason));
  }

  /** Calls `then` once every frame sent so far is on the wire. */
  behind(then: () => void): void {
    if (this.#last === undefined) then();
    else void this.#last.then(then);
  }

  #hold(frame: HeldFrame, fate: Promise<FrameFate> | undefined): void {
    const { text } = frame;
    this.#heldCharacters += text.length;
    const mine = Promise.allSettled([fate ?? GO, this.#last]).then(([settled]) => {
      this.#heldCharacters -= text.length;
      if (this.#last === mine) this.#last = undefined;
      if (this.#isClosed) return;
      const met = settled.status === 'fulfilled' ? settled.value : GO;
      this.#watch.struck(frame, met);
      this.#act(met, frame);
    });
    this.#last = mine;
  }

  #act(fate: FrameFate, frame: HeldFrame): void {
    switch (fate.act) {
      case 'go':
        this.#write(frame.text, frame.event, fate.strikes);
        return;
      case 'drop':
        return;
      case 'replace':
        for (const text of fate.texts) this.#write(text, frame.event, fate.strikes);
        return;
      case 'close':
        this.close(fate.code, '');
        return;
      case 'cut':
        this.#isClosed = true;
        this.#goesOut();
        this.#connection.cut(frame.text);
        return;
    }
  }

  #write(text: string, event: string | undefined, strikes?: readonly FaultStrike[]): void {
    this.#goesOut();
    this.#connection.send(text);
    if (event !== undefined) this.#watch.wrote(event, text, strikes);
  }

  /** A clock that is moved by hand waits for what the client does next. */
  #goesOut(): void {
    this.#host.services.clock.hostWork?.stir();
  }

  #bound(): void {
    const { unsentBytes } = this.#host.services.limits;
    const unread = this.#connection.bufferedBytes + this.#heldCharacters;
    if (!this.#isClosed && unread > unsentBytes) this.#host.overrun();
  }
}

const GO: FrameFate = { act: 'go' };
