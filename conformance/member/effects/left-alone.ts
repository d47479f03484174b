import { NotSent } from '../sending/not-sent.ts';

/** The write was not sent, since it would have changed rows of others. What it was to show is not exercised. */
export class LeftAlone extends NotSent {
  override readonly name = 'LeftAlone';

  constructor(what: string) {
    super(`left alone: ${what}; limits.destructive: true of the profile allows it`);
  }
}
