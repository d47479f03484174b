import { stage } from '../stage.ts';
import { outcomeInTime } from './outcome.ts';
import { beginSending } from './sending.ts';

/**
 * Hands the command to its owner and answers with the fact that this member applies, so that a write answered here is
 * seen by every later read here (decision A41), or with a 202 at the sync deadline.
 */
export const send = stage({
  name: 'send',
  refuses: ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'],
  needs: ['services', 'claim', 'command'],
  gives: [],
  async run({ services, claim, command }) {
    beginSending(services, claim, command);
    return outcomeInTime(services, claim, 'first');
  },
});
