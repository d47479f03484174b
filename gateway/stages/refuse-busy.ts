import { Refusal } from '../contract/refusals.ts';
import { stage } from '../stage.ts';

/** One for all: to make one, with its stack, would be a fifth of what the refusal costs. */
const TOO_MANY = new Refusal(
  'IN_FLIGHT_FULL',
  'more requests have come at once than this member gets through: nothing was done with this one, send it again after Retry-After',
);

/** A request more than this process gets through: refused before anything is done for it, so that those before it are answered. */
export const refuseBusy = stage({
  name: 'refuse-busy',
  refuses: ['IN_FLIGHT_FULL'],
  needs: [],
  gives: [],
  async run() {
    throw TOO_MANY;
  },
});
