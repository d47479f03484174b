import type { Connection } from './connection.ts';
import type { FrameFate, SocketEdge, SocketPlace } from './socket-edge.ts';

export interface FramesOutOptions {
  readonly connection: Connection;
  readonly edge: SocketEdge | undefined;
  /** The place of a frame with this name, for the rules of faults. */
  readonly placeOf: (frame: string) => SocketPlace;
  /** Maximum number of bytes that a client may leave unread. */
  readonly unsentBytes: number;
  /** Called when the client leaves more. */
  readonly overrun: () => void;
  /** Called when a frame or the close is sent. */
  readonly goesOut: () => void;
  /** Called with the fate of a frame that a fault changed, when it takes effect. */
  readonly struck: (name: string, fate: FrameFate, text: string) => void;
}

/**
 * Sends a session's frames to its connection in order. A fault may hold one back, and the frames behind it wait.
 * Without faults every frame is sent at once.
 */
export class FramesOut {
  readonly #of: FramesOutOptions;
  /** The last frame that is held back or waits behind one. */
  #last: Promise<void> | undefined;
  #heldCharacters = 0;
  #isClosed = false;

  constructor(of: FramesOutOptions) {
    this.#of = of;
  }

  /** @param name the event, or the op that is answered. */
  send(name: string, text: string): void {
    // After half of a frame the client would take these bytes for the rest of it.
    if (this.#isClosed) return;
    const { edge, placeOf } = this.#of;
    const fate = edge?.frame(placeOf(name), text);
    if (fate === undefined && this.#last === undefined) this.#write(text);
    else this.#hold(name, text, fate);
    this.#bound();
  }

  /** Closes at once: held frames are not sent any more. */
  close(code: number, reason: string): void {
    this.#isClosed = true;
    this.#of.goesOut();
    this.#of.connection.close(code, reason);
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

  #hold(name: string, text: string, fate: Promise<FrameFate> | undefined): void {
    this.#heldCharacters += text.length;
    const mine = Promise.allSettled([fate ?? GO, this.#last]).then(([settled]) => {
      this.#heldCharacters -= text.length;
      if (this.#last === mine) this.#last = undefined;
      if (this.#isClosed) return;
      const met = settled.status === 'fulfilled' ? settled.value : GO;
      this.#of.struck(name, met, text);
      this.#act(met, text);
    });
    this.#last = mine;
  }

  #act(fate: FrameFate, text: string): void {
    switch (fate.act) {
      case 'go':
        this.#write(text);
        return;
      case 'drop':
        return;
      case 'replace':
        for (const other of fate.texts) this.#write(other);
        return;
      case 'close':
        this.close(fate.code, '');
        return;
      case 'cut':
        this.#isClosed = true;
        this.#of.goesOut();
        this.#of.connection.cut(text);
        return;
    }
  }

  #write(text: string): void {
    this.#of.goesOut();
    this.#of.connection.send(text);
  }

  #bound(): void {
    const { connection, unsentBytes, overrun } = this.#of;
    if (!this.#isClosed && connection.bufferedBytes + this.#heldCharacters > unsentBytes) overrun();
  }
}

const GO: FrameFate = { act: 'go' };
