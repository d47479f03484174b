import type { Connection } from './connection.ts';
import type { FrameFate, SocketEdge, SocketPlace } from './socket-edge.ts';

export interface FramesOutOptions {
  readonly connection: Connection;
  readonly edge: SocketEdge | undefined;
  /** Where a frame of this name stands. */
  readonly placeOf: (frame: string) => SocketPlace;
  /** What a client may leave unread. */
  readonly unsentBytes: number;
  /** Called where it leaves more. */
  readonly overrun: () => void;
  /** Called as a frame goes out, or the close does. */
  readonly goesOut: () => void;
  /** Told of the fate of a frame that met one, as it is done. */
  readonly struck: (name: string, fate: FrameFate, text: string) => void;
}

/**
 * The way of a session's frames to its connection, in order: what stands between them may hold one back, and those behind
 * it wait. Where nothing stands between them all is done at once.
 */
export class FramesOut {
  readonly #of: FramesOutOptions;
  /** The last frame that is held back, or waits behind one. */
  #last: Promise<void> | undefined;
  #heldCharacters = 0;
  #isClosed = false;

  constructor(of: FramesOutOptions) {
    this.#of = of;
  }

  /** @param name the event, or the op that is answered. */
  send(name: string, text: string): void {
    // Behind half of a frame these bytes would be taken for its rest.
    if (this.#isClosed) return;
    const { edge, placeOf } = this.#of;
    const fate = edge?.frame(placeOf(name), text);
    if (fate === undefined && this.#last === undefined) this.#write(text);
    else this.#hold(name, text, fate);
    this.#bound();
  }

  /** Ends the way at once: what is held back is not sent any more. */
  close(code: number, reason: string): void {
    this.#isClosed = true;
    this.#of.goesOut();
    this.#of.connection.close(code, reason);
  }

  /** Ends it behind the last frame that was sent. */
  closeBehind(code: number, reason: string): void {
    this.behind(() => this.close(code, reason));
  }

  /** Calls back once nothing is held back any more of what was sent so far. */
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
