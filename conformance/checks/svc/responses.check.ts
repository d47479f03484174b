/** SVC-11: every answer labelled `swept` is held to the document labelled `document`. */

import { NOBODYS_ID } from '../../contract/nobodys.ts';
import { type Exchange, header, isOk, json, keyOf, pathOf, status, textAt } from '../../member/exchange/exchange.ts';
import { isJsonType } from '../../member/exchange/media-type.ts';
import { owes } from '../../member/exchange/owed.ts';
import { check, type Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyPlace } from '../../scenes/every-read.ts';
import { everyWrite, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { executionsAtHand } from '../../scenes/rows-at-hand.ts';
import { sent } from '../../scenes/sample-write.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';
import { ofDocument } from './contract-document.ts';
import { type DocumentValidator, validatorOf } from './document-validator.ts';

/** These refusals have an envelope since 0.12.0. */
function isALineOfText(e: Exchange): boolean {
  return !owes(e, '0.12.0') && [404, 405, 413, 500].includes(status(e) ?? 0);
}

function fits(history: History, validator: DocumentValidator, e: Exchange): Judgement {
  const path = pathOf(e);
  // A 202 needs its Location alone; that it has a body is the sandbox's own rule.
  if (status(e) === 202 && e.response?.body === '' && !history.target.strict) return unseen;
  if (!isJsonType(header(e, 'content-type'))) return isALineOfText(e) ? pass : violated('a JSON body', e);
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
    // OpenAPI 3.0 has its own JSON Schema dialect; ajv throws where it differs.
    return { kind: 'unreadable' as const, words: error instanceof Error ? error.message : String(error) };
  }
}

/** `document again` is read last: answers of two versions fit no single document. */
function fitsTheDocument(history: History): Judgement {
  return ofDocument(history, (document, served) => {
    const again = history.one('document again');
    const isOfTwo = textAt(again, 'info', 'version') !== textAt(served, 'info', 'version');
    if (isOfTwo || history.target.window !== undefined) {
      return inconclusive('members of two versions answered');
    }
    const validator = validatorOf(document, { closed: history.target.strict });
    return allOf(eachOf(history.labelled('swept'), (e) => fits(history, validator, e)));
  });
}

/** A write that its owner does not judge in time: only a control plane can make one. */
async function acceptedWrite({ trader, order, freshKey, control }: Scene<'trader'>): Promise<void> {
  if (control?.clockMode !== 'virtual') return;
  const key = freshKey();
  const fault = await control.fault({ on: { command: 'submit', key }, hold: key, times: 1 });
  const pending = trader.submit(order(), { key, label: 'swept' });
  await fault.untilHeld();
  await control.advance('2s');
  await pending;
  await trader.get(`/operations/${key}`, { label: 'swept' });
  await control.release(key);
}

/** An order of an algo instance: the suite's own are of a person, and leave the instance null. */
async function machineOrder({ trader, fixtures }: Scene<'trader'>): Promise<void> {
  if (fixtures.algoInstance === undefined) return;
  const path = `/algos/instances/${fixtures.algoInstance.id}/orders`;
  const placed = await trader.get(path, { query: { limit: 1 }, label: 'swept' });
  const orderId = textAt(placed, 'items', 0, 'orderId');
  if (orderId !== undefined) await trader.get(`/orders/${orderId}`, { label: 'swept' });
}

/** Reads of every place, orders and their refusals, and unknown routes. */
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
    const refused = await trader.submit(order({ price: FINER_THAN_ANY_GRID }), swept);
    await trader.get(`/operations/${keyOf(refused)}`, swept);
    await acceptedWrite(scene);

    await trader.get('/me', swept);
    await trader.get('/orders', { query: { limit: 3, include: 'total' }, ...swept });
    await trader.get('/orders', { query: { limit: 1 }, ...swept });
    const executions = await trader.get('/executions', { query: { limit: 3 }, ...swept });
    await trader.get(`/executions/${textAt(executions, 'items', 0, 'executionId') ?? '0'}`, swept);

    for (const { path, query = {} } of await everyPlace(trader, scene)) await trader.get(path, { query, ...swept });
    await machineOrder(scene);
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

const WRITES = writeCases();

/** Each write without a key, on an absent row, and taken; and its operation record. */
export const responsesOfEveryWriteFitTheDocument = check({
  id: 'svc/responses-of-every-write-fit-the-document',
  proves: ['SVC-11'],
  title: 'what every write answers, taken and refused, validates against the document the same member serves',
  needs: WRITING_NEEDS,
  cases: WRITES,

  async drive(scene) {
    const { admin, freshKey } = scene;
    const swept = { label: 'swept' };
    await admin.get('/openapi.json', { label: 'document' });
    await everyWrite(scene, 'touchstone-fitting', WRITES, async (write, actor) => {
      const { method, path, absent, isWithheld } = write;
      await actor.request({ method, path, body: write.body, ...swept });
      if (absent !== undefined) await sent(actor, write, freshKey(), { path: absent, ...swept });
      if (isWithheld) return undefined;
      const key = freshKey();
      const taken = await sent(actor, write, key, swept);
      await admin.get(`/operations/${key}`, swept);
      return taken;
    });
    await admin.get('/openapi.json', { label: 'document again' });
  },

  judge: fitsTheDocument,
});
