import { TRADING_TOPICS } from '../contract/sockets.ts';
import type { Services } from '../services.ts';
import { eventsOf } from './record-events.ts';
import type { Grantee, SendEvent } from './session-kind.ts';
import type { Subscriptions } from './topics.ts';

const OFFERED = Object.keys(TRADING_TOPICS).join(' and ');

/**
 * The topics of a trading session: its own organisation's changes, in the order of the sequence, from the subscription
 * on.
 */
export class TradingSubscriptions implements Subscriptions {
  readonly held: Set<string> = new Set();
  readonly offered = OFFERED;
  readonly #services: Services;
  readonly #orgId: number;
  readonly #send: SendEvent;
  #following: (() => void) | undefined;

  constructor(services: Services, { caller }: Grantee, send: SendEvent) {
    this.#services = services;
    this.#orgId = caller.user.orgId;
    this.#send = send;
  }

  judge(topic: string): 'known' | 'UNKNOWN_TOPIC' {
    return Object.hasOwn(TRADING_TOPICS, topic) ? 'known' : 'UNKNOWN_TOPIC';
  }

  add(topics: readonly string[]): undefined {
    for (const topic of topics) this.held.add(topic);
    const services = this.#services;
    this.#following ??= services.recordFeed.follow(this.#orgId, (record) => {
      for (const { topic, orgId, kind, frame, text } of eventsOf(record, services)) {
        if (orgId === this.#orgId && this.held.has(topic)) this.#send(kind, frame, text);
      }
    });
  }

  remove(topics: readonly string[]): void {
    for (const topic of topics) this.held.delete(topic);
    if (this.held.size === 0) this.stop();
  }

  stop(): void {
    this.#following?.();
    this.#following = undefined;
  }
}
