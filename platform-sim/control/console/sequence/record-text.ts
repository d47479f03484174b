/** A record of the sequence in words: what was ordered, traded or read, with names in place of ids. */
import type { Command, OrderRow, SequencedRecord as Sequenced, Verdict } from '../../../../gateway/facts.ts';
import type { SequencedRecord } from '../event-types.ts';
import { accountOf, symbolOf } from '../names.ts';

export function commandOf(record: SequencedRecord): Command {
  return (record as unknown as Sequenced).command;
}

/** `cancelOrder` of `cancelOrder 1767564375789473484`. */
export function operationOf(record: SequencedRecord): string {
  return commandOf(record).operation.split(' ', 1)[0] ?? '';
}

function verdictOf(record: SequencedRecord): Verdict {
  return (record as unknown as Sequenced).verdict;
}

export function isRefused(record: SequencedRecord): boolean {
  return verdictOf(record).refused !== undefined;
}

/** It recurs in a sandbox without clients: the balances are observed unchanged, and restated. */
export function isHeartbeat(record: SequencedRecord): boolean {
  return operationOf(record) === 'heartbeat';
}

function orderOf({ facts = [] }: Verdict): OrderRow | undefined {
  return facts.flatMap((fact) => (fact.kind === 'OrderUpdated' ? [fact.order] : []))[0];
}

type Terms = Pick<OrderRow, 'side' | 'instrumentId' | 'price'> & { readonly qty: string | null };

/** `BUY 1 BTC-USD at 90`. */
function orderText({ side, qty, instrumentId, price }: Terms): string {
  return [side, qty, symbolOf(instrumentId), price === null ? "at the venue's quote" : `at ${price}`].join(' ');
}

/** `BUY 1 BTC-USD at 90`, `0.4 traded at 90: BUY 1 BTC-USD at 90`, `balances of main`; empty if the command says all. */
export function whatOf(record: SequencedRecord): string {
  const { body } = commandOf(record);
  const verdict = verdictOf(record);
  const order = orderOf(verdict) ?? (body.kind === 'submit' ? body : undefined);
  if (order !== undefined) {
    const traded = body.kind === 'fill' ? `${body.qty} traded at ${body.price}: ` : '';
    return traded + orderText(order);
  }
  if (body.kind === 'reading' && body.readings.length > 0)
    return `balances of ${[...new Set(body.readings.map(({ accountId }) => accountOf(accountId)))].join(', ')}`;
  const quotes = (verdict.facts ?? []).flatMap((fact) => (fact.kind === 'QuoteRecorded' ? [fact.quote] : []));
  return quotes.map(({ instrumentId, bid, ask }) => `${symbolOf(instrumentId)} ${bid} to ${ask}`).join(', ');
}

/** `OPEN` of an order; otherwise the kinds of its facts. A refusal has its code. */
export function outcomeOf(record: SequencedRecord): string {
  const verdict = verdictOf(record);
  if (verdict.refused !== undefined) return verdict.refused.code;
  return orderOf(verdict)?.status ?? kindsOf(record);
}

export function kindsOf(record: SequencedRecord): string {
  return [...new Set((verdictOf(record).facts ?? []).map(({ kind }) => kind))].join(', ');
}
