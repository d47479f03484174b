/** Faults of whole members: they die, are restarted, and are rolled to another version. Needs a control plane. */

import type { RestVersion } from '../contract/versions.ts';
import type { FaultEdge } from '../member/control/control.ts';
import { ALL_RESTARTED, CRASHED, ROLLED } from '../model/labels.ts';
import type { Letter, Writer } from './driver.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';
import { send, submitOf } from './writing.ts';

/** The points in the handling of a write, in order, at which the member may die. */
export const DEATHS = ['look-up', 'send', 'inbox', 'verdict', 'answer'] as const satisfies readonly FaultEdge[];
export type Death = (typeof DEATHS)[number];

/** Submits an order while a fault kills the member at `edge`. */
export function submitAndDie(writer: Writer, letter: Letter, edge: Death): Step {
  return step({
    words: `${writer} submits an order under key ${letter} and the member dies at ${edge}`,
    run: async (driver, model) => {
      const on = { edge, key: driver.keyOf(writer, letter) };
      const death = await driver.control?.fault({ on, crash: true, times: 1 }, { optional: true });
      await send(driver, model, { writer, letter, write: submitOf(driver.order(writer)) });
      if ((await death?.firings()) === 1) driver.scene.note(CRASHED, edge);
      await death?.remove();
    },
  });
}

/** The write is with its owner, and is judged after its member has died. */
export function dieWhileHeld(writer: Writer, letter: Letter): Step {
  return step({
    words: `${writer} submits an order under key ${letter}, its verdict is held, and the members die`,
    run: async (driver, model) => {
      await driver.hold(letter);
      await send(driver, model, { writer, letter, write: submitOf(driver.order(writer)) });
      await driver.control?.crash();
      driver.scene.note(CRASHED, 'held');
      await driver.letGo(letter);
    },
  });
}

/** Restarts the members, reads once while one catches up, then lets it catch up. */
export function startAnew(reader: Writer): Step {
  return step({
    words: `the members are started anew, and ${reader} asks one that catches up`,
    run: async (driver) => {
      await driver.control?.restart();
      await driver.get(reader, '/orders', { limit: 1 });
      await driver.control?.catchUp();
      driver.scene.note(ALL_RESTARTED, true);
    },
  });
}

/** Deploys every member with a version. */
export function roll(version: RestVersion): Step {
  return step({
    words: `the members are rolled to ${version}`,
    run: async (driver) => {
      await driver.control?.deploy({ version });
      driver.scene.note(ROLLED, version);
    },
  });
}
