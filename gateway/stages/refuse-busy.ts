import { Refusal } from '../contract/refusals.ts';
import { lastStage } from '../stage.ts';

/** Shared: creating an error with its stack would be a fifth of the refusal's cost. */
const TOO_MANY = new Refusal(
  'IN_FLIGHT_FULL',
  'more requests have come at once than this member gets through: nothing was done with this one, send it again after Retry-After',
);

/**
 * Refuses a request over the process's capacity before any work is done for it, so that earlier requests are answered.
 */
export const refuseBusy = lastStage({
  name: 'refuse-busy',
  refuses: ['IN_FLIGHT_FULL'],
  needs: [],
  gives: [],
  run() {
    throw TOO_MANY;
  },
});
