import type { Scene } from '../../runner/check.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { header, isOk, json, keyOf, pathOf, status, textAt } from '../../target/exchange.ts';
import { executionsAtHand } from '../page/rows-at-hand.ts';
import { ofDocument } from './contract-document.ts';
import { DocumentValidator } from './document-validator.ts';

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

function isJson(e: Exchange): boolean {
  return /[/+]json\b/.test(header(e, 'content-type') ?? '');
}

function fits(history: History, validator: DocumentValidator, e: Exchange): Judgement {
  const path = pathOf(e);
  // What a 202 says is its Location; that it has a body besides is our own member's word.
  if (status(e) === 202 && e.response?.body === '' && !history.target.strict) return pass;
  if (!isJson(e)) return violated('a JSON body', e);
  let published = validator.published(e.request.method, path, status(e) ?? 0);
  if (published.schema === undefined) {
    const unlisted = isOk(e) || (history.target.strict && published.why === 'no such status');
    if (unlisted) return violated(`${status(e)} of ${e.request.method} ${path} in the contract document`, e);
    // A path or method that the document does not have: the envelope is the same for every refusal.
    published = validator.published('GET', '/me', 401);
    if (published.schema === undefined) return inconclusive('the document publishes no refusal of GET /me');
  }
  const fault = faultOf(validator, published.schema, json(e));
  if (fault.kind === 'unreadable') return inconclusive(`the document's schema is not read by ajv: ${fault.words}`);
  return fault.kind === 'none' ? pass : violated(`a body as the document publishes it: ${fault.words}`, e);
}

function faultOf(validator: DocumentValidator, schema: Parameters<DocumentValidator['faultOf']>[0], body: unknown) {
  try {
    const words = validator.faultOf(schema, body);
    return words === undefined ? { kind: 'none' as const } : { kind: 'fault' as const, words };
  } catch (error) {
    // OpenAPI 3.0 has a JSON Schema of its own; where it differs, ajv says so.
    return { kind: 'unreadable' as const, words: error instanceof Error ? error.message : String(error) };
  }
}

export const responsesFitTheDocument = check({
  id: 'svc/responses-fit-the-document',
  proves: ['SVC-11'],
  title: 'every response body of a sweep over all routes validates against the document the same member serves',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, anonymous, order } = scene;
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

    await trader.get('/orders/1', swept);
    await trader.get('/executions/1', swept);
    await trader.get(`/operations/${scene.freshKey()}`, swept);
    await trader.get('/orders', { query: { nonsense: 1 }, ...swept });
    await trader.get('/executions', { query: { cursor: 'made-up' }, ...swept });
    await trader.submit(order({ price: 1 }), swept);
    await trader.submit(order({ accountId: undefined, account: 'an account that nobody holds' }), swept);
    await trader.cancel('1', swept);
    await trader.request({ method: 'POST', path: '/orders', body: order(), ...swept });
    await trader.request({ method: 'PATCH', path: '/orders', ...swept });
    await trader.get('/no-such-path', swept);
    await anonymous.get('/me', swept);
    await anonymous.get('/orders', swept);
    await trader.get('/openapi.json', { label: 'document again' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const again = history.one('document again');
      if (textAt(again, 'info', 'version') !== textAt(served, 'info', 'version')) {
        return inconclusive('members of two versions answered');
      }
      const validator = new DocumentValidator(document, { closed: history.target.strict });
      return allOf(eachOf(history.labelled('swept'), (e) => fits(history, validator, e)));
    }),
});
