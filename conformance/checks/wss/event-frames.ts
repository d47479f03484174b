import type { Conversation, Frame } from '../../client/conversation.ts';
import { frameJson, received } from '../../client/conversation.ts';

/** What would be an event, by either of its names; what answers an op is none, whatever else a newer member says in it. */
export function toldEvents(conversation: Conversation): readonly Frame[] {
  return received(conversation).filter((frame) => {
    const body = frameJson(frame);
    return body !== undefined && !('success' in body) && ('event' in body || 'msgType' in body);
  });
}
