import { Unreached } from './unreached.ts';

/** The suite did not send a request, for a reason of its own. What the request was to show is not exercised. */
export class NotSent extends Unreached {
  override readonly name: string = 'NotSent';
}
