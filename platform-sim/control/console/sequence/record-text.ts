/** A record of the sequence in words: what was ordered, traded or read, with names in place of ids. */
import type { Command, Fact, OrderRow, SequencedRecord as Sequenced, Verdict } from '../../../../gateway/facts.ts';
import type { SequencedRecord } from '../event-types.ts';

export interface Names {
  symbolOf(instrumentId: number): string;
  accountOf(accountId: number): string;
}

export function commandOf(record: SequencedRecord): Command {
  return (record as unknown as Sequenced).command;
}

export function verdictOf(record: SequencedRecord): Verdict {
  return (record as unknown as Sequenced).verdict;
}

/** It recurs in a sandbox without clients: the balances are observed unchanged, and restated. */
export function isHeartbeat(record: SequencedRecord): boolean {
  return commandOf(record).operation === 'heartbeat';
}

/** The first fact of a kind. */
function factOf<Kind extends Fact['kind']>({ facts = [] }: Verdict, kind: Kind) {
  return facts.find((fact): fact is Extract<Fact, { readonly kind: Kind }> => fact.kind === kind);
}

type Terms = Pick<OrderRow, 'side' | 'instrumentId' | 'price'> & { readonly qty: string | null };

/** `BUY 1 BTC-USD at 90`. */
function orderText({ side, qty, instrumentId, price }: Terms, { symbolOf }: Names): string {
  return [side, qty, symbolOf(instrumentId), price === null ? "at the venue's quote" : `at ${price}`].join(' ');
}

/** `BUY 1 BTC-USD at 90`, `0.4 traded at 90: BUY 1 BTC-USD at 90`, `balances of main`; empty if the command says all. */
export function whatOf(record: SequencedRecord, names: Names): string {
  const { body } = commandOf(record);
  const verdict = verdictOf(record);
  const order = factOf(verdict, 'OrderUpdated')?.order ?? (body.kind === 'submit' ? body : undefined);
  if (order !== undefined) {
    const traded = body.kind === 'fill' ? `${body.qty} traded at ${body.price}: ` : '';
    return traded + orderText(order, names);
  }
  if (body.kind === 'reading' && body.readings.length > 0)
    return `balances of ${[...new Set(body.readings.map(({ accountId }) => names.accountOf(accountId)))].join(', ')}`;
  const quotes = (verdict.facts ?? []).flatMap((fact) => (fact.kind === 'QuoteRecorded' ? [fact.quote] : []));
  return quotes.map(({ instrumentId, bid, ask }) => `${names.symbolOf(instrumentId)} ${bid} to ${ask}`).join(', ');
}

/** `OPEN` of an order; otherwise the kinds of its facts. A refusal has its code. */
export function outcomeOf(record: SequencedRecord): string {
  const verdict = verdictOf(record);
  if (verdict.refused !== undefined) return verdict.refused.code;
  return factOf(verdict, 'OrderUpdated')?.order.status ?? kindsOf(record);
}

export function kindsOf(record: SequencedRecord): string {
  return [...new Set((verdictOf(record).facts ?? []).map(({ kind }) => kind))].join(', ');
}
