/** One conversation on a socket in one line. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { isOpened } from '../../member/exchange/conversation.ts';

const LONGEST_FRAME = 200;
/** For a conversation without marked frames: the last ones say most. */
const LAST_FRAMES = 4;

function shortened(text: string): string {
  return text.length > LONGEST_FRAME ? `${text.slice(0, LONGEST_FRAME)}...` : text;
}

function frameInWords({ direction, text }: Frame): string {
  return `${direction} ${text === null ? 'a binary message' : shortened(text)}`;
}

function closingInWords({ closed }: Conversation): string {
  if (closed === null) return 'still open';
  const reason = closed.reason === '' ? '' : ` (${shortened(closed.reason)})`;
  return `closed by the ${closed.by} with ${closed.code}${reason}`;
}

/** `101, received {"event":...}, closed by the target with 4001`; undefined where the handshake was not answered with 101. */
export function conversationInWords(conversation: Conversation): string | undefined {
  if (!isOpened(conversation)) return undefined;
  const { frames, shown = [] } = conversation;
  const pointed = frames.filter(({ n }) => shown.includes(n));
  const told = pointed.length > 0 ? pointed : frames.slice(-LAST_FRAMES);
  const left = frames.length - told.length;
  const others = left === 0 ? [] : [`${left} other frame${left === 1 ? '' : 's'}`];
  return ['101', ...others, ...told.map(frameInWords), closingInWords(conversation)].join(', ');
}
