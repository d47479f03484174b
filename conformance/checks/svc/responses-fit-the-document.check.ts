import { keyOf, textAt } from '../../client/exchange.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import type { Scene } from '../../runner/check.ts';
import { check } from '../../runner/check.ts';
import { everyPlace } from '../../scenes/every-read.ts';
import { executionsAtHand } from '../../scenes/rows-at-hand.ts';
import { fitsTheDocument } from './fits-the-document.ts';

const FINER_THAN_ANY_TICK = '0.000000000000000001';

/** A write that its owner does not judge in time: only a control plane can bring that about. */
async function acceptedWrite({ trader, order, freshKey, control }: Scene<'trader'>): Promise<void> {
  if (control === undefined || (await control.clock()).mode !== 'virtual') return;
  const key = freshKey();
  const fault = await control.fault({ on: { command: 'submit', key }, hold: key, times: 1 });
  const pending = trader.submit(order(), { key, label: 'swept' });
  await fault.untilHeld();
  await control.advance('2s');
  await pending;
  await trader.get(`/operations/${key}`, { label: 'swept' });
  await control.release(key);
}

export const responsesFitTheDocument = check({
  id: 'svc/responses-fit-the-document',
  proves: ['SVC-11'],
  title: 'every response body of a sweep over all routes validates against the document the same member serves',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, anonymous, order, target } = scene;
    const swept = { label: 'swept' };
    await trader.get('/openapi.json', { label: 'document' });
    await executionsAtHand(scene, 1);

    const submitted = await trader.submit(order(), swept);
    const orderId = textAt(submitted, 'orderId') ?? '0';
    await trader.get(`/orders/${orderId}`, swept);
    await trader.cancel(orderId, swept);
    await trader.get(`/operations/${keyOf(submitted)}`, swept);
    const refused = await trader.submit(order({ price: FINER_THAN_ANY_TICK }), swept);
    await trader.get(`/operations/${keyOf(refused)}`, swept);
    await acceptedWrite(scene);

    await trader.get('/me', swept);
    await trader.get('/orders', { query: { limit: 3, include: 'total' }, ...swept });
    await trader.get('/orders', { query: { limit: 1 }, ...swept });
    const executions = await trader.get('/executions', { query: { limit: 3 }, ...swept });
    await trader.get(`/executions/${textAt(executions, 'items', 0, 'executionId') ?? '0'}`, swept);

    for (const { path } of await everyPlace(trader, target)) await trader.get(path, swept);
    await trader.get('/orders/1', swept);
    await trader.get('/executions/1', swept);
    await trader.get(`/operations/${scene.freshKey()}`, swept);
    await trader.get('/orders', { query: { nonsense: 1 }, ...swept });
    await trader.get('/executions', { query: { cursor: 'made-up' }, ...swept });
    await trader.submit(order({ price: 1 }), swept);
    await trader.submit(order({ accountId: undefined, account: 'an account that nobody holds' }), swept);
    await trader.cancel(NOBODYS_ID, swept);
    await trader.request({ method: 'POST', path: '/orders', body: order(), ...swept });
    await trader.request({ method: 'PATCH', path: '/orders', ...swept });
    await trader.get('/no-such-path', swept);
    await anonymous.get('/me', swept);
    await anonymous.get('/orders', swept);
    await trader.get('/openapi.json', { label: 'document again' });
  },

  judge: fitsTheDocument,
});
