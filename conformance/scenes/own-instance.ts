/** The algo instance of a check: created with the fixture algoVersion, and deleted afterwards whatever the outcome. */
import type { Actor } from '../member/actor.ts';
import {
  at,
  type Exchange,
  errorCode,
  isOk,
  json,
  keyOf,
  pathOf,
  rows,
  status,
  textAt,
} from '../member/exchange/exchange.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';
import { canonicalDecimal } from '../member/exchange/same-answer.ts';
import type { Scene } from '../runner/check.ts';
import { type Expectation, expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import { inconclusive, type Judgement } from '../runner/judgement.ts';
import type { Facts, Id, WriteChain, WriteStep, Writing } from './sample-write.ts';

/** The collection of algo instances. */
export const INSTANCES = '/algos/instances';

type Making = Pick<Scene<'algoVersion'>, 'fixtures' | 'freshKey' | 'elapse'>;

export interface OwnInstance {
  /** The id as text. */
  readonly id: string;
  readonly path: string;
}

interface Creation {
  /** Replaces properties of the default body. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  /** Default: `created`. */
  readonly label?: string;
}

/** A document that the fixture's version accepts. It holds only ids, unless the profile states another. */
export function documentOf({ fixtures }: Pick<Making, 'fixtures'>): string {
  return fixtures.algoVersion.document ?? '{}';
}

/** The body of POST /algos/instances; `over` replaces properties. */
export function creationBody(scene: Making, over: Creation['body'] = {}): Readonly<Record<string, unknown>> {
  const { id, pool } = scene.fixtures.algoVersion;
  const displayName = `touchstone-${scene.freshKey()}`;
  return { algoVersionId: id, pool, displayName, remark: 'of the suite', document: documentOf(scene), ...over };
}

/** The id in the path of a request below /algos/instances, as text. */
export function instanceIn(e: Exchange): string {
  return String(pathOf(e).split('/')[3]);
}

/** Sends POST /algos/instances and runs `act` if an instance was created. */
export async function withInstance(
  scene: Making,
  actor: Actor,
  { body, key = scene.freshKey(), label = 'created' }: Creation = {},
  act: (own: OwnInstance) => Promise<void> = async () => {},
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

/** Deletes the instance and cancels its resting orders. */
export async function endInstance(actor: Actor, { path }: OwnInstance): Promise<void> {
  await actor.post(`${path}/delete`, {});
  for (const { orderId, leavesQty } of rows(await actor.get(`${path}/orders`))) {
    if (typeof orderId === 'string' && canonicalDecimal(String(leavesQty)) !== '0') await actor.cancel(orderId);
  }
}

/** Ends an instance that a member created although it should have refused to. */
export async function endIfMade(actor: Actor, created: Exchange): Promise<void> {
  const id = isOk(created) ? instanceIdOf(json(created)) : undefined;
  if (id !== undefined) await endInstance(actor, { id, path: `${INSTANCES}/${id}` });
}

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;

/** Repeats the read until `found` returns a value; undefined after the last attempt. */
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

/** The instance id from the response, otherwise from the operation record. */
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

/** The engine's verdict on a document; undefined where none came within the wait. */
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

/** Whether the engine applied the document. */
export async function isApplied(scene: Making, actor: Actor, own: OwnInstance, seq = 1): Promise<boolean> {
  return (await verdictOn(scene, actor, own, seq)) === 'APPLIED';
}

/**
 * An inconclusive judgement if no instance was created; undefined if one was. The profile alone knows what the
 * fixture's version accepts.
 */
export function notCreated(history: History, label = 'created'): Judgement | undefined {
  const created = history.one(label);
  if (isOk(created)) return undefined;
  return inconclusive(`no instance of the fixture algoVersion was created: ${status(created)} ${errorCode(created)}`);
}

/** Why a check is inconclusive without an applied document. */
export const NO_VERDICT = "the engine applied no document of the suite's own instance";

/** Like `expects`, for a write. A 202 is inconclusive: the platform did not answer in time. */
export function answers(e: Exchange, expected: Expectation, why?: string): Judgement {
  return status(e) === 202 ? inconclusive(`${e.request.path} was not answered in time`) : expects(e, expected, why);
}

/** A scene whose profile names a version, as that of every chain of an instance does. */
function making(scene: Writing) {
  const { algoVersion } = scene.fixtures;
  if (algoVersion === undefined) throw new Error('the profile names no algoVersion');
  return { ...scene, fixtures: { ...scene.fixtures, algoVersion } };
}

/** An instance from its creation to its deletion. */
export function instance(): WriteChain {
  const remark = 'of the suite';
  const applied = (seq: number) => (scene: Writing, actor: Actor, id: Id) =>
    isApplied(making(scene), actor, { id: `${id}`, path: `${INSTANCES}/${id}` }, seq);
  const arm = (what: string, ...after: readonly string[]): WriteStep => ({
    name: `POST ${INSTANCES}/{id}/${what}`,
    body: () => ({ remark }),
    after: after.map((one) => `POST ${INSTANCES}/{id}/${one}`),
  });
  return {
    creation: { name: `POST ${INSTANCES}`, body: (scene) => creationBody(making(scene)), settle: applied(1) },
    idOf: (created) => (isOk(created) ? instanceIdOf(json(created)) : undefined),
    arms: [
      {
        name: `PUT ${INSTANCES}/{id}/config`,
        body: (scene) => ({ remark, document: documentOf(making(scene)) }),
        settle: applied(2),
      },
      ...[arm('start'), arm('stop', 'start'), arm('delete')],
    ],
    end: ({ admin }, id) => endInstance(admin, { id: `${id}`, path: `${INSTANCES}/${id}` }),
  };
}

/** A halt also stops the instances of other users. */
export function halt({ target }: Facts): readonly WriteChain[] {
  if (target.destructive !== true) return [];
  const creation = { name: 'POST /algos/halt', isWithheld: target.controlled !== true };
  return [{ creation, idOf: () => undefined, arms: [] }];
}
