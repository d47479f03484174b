/** SVC-11: every answer labelled `swept` is held to the document labelled `document`. */

import { ABSENT_ID } from '../../contract/register.ts';
import { type Exchange, header, isOk, json, keyOf, pathOf, status, textAt } from '../../member/exchange/exchange.ts';
import { isJsonType } from '../../member/exchange/media-type.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import { owes } from '../../member/exchange/owed.ts';
import { check, type Reach, type Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyPlace, placeNames } from '../../scenes/every-read.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { executionsAtHand } from '../../scenes/rows-at-hand.ts';
import { sent } from '../../scenes/sample-write.ts';
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
    // A collection may have no row, and a write of an earlier run is withheld.
    return allOf(history.labelled('swept').map((e) => fits(history, validator, e)));
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

const SWEPT = { label: 'swept' };
const SWEEP_NEEDS = ['trader', 'account', 'instrument', 'writes'] as const;
type Sweep = (scene: Scene<(typeof SWEEP_NEEDS)[number]>) => Promise<unknown>;

/** An order, what is read of it and its cancel. */
const placedOrder: Sweep = async ({ trader, order }) => {
  const submitted = await trader.submit(order(), SWEPT);
  const orderId = textAt(submitted, 'orderId') ?? '0';
  await trader.get(`/orders/${orderId}`, SWEPT);
  await trader.cancel(orderId, SWEPT);
  await trader.get(`/operations/${keyOf(submitted)}`, SWEPT);
};

const refusedOrder: Sweep = async ({ trader, order }) => {
  const refused = await trader.submit(order({ price: FINER_THAN_ANY_GRID }), SWEPT);
  await trader.get(`/operations/${keyOf(refused)}`, SWEPT);
};

const execution: Sweep = async (scene) => {
  await executionsAtHand(scene, 1);
  const executions = await scene.trader.get('/executions', { query: { limit: 3 }, ...SWEPT });
  await scene.trader.get(`/executions/${textAt(executions, 'items', 0, 'executionId') ?? '0'}`, SWEPT);
};

const ACCEPTED = 'an accepted write';
const OF_AN_INSTANCE = 'an order of an instance';

/** Orders and their refusals, pages and unknown routes. */
const SWEEPS: Readonly<Record<string, Sweep>> = {
  'a read without a token': ({ anonymous }) => anonymous.get('/orders', SWEPT),
  'GET /me without a token': ({ anonymous }) => anonymous.get('/me', SWEPT),
  'a counted page': ({ trader }) => trader.get('/orders', { query: { limit: 3, include: 'total' }, ...SWEPT }),
  'a page with a cursor': ({ trader }) => trader.get('/orders', { query: { limit: 1 }, ...SWEPT }),
  'an absent order': ({ trader }) => trader.get('/orders/1', SWEPT),
  'an absent execution': ({ trader }) => trader.get('/executions/1', SWEPT),
  'an unknown operation': ({ trader, freshKey }) => trader.get(`/operations/${freshKey()}`, SWEPT),
  'an unknown parameter': ({ trader }) => trader.get('/orders', { query: { nonsense: 1 }, ...SWEPT }),
  'a made-up cursor': ({ trader }) => trader.get('/executions', { query: { cursor: 'made-up' }, ...SWEPT }),
  'malformed money': ({ trader, order }) => trader.submit(order({ price: 1 }), SWEPT),
  'an unknown account': ({ trader, order }) =>
    trader.submit(order({ accountId: undefined, account: 'an account that does not exist' }), SWEPT),
  'a cancel of an absent order': ({ trader }) => trader.cancel(ABSENT_ID, SWEPT),
  'no key': ({ trader, order }) => trader.request({ method: 'POST', path: '/orders', body: order(), ...SWEPT }),
  'another method': ({ trader }) => trader.request({ method: 'PATCH', path: '/orders', ...SWEPT }),
  'an unknown path': ({ trader }) => trader.get('/no-such-path', SWEPT),
  'an order': placedOrder,
  'a refused order': refusedOrder,
  'an execution': execution,
  [ACCEPTED]: acceptedWrite,
  [OF_AN_INSTANCE]: machineOrder,
};

/** Only a sandbox can hold a write, and not every profile names an instance. */
const sweepNames = ({ controlled, fixtures }: Reach): readonly string[] =>
  Object.keys(SWEEPS).filter((name) => {
    if (name === ACCEPTED) return controlled;
    return name !== OF_AN_INSTANCE || fixtures.algoInstance !== undefined;
  });

/** Reads of every place, and the requests of the sweeps. */
export const responsesFitTheDocument = check({
  id: 'svc/responses-fit-the-document',
  proves: ['SVC-11'],
  title: 'every response body of a sweep over all routes validates against the document the same member serves',
  needs: SWEEP_NEEDS,
  cases: { of: 'requests', names: (reach) => [...sweepNames(reach), ...placeNames(reach)] },

  async drive(scene) {
    const { trader, takes } = scene;
    await trader.get('/openapi.json', { label: 'document' });
    for (const [name, sweep] of Object.entries(SWEEPS)) if (takes(name)) await sweep(scene);
    for (const { path, query = {} } of await everyPlace(trader, scene)) await trader.get(path, { query, ...SWEPT });
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
  holds: WRITING_HOLDS,
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
