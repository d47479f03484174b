import { NotSent } from '../not-sent.ts';

/** A write was not sent, for it would have changed what the run did not make: what it was to show is not exercised. */
export class LeftAlone extends NotSent {
  override readonly name = 'LeftAlone';

  constructor(what: string) {
    super(`left alone: ${what}; limits.destructive: true of the profile allows it`);
  }
}
