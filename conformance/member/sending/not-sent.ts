import { Unreached } from './unreached.ts';

/** The suite itself withheld a request. What the request was to show is not exercised. */
export class NotSent extends Unreached {
  override readonly name: string = 'NotSent';
}

/** A write of a principal that is let in where it must be refused. What was sent before it is judged all the same. */
export class HeldBack extends NotSent {
  override readonly name = 'HeldBack';

  constructor(principal: string, why: string) {
    super(`no write is sent as ${principal}: ${why}`);
  }
}

/** Throws HeldBack. `held`: why, by principal. */
export function unlessHeld(actor: string, held: ReadonlyMap<string, string>): void {
  const why = held.get(actor);
  if (why !== undefined) throw new HeldBack(actor, why);
}

/** The write was not sent, since it would have changed rows of others. What it was to show is not exercised. */
export class LeftAlone extends NotSent {
  override readonly name = 'LeftAlone';

  constructor(what: string) {
    super(`left alone: ${what}; limits.destructive: true of the profile allows it`);
  }
}
