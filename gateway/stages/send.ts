import { answerInTime } from '../http/answers.ts';
import { lastStage } from '../stage.ts';

/**
 * Sends the command to its owner. Answers from the record that this member applies, so that every later read here sees the
 * write (decision A41), or with a 202 at the sync deadline.
 */
export const send = lastStage({
  name: 'send',
  refuses: ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'],
  needs: ['services', 'claim', 'command'],
  gives: [],
  run({ services, claim, command }) {
    claim.send(command);
    return answerInTime(services, claim, 'first', claim.beganNs);
  },
});
