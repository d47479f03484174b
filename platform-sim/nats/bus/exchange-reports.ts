/** Reports the exchanges of a process of members alone to the control plane, several in one message. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import type { Settle } from '../../control/exchanges.ts';
import type { MessageContent, ReportedExchanges } from './messages.ts';
import { publish, SUBJECTS } from './subjects.ts';

/** Short for a person who watches, and long enough to join the exchanges of a busy member. */
const EVERY_MS = 20;
/** Eight bodies at most: NATS takes a megabyte a message. */
const MOST = 8;
/** Of a body: a longer one is left out, and the exchange itself is still reported. */
const BODY_MOST = 64 * 1_024;

export type ExchangeReporter = (world: string, event: ExchangeEvent, content?: ExchangeContent) => Settle;

/**
 * Nothing is reported while the connection is lost, where it would be kept in memory: exchanges are shown, not counted on.
 * @param process its id, which makes those of its exchanges unique
 */
export function createExchangeReporter(
  nc: NatsConnection,
  clock: Clock,
  process: string,
  isConnected: () => boolean,
): ExchangeReporter {
  const waiting = new Map<string, ReportedExchanges['items'][number][]>();
  const settled = new Map<string, ReportedExchanges['settled'][number][]>();
  let reported = 0;
  let armed = false;

  function publishAll(): void {
    for (const [world, items] of waiting) {
      for (let first = 0; first < items.length; first += MOST) {
        publish(nc, SUBJECTS.exchanges, { world, items: items.slice(first, first + MOST), settled: [] });
      }
    }
    for (const [world, ends] of settled) publish(nc, SUBJECTS.exchanges, { world, items: [], settled: ends });
  }

  function reportAll(): void {
    armed = false;
    if (isConnected()) publishAll();
    waiting.clear();
    settled.clear();
  }

  function soon<Item>(of: Map<string, Item[]>, world: string, item: Item): void {
    of.set(world, [...(of.get(world) ?? []), item]);
    if (armed) return;
    armed = true;
    clock.after(EVERY_MS, 'exchanges reported', reportAll);
  }

  return (world, event, content) => {
    reported += 1;
    const id = `${process} ${reported}`;
    soon(waiting, world, [event, content === undefined ? null : toMessage(content), id]);
    return (fate, strikes = []) => soon(settled, world, [id, fate ?? null, strikes]);
  };
}

/** Not redacted: the platform redacts where it shows exchanges. */
export function toMessage({ requestBody, responseBody, ...content }: ExchangeContent): MessageContent {
  const sent = { ...content, requestBody: isLong(requestBody) ? null : requestBody };
  if (isLong(responseBody)) return { ...sent, responseBody: null };
  if (!(responseBody instanceof Uint8Array)) return { ...sent, responseBody };
  const bytes = Buffer.from(responseBody.buffer, responseBody.byteOffset, responseBody.byteLength);
  return { ...sent, responseBody: bytes.toString('base64'), isBytes: true };
}

function isLong(body: ExchangeContent['responseBody']): boolean {
  return (typeof body === 'string' || body instanceof Uint8Array) && body.length > BODY_MOST;
}

/** The content as its member reported it. */
export function fromMessage({ isBytes, responseBody, ...content }: MessageContent): ExchangeContent {
  return {
    ...content,
    responseBody:
      isBytes === true && typeof responseBody === 'string' ? Buffer.from(responseBody, 'base64') : responseBody,
  };
}
