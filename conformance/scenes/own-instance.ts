/** The instance that a check of algos works on: one of its own, of the fixture algoVersion, deleted whatever comes of it. */

import type { Actor } from '../client/actor.ts';
import type { Exchange } from '../client/exchange.ts';
import { at, errorCode, isOk, json, keyOf, pathOf, rows, status, textAt } from '../client/exchange.ts';
import { instanceIdOf } from '../client/instance-id.ts';
import { canonicalDecimal } from '../client/same-answer.ts';
import type { Scene } from '../runner/check.ts';
import type { Expectation } from '../runner/expectation.ts';
import { expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive } from '../runner/judgement.ts';

export const INSTANCES = '/algos/instances';

type Making = Pick<Scene<'algoVersion'>, 'fixtures' | 'freshKey' | 'elapse'>;

export interface OwnInstance {
  /** As text. */
  readonly id: string;
  readonly path: string;
}

interface Creation {
  /** In place of what the body states by itself. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  /** `created` where absent. */
  readonly label?: string;
}

/** A document that the fixture's version takes: of ids alone, unless the profile says otherwise. */
export function documentOf({ fixtures }: Pick<Making, 'fixtures'>): string {
  return fixtures.algoVersion.document ?? '{}';
}

export function creationBody(scene: Making, over: Creation['body'] = {}): Readonly<Record<string, unknown>> {
  const { id, pool } = scene.fixtures.algoVersion;
  const displayName = `touchstone-${scene.freshKey()}`;
  return { algoVersionId: id, pool, displayName, remark: 'of the suite', document: documentOf(scene), ...over };
}

/** The id in the path of a request below /algos/instances, as text. */
export function instanceIn(e: Exchange): string {
  return String(pathOf(e).split('/')[3]);
}

/** POST /algos/instances, and `act` where an instance came of it. */
export async function withInstance(
  scene: Making,
  actor: Actor,
  act: (own: OwnInstance) => Promise<void>,
  { body, key = scene.freshKey(), label = 'created' }: Creation = {},
): Promise<void> {
  const id = await idOf(scene, actor, await actor.post(INSTANCES, creationBody(scene, body), { key, label }));
  if (id === undefined) return;
  const own = { id, path: `${INSTANCES}/${id}` };
  try {
    await act(own);
  } finally {
    await endInstance(actor, own);
  }
}

/** Deletes it, and takes back what it left resting. */
export async function endInstance(actor: Actor, { path }: OwnInstance): Promise<void> {
  await actor.post(`${path}/delete`, {});
  for (const { orderId, leavesQty } of rows(await actor.get(`${path}/orders`))) {
    if (typeof orderId === 'string' && canonicalDecimal(String(leavesQty)) !== '0') await actor.cancel(orderId);
  }
}

/** Ends the instance that a creation made although it was to be refused. */
export async function endIfMade(actor: Actor, created: Exchange): Promise<void> {
  const id = isOk(created) ? instanceIdOf(json(created)) : undefined;
  if (id !== undefined) await endInstance(actor, { id, path: `${INSTANCES}/${id}` });
}

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;

/** Looks until `found` has something to say. */
export async function looking<T>(
  { elapse }: Pick<Making, 'elapse'>,
  look: () => Promise<Exchange>,
  found: (e: Exchange) => T | undefined,
): Promise<T | undefined> {
  for (let looks = 1; ; looks += 1) {
    const said = found(await look());
    if (said !== undefined || looks === LOOKS) return said;
    await elapse(BETWEEN_LOOKS_MS);
  }
}

/** Of the row that was answered, else of the operation. */
async function idOf(scene: Making, actor: Actor, created: Exchange): Promise<string | undefined> {
  const stated = isOk(created) ? instanceIdOf(json(created)) : undefined;
  if (stated !== undefined || !isOk(created)) return stated;
  const operation = `/operations/${keyOf(created)}`;
  return looking(
    scene,
    () => actor.get(operation),
    (e) => instanceIdOf(at(e, 'outcome')),
  );
}

/** What the engine said of a document; undefined: nothing, as long as is waited for it. */
export async function verdictOn(
  scene: Making,
  actor: Actor,
  { path }: OwnInstance,
  seq = 1,
): Promise<string | undefined> {
  return looking(
    scene,
    () => actor.get(`${path}/configs/${seq}`),
    (e) => {
      const outcome = textAt(e, 'outcome');
      return outcome === 'STAGED' ? undefined : outcome;
    },
  );
}

export async function isApplied(scene: Making, actor: Actor, own: OwnInstance, seq = 1): Promise<boolean> {
  return (await verdictOn(scene, actor, own, seq)) === 'APPLIED';
}

/** undefined: there was an instance to judge by. What the fixture's version takes is the profile's word. */
export function notCreated(history: History, label = 'created'): Judgement | undefined {
  const created = history.one(label);
  if (isOk(created)) return undefined;
  return inconclusive(`no instance of the fixture algoVersion was created: ${status(created)} ${errorCode(created)}`);
}

export const NO_VERDICT = "the engine applied no document of the suite's own instance";

/** As `expects`, of a write: one that the platform did not answer in time says nothing yet (202). */
export function answers(e: Exchange, expected: Expectation, why?: string): Judgement {
  return status(e) === 202 ? inconclusive(`${e.request.path} was not answered in time`) : expects(e, expected, why);
}
