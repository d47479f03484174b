import type { Done, OpRow, SessionView } from './session-kind.ts';
import { sessionRefusal } from './session-refusals.ts';
import { SocketRefusal } from './socket-refusal.ts';

/** The subscriptions of one session. */
export interface Subscriptions {
  readonly held: ReadonlySet<string>;
  /** A description of the topics, for messages. */
  readonly offered: string;
  /** Whether the topic exists, and whether it can be subscribed now. */
  judge(topic: string): 'known' | 'UNKNOWN_TOPIC' | 'TOPIC_NOT_ACTIVE';
  /** @param topics all known, none subscribed. @returns what to send after the answer. */
  add(topics: readonly string[]): (() => void) | undefined;
  remove(topics: readonly string[]): void;
  /** Ends all subscriptions, with the session. */
  stop(): void;
}

/** All or nothing: a refused topic is named by its index as sent (WSS-22), and none is subscribed. */
export const subscribe: OpRow = {
  refusalOf: sessionRefusal,
  run({ services, subscriptions }, params): Done {
    const topics = topicsOf(params);
    const most = services.limits.topicsPerSession;
    if (topics.length > most) throw tooMany(most, `one subscription names at most ${most} topics`);
    const asked = new Set(subscriptions.held);
    for (const [index, topic] of topics.entries()) {
      if (!asked.has(topic)) requireKnown(subscriptions, topic, index);
      asked.add(topic);
      if (asked.size > most) throw tooMany(index, `a session has at most ${most} topics`);
    }
    const afterwards = subscriptions.add([...asked].filter((topic) => !subscriptions.held.has(topic)));
    return { rest: { topics: [...subscriptions.held] }, ...(afterwards === undefined ? {} : { afterwards }) };
  },
};

/** Removes topics from a session; an unknown topic is refused, one that is not subscribed is ignored. */
export const unsubscribe: OpRow = {
  refusalOf: sessionRefusal,
  run({ subscriptions }, params): Done {
    const topics = topicsOf(params);
    for (const [index, topic] of topics.entries()) {
      if (subscriptions.held.has(topic)) continue;
      if (subscriptions.judge(topic) === 'UNKNOWN_TOPIC') throw unknown(subscriptions, topic, index);
      throw new SocketRefusal('TOPIC_NOT_ACTIVE', `${said(topic)}: not subscribed`, { failedTopicIndex: index });
    }
    subscriptions.remove(topics);
    return { rest: { topics: [...subscriptions.held] } };
  },
};

function topicsOf({ topics, ...strange }: Readonly<Record<string, unknown>>): readonly string[] {
  if (Object.keys(strange).length > 0) throw malformed('a member that this operation does not have');
  if (!Array.isArray(topics) || topics.length === 0 || !topics.every((topic) => typeof topic === 'string')) {
    throw malformed('topics: not a list of one or more strings');
  }
  return topics;
}

function requireKnown(subscriptions: SessionView['subscriptions'], topic: string, index: number): void {
  const verdict = subscriptions.judge(topic);
  if (verdict === 'UNKNOWN_TOPIC') throw unknown(subscriptions, topic, index);
  if (verdict === 'TOPIC_NOT_ACTIVE') throw notActive(topic, index);
}

/** The refusal of a topic that exists but has no events now (WSS-22). */
export function notActive(topic: string, failedTopicIndex: number): SocketRefusal {
  return new SocketRefusal('TOPIC_NOT_ACTIVE', `${said(topic)}: nothing is published on it now`, { failedTopicIndex });
}

function unknown({ offered }: Subscriptions, topic: string, failedTopicIndex: number): SocketRefusal {
  const message = `${said(topic)}: no such topic on this socket; there is ${offered}`;
  return new SocketRefusal('UNKNOWN_TOPIC', message, { failedTopicIndex });
}

function tooMany(failedTopicIndex: number, why: string): SocketRefusal {
  return new SocketRefusal('TOO_MANY_TOPICS', why, { failedTopicIndex });
}

function malformed(why: string): SocketRefusal {
  return new SocketRefusal('MALFORMED', `params: ${why}`);
}

function said(topic: string): string {
  return topic.slice(0, 80);
}
