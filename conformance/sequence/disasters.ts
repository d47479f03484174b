/** What befalls the members under way: they die, are started anew, and are rolled to another version. Needs a control plane. */

import type { FaultEdge } from '../client/control.ts';
import type { RestVersion } from '../contract/versions.ts';
import type { Letter, Writer } from './driver.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';
import { send, submitOf } from './writing.ts';

/** Of a write, in order: where whoever serves it may die of it. */
export const DEATHS = ['look-up', 'send', 'inbox', 'verdict', 'answer'] as const satisfies readonly FaultEdge[];
export type Death = (typeof DEATHS)[number];

/** Notes of what befell them. */
export const CRASHED = 'crashed';
export const STARTED_ANEW = 'started anew';
export const ROLLED = 'rolled';

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

/** The write is with its owner, and is judged when nobody is there any more to hear of it. */
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

export function startAnew(reader: Writer): Step {
  return step({
    words: `the members are started anew, and ${reader} asks one that catches up`,
    run: async (driver) => {
      await driver.control?.restart();
      await driver.get(reader, '/orders', { limit: 1 });
      await driver.control?.catchUp();
      driver.scene.note(STARTED_ANEW, true);
    },
  });
}

export function roll(version: RestVersion): Step {
  return step({
    words: `the members are rolled to ${version}`,
    run: async (driver) => {
      await driver.control?.deploy({ version });
      driver.scene.note(ROLLED, version);
    },
  });
}
