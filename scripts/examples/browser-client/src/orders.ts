/** Order entry: one key for one intent, whatever happens on the way. */
import { ask, pause } from './gateway.ts';

interface Operation {
  readonly outcome: { readonly status: 'PENDING' | 'SUCCEEDED' | 'REFUSED'; readonly code: string | null };
}

const POLL_MS = 250;

/** Submits an order. Returns what became of it. */
export async function buy(price: string, qty: string, tell: (what: string) => void): Promise<string> {
  const key = `page-${crypto.randomUUID()}`;
  const body = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price, qty };
  const answer = await ask<{ readonly orderId?: string }>('/orders', { method: 'POST', key, body }, tell);
  if (answer.headers.get('Idempotent-Replay') === 'true') tell('the first try was carried out: this is its answer');
  if (answer.status === 202) return polled(key, tell);
  if (answer.body.error !== undefined) return `refused: ${answer.body.error.code}`;
  return answer.status < 300 ? 'accepted' : `answered ${answer.status}`;
}

/** 202: the outcome is owed. It is polled for by its key, for as long as it takes. */
async function polled(key: string, tell: (what: string) => void): Promise<string> {
  tell('202: its outcome is polled for');
  for (;;) {
    await pause(POLL_MS);
    const { status, body } = await ask<Operation>(`/operations/${key}`, {}, tell);
    if (body.error !== undefined) return `not known: ${body.error.code}`;
    if (status !== 200 || body.outcome.status === 'PENDING') continue;
    return body.outcome.status === 'SUCCEEDED' ? 'accepted' : `refused: ${body.outcome.code}`;
  }
}
