/**
 * Cancels: of an order of the sequence, of an order that does not exist, and of one order after another under one
 * key.
 */
import type { Letter, Writer } from './driver.ts';
import type { Back, Step } from './step.ts';
import { organisationOfWriter, step } from './step.ts';
import { cancelOf, NOBODYS_ORDER, send } from './writing.ts';

/** How a step's words name an order, by how far it is counted back from the newest. */
export const ORDER_BACK = { 0: 'the newest order', 1: 'the order before the newest' } as const;

/** @param looking whether the order is read first, so that its state before the cancel is known. */
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

/** Cancels an order id that does not exist. */
export function cancelNobodys(writer: Writer, letter: Letter): Step {
  return step({
    words: `${writer} cancels an order that nobody holds under key ${letter}`,
    run: (driver, model) => send(driver, model, { writer, letter, write: cancelOf(NOBODYS_ORDER) }),
  });
}

/** Cancels the newest order under a key, and then another order under the same key. */
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
