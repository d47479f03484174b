/** Cancels: of an order of the sequence, of one that nobody holds, and of one after another under one key. */
import type { Letter, Writer } from './driver.ts';
import type { Back, Step } from './step.ts';
import { organisationOfWriter, step } from './step.ts';
import { cancelOf, NOBODYS_ORDER, send } from './writing.ts';

export const ORDER_BACK = { 0: 'the newest order', 1: 'the order before the newest' } as const;

/** @param looking the order is read first: what it is cancelled to can then be told from what it was. */
export function cancel(writer: Writer, back: Back, letter: Letter, looking: boolean): Step {
  const organisation = organisationOfWriter(writer);
  return step({
    words: `${writer} ${looking ? 'reads and ' : ''}cancels ${ORDER_BACK[back]} under key ${letter}`,
    ready: ({ orderIds }) => orderIds[organisation].length > back,
    run: async (driver, model) => {
      const orderId = model.orderIds[organisation][back] ?? NOBODYS_ORDER;
      if (looking) await driver.get(writer, `/orders/${orderId}`);
      await send(driver, model, { writer, letter, write: cancelOf(orderId) });
    },
  });
}

export function cancelNobodys(writer: Writer, letter: Letter): Step {
  return step({
    words: `${writer} cancels an order that nobody holds under key ${letter}`,
    run: (driver, model) => send(driver, model, { writer, letter, write: cancelOf(NOBODYS_ORDER) }),
  });
}

/** The newest order cancelled under a key, and then another under the same. */
export function cancelTwo(writer: Writer, letter: Letter): Step {
  const organisation = organisationOfWriter(writer);
  return step({
    words: `${writer} cancels the newest order and then another, both under key ${letter}`,
    ready: ({ orderIds }) => orderIds[organisation].length > 0,
    run: async (driver, model) => {
      const [newest = NOBODYS_ORDER, other = NOBODYS_ORDER] = model.orderIds[organisation];
      await send(driver, model, { writer, letter, write: cancelOf(newest) });
      await send(driver, model, { writer, letter, write: cancelOf(other) });
    },
  });
}
