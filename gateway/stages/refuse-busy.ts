import { Refusal } from '../contract/refusals.ts';
import { lastStage } from '../stage.ts';

/** Refuses a request past the member's in-flight limit (`MemberLimits`) before any work is done for it. */
export const refuseBusy = lastStage({
  name: 'refuse-busy',
  refuses: ['IN_FLIGHT_FULL'],
  needs: [],
  gives: [],
  run() {
    throw new Refusal(
      'IN_FLIGHT_FULL',
      'this member has as many requests in flight as it accepts: nothing was done, retry after Retry-After',
    );
  },
});
