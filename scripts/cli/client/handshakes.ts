/** A handshake that was accepted, and the session that it opened. */
export interface Handshake {
  readonly n: number;
  readonly member: string;
  readonly path: string;
  /** The member's name for it, from its first op or frame on. A member that crashed gives the same name again. */
  name?: string;
  /** Its connection is closed, or its end was reported. */
  isOver: boolean;
}

/** Which session of a member is which handshake. */
export class Handshakes {
  readonly #all: Handshake[] = [];

  add(handshake: Handshake): void {
    this.#all.push(handshake);
  }

  sessionOf(name: string, member: string, path: string): Handshake | undefined {
    const known = this.#all.find((one) => one.name === name && !one.isOver);
    if (known !== undefined) return known;
    const fresh = this.#all.find((one) => one.name === undefined && one.member === member && one.path === path);
    if (fresh !== undefined) fresh.name = name;
    // The last frames of a session may come after its end.
    return fresh ?? this.#all.findLast((one) => one.name === name);
  }
}
