/** Defects of greetings: how a session begins, and its grant. */
import { inData, inFrames, isOpened, nothing } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import type { Json } from '../variations/layer.ts';
import { defects, ofFrames } from './defect.ts';

const scopes = (grant: Json): string[] => grant['capabilities'] as string[];
/** Delays sessionOpened until the client sends a message. */
const waiting = (): SocketLayer => (talk) => {
  let delayed: string | undefined;
  return {
    down(text) {
      if (!isOpened(frameOf(text) ?? {})) return [text];
      delayed = text;
      return [];
    },
    up(text) {
      if (delayed !== undefined) talk.toClient(delayed);
      delayed = undefined;
      return [text];
    },
  };
};

export const SESSION_OPENINGS_DEFECTS = defects([
  ['WSS-03 | WSS-06 WSS-08', 'sessionOpened is not sent', ofFrames(inFrames(isOpened, nothing))],
  ['WSS-03', 'sessionOpened is sent when the client has spoken', ofFrames(waiting)],
  [
    'WSS-03 | WSS-06 WSS-08',
    'capabilities in one text',
    ofFrames(
      inFrames(
        isOpened,
        inData((data) => ({ ...data, capabilities: scopes(data).join(' ') })),
      ),
    ),
  ],
  ['WSS-03 | WSS-06 WSS-08 WSS-21', 'the grant beside its event', ofFrames(inFrames(isOpened, ({ data, ...event }) => ({ ...event, ...(data as Json) })))],
  ['WSS-03 | WSS-06 WSS-08', 'sessionOpened under another name', ofFrames(inFrames(isOpened, (frame) => ({ ...frame, event: 'opened', msgType: 'opened' })))],
]);
