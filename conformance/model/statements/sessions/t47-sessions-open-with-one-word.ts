import type { Conversation } from '../../../member/exchange/conversation.ts';
import { eventKind, events, received, showing } from '../../../member/exchange/conversation.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { sessionsOf } from '../../session-story.ts';
import type { Statement } from '../../statement.ts';

const REVOKED = 4003;

function judge(conversation: Conversation): Judgement {
  const [first, ...others] = received(conversation);
  if (first === undefined) return pass;
  const kind = eventKind(first);
  if (kind !== 'sessionOpened' && kind !== 'sessionClosing')
    return violated('sessionOpened or sessionClosing as the first frame', showing(conversation, first));
  const again = events(conversation, 'sessionOpened')[kind === 'sessionOpened' ? 1 : 0];
  if (again !== undefined) return violated('one sessionOpened, the first frame', showing(conversation, first, again));
  const closing = events(conversation, 'sessionClosing')[0];
  if (closing === undefined) return pass;
  const after = [first, ...others].find(({ n }) => n > closing.n);
  if (after !== undefined) return violated('nothing after sessionClosing', showing(conversation, closing, after));
  const { closed } = conversation;
  return closed === null || closed.by === 'suite' || closed.code === REVOKED
    ? pass
    : violated(`close code ${REVOKED} behind sessionClosing`, showing(conversation, closing));
}

/** T47. A session begins with one sessionOpened, or with sessionClosing, after which no frame follows. */
export const sessionsOpenWithOneWord: Statement = {
  id: 'T47',
  says: 'a session begins with sessionOpened, said once, or with sessionClosing, and says nothing after that',
  shows: ['WSS-03', 'WSS-14'],
  judge: ({ history }) => allOf(sessionsOf(history).map(({ conversation }) => judge(conversation))),
};
