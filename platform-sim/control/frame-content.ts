import { QUOTE_TOPIC, TRADING_TOPICS } from '../../gateway/contract/sockets.ts';
import { withoutTokens } from './without-tokens.ts';

/** The topic and the position of a frame, as its text states them. */
export interface FrameContent {
  /** The topic that a client subscribed to; null: the frame is sent without a subscription. */
  readonly topic: string | null;
  /** The position of the record behind the frame; null: there is no record. */
  readonly position: number | null;
}

const TOPIC_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TRADING_TOPICS).map(([topic, event]) => [event, topic]),
);

interface Sent {
  readonly data?: { readonly globalSequence?: unknown; readonly instrument?: unknown };
}

/** The last text that was parsed: sessions of one organisation are sent the same text one after another. */
let last: { readonly event: string; readonly text: string; readonly content: FrameContent } | undefined;

/** @param text as sent: if a fault garbled it, topic and position are null */
export function readFrame(event: string, text: string): FrameContent {
  if (last === undefined || last.text !== text || last.event !== event)
    last = { event, text, content: contentOf(event, text) };
  return last.content;
}

function contentOf(event: string, text: string): FrameContent {
  const { globalSequence, instrument } = dataOf(text);
  const position = typeof globalSequence === 'string' ? Number(globalSequence) : Number.NaN;
  return {
    topic: event === 'quote' ? quoteTopic(instrument) : (TOPIC_OF[event] ?? null),
    position: Number.isSafeInteger(position) && position > 0 ? position : null,
  };
}

function quoteTopic(instrument: unknown): string | null {
  return typeof instrument === 'string' ? `${QUOTE_TOPIC}${withoutTokens(instrument)}` : null;
}

function dataOf(text: string): NonNullable<Sent['data']> {
  try {
    return (JSON.parse(text) as Sent | null)?.data ?? {};
  } catch {
    return {};
  }
}
