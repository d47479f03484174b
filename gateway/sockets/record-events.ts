import { TRADING_TOPICS } from '../contract/sockets.ts';
import type { Gates } from '../contract/versions.ts';
import type { ExecutionRow, Fact, OrderRow, SequencedRecord } from '../facts.ts';
import { executionJson } from '../routes/execution-row.ts';
import { orderJson } from '../routes/order-row.ts';
import type { Rendering } from '../routes/row-json.ts';
import { streamedTo } from './record-feed.ts';
import { eventFrame, type Frame } from './server-frame.ts';

export type TradingTopic = keyof typeof TRADING_TOPICS;

/** One event for every session of a member: built and serialised once. */
export interface StreamEvent {
  readonly topic: TradingTopic;
  readonly orgId: number;
  readonly kind: string;
  readonly frame: Frame;
  readonly text: string;
}

const made: WeakMap<Gates, WeakMap<SequencedRecord, readonly StreamEvent[]>> = new WeakMap();

/** The events of one record, in the order of its facts. */
export function eventsOf(record: SequencedRecord, rendering: Rendering): readonly StreamEvent[] {
  const ofMember = made.get(rendering.gates) ?? new WeakMap<SequencedRecord, readonly StreamEvent[]>();
  made.set(rendering.gates, ofMember);
  const known = ofMember.get(record);
  if (known !== undefined) return known;
  const events = (record.verdict.facts ?? []).flatMap(
    (fact) => eventOf(fact, String(record.position), rendering) ?? [],
  );
  ofMember.set(record, events);
  return events;
}

function eventOf(fact: Fact, globalSequence: string, rendering: Rendering): StreamEvent | undefined {
  const orgId = streamedTo(fact);
  if (orgId === undefined) return undefined;
  if (fact.kind === 'OrderUpdated')
    return streamed('orders', orgId, { ...orderData(fact.order, rendering), globalSequence });
  if (fact.kind === 'ExecutionRecorded') {
    return streamed('executions', orgId, { ...executionData(fact.execution, rendering), globalSequence });
  }
  return undefined;
}

/** The row as GET serves it, without algoInstanceId, which the order channel does not carry yet. */
function orderData(row: OrderRow, rendering: Rendering): object {
  const { algoInstanceId: _, ...data } = JSON.parse(orderJson(row, rendering));
  return data;
}

function executionData(row: ExecutionRow, rendering: Rendering): object {
  return JSON.parse(executionJson(row, rendering));
}

function streamed(topic: TradingTopic, orgId: number, data: object): StreamEvent {
  const kind = TRADING_TOPICS[topic];
  const frame = eventFrame(kind, data);
  return { topic, orgId, kind, frame, text: JSON.stringify(frame) };
}
