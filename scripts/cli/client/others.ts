/** What other hands of the client's organisation do while the client works. */
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import type { Deed } from '../../../scenarios/schedules/schedule.ts';

/** The id of every request of other hands: the client is not judged for them. */
export const OTHERS = 'others-of-the-schedule';

/** Enough that a page of any client moves. */
const ORDERS = 5;

/** @param path of the row that the client reads now */
export async function writeAsOthers(
  sandbox: Sandbox,
  what: Extract<Deed, { readonly others: unknown }>['others'],
  path: string,
): Promise<void> {
  const persona = sandbox.issuer.personas.named('admin');
  if (persona === undefined) return;
  const headers = {
    Authorization: `Bearer ${await sandbox.issuer.issue(persona)}`,
    'X-Request-Id': OTHERS,
    'Content-Type': 'application/json',
  };
  const { account, instrument } = sandbox.profile.fixtures;
  if (what === 'place orders') {
    for (let n = 0; n < ORDERS; n += 1) {
      const key = keyOf(sandbox, n);
      const order = {
        accountId: account.id,
        instrumentId: instrument.id,
        side: 'BUY',
        price: instrument.price,
        qty: '1',
        clientOrderId: key,
      };
      await fetch(`${sandbox.baseUrl}/orders`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': key },
        body: JSON.stringify(order),
      });
    }
    return;
  }
  const row = await (await fetch(`${sandbox.baseUrl}${path}`, { headers })).json();
  await fetch(`${sandbox.baseUrl}${path}`, {
    method: 'PUT',
    headers: { ...headers, 'Idempotency-Key': keyOf(sandbox, 0) },
    body: JSON.stringify(row),
  });
}

function keyOf({ clock }: Sandbox, n: number): string {
  return `others-${clock.nowNs()}-${n}`;
}
