/** The writes on an algo instance, and the halt of all of them. */
import type { Actor } from '../member/actor.ts';
import { isOk, json } from '../member/exchange/exchange.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';
import { creationBody, documentOf, endInstance, INSTANCES, isApplied } from './own-instance.ts';
import type { Facts, Id, WriteChain, WriteStep, Writing } from './write-chain.ts';

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
