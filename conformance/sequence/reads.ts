/** Reads of pages and walks, of rows, and of the records of keys. */
import { isOk, textAt } from '../member/exchange/exchange.ts';
import { MISUSED_CURSORS } from '../model/labels.ts';
import { ORDER_BACK } from './cancellations.ts';
import type { Driver, Letter, Writer } from './driver.ts';
import type { Back, SequenceModel, Step } from './step.ts';
import { organisationOfWriter, step } from './step.ts';
import { send, submitOf } from './writing.ts';

const CURSORS = { next: 'nextCursor', previous: 'prevCursor' } as const;

type Direction = keyof typeof CURSORS;

async function readPage(
  driver: Driver,
  { pages }: SequenceModel,
  reader: Writer,
  query: Record<string, string | number>,
) {
  const page = await driver.get(reader, '/orders', query);
  if (isOk(page)) pages.set(reader, page);
  else pages.delete(reader);
}

async function turn(driver: Driver, model: SequenceModel, reader: Writer, direction: Direction, limit: number) {
  const page = model.pages.get(reader);
  const cursor = page && textAt(page, CURSORS[direction]);
  if (cursor !== undefined) await readPage(driver, model, reader, { limit, cursor });
}

/** Reads the first page of orders and keeps it for `turnPage`. */
export function firstPage(reader: Writer, limit: number): Step {
  return step({
    words: `${reader} reads the first ${limit} orders`,
    run: (driver, model) => readPage(driver, model, reader, { limit }),
  });
}

/** Reads the next or previous page of the reader's walk. */
export function turnPage(reader: Writer, direction: Direction, limit: number): Step {
  return step({
    words: `${reader} reads the ${direction} ${limit} orders of its walk`,
    ready: ({ pages }) => pages.has(reader),
    run: (driver, model) => turn(driver, model, reader, direction, limit),
  });
}

/** Two pages forward and one back; an order is submitted after the first page where a key is given for it. */
export function walk(reader: Writer, limit: number, inserted: Letter | undefined): Step {
  const insertion = inserted === undefined ? '' : ` while it submits an order under key ${inserted}`;
  return step({
    words: `${reader} walks over orders by ${limit}, two pages on and one back${insertion}`,
    run: async (driver, model) => {
      await readPage(driver, model, reader, { limit });
      if (inserted !== undefined) {
        await send(driver, model, { writer: reader, letter: inserted, write: submitOf(driver.order(reader)) });
      }
      await turn(driver, model, reader, 'next', limit);
      await turn(driver, model, reader, 'next', limit);
      await turn(driver, model, reader, 'previous', limit);
    },
  });
}

/** Sends cursors that cannot be decoded, or that belong to another read. */
export function misuseCursors(reader: Writer): Step {
  const stranger = reader === 'outsider' ? 'trader' : 'outsider';
  return step({
    words: `${reader} sends cursors that are not for it`,
    run: async (driver) => {
      await driver.get(reader, '/orders', { limit: 1, cursor: 'no-cursor' }, MISUSED_CURSORS.undecodable);
      const page = await driver.get(reader, '/orders', { limit: 1 });
      const cursor = textAt(page, 'nextCursor');
      if (cursor === undefined) return;
      await driver.get(reader, '/executions', { limit: 1, cursor }, MISUSED_CURSORS.collection);
      await driver.get(stranger, '/orders', { limit: 1, cursor }, MISUSED_CURSORS.organisation);
    },
  });
}

/** Reads one of the newest orders of the reader's organisation. */
export function readOrder(reader: Writer, back: Back): Step {
  const organisation = organisationOfWriter(reader);
  return step({
    words: `${reader} reads ${ORDER_BACK[back]}`,
    ready: ({ orderIds }) => orderIds[organisation].length > back,
    run: async (driver, { orderIds }) => {
      await driver.get(reader, `/orders/${orderIds[organisation][back]}`);
    },
  });
}

/** The row of one organisation does not exist for the other. */
export function readStrangersOrder(reader: Writer): Step {
  const strangers = reader === 'outsider' ? 'first' : 'second';
  return step({
    words: `${reader} reads the newest order of the other organisation`,
    ready: ({ orderIds }) => orderIds[strangers].length > 0,
    run: async (driver, { orderIds }) => {
      await driver.get(reader, `/orders/${orderIds[strangers][0]}`);
    },
  });
}

/** Reads the operation record of a key. */
export function readOperation(reader: Writer, letter: Letter): Step {
  return step({
    words: `${reader} reads the operation of key ${letter}`,
    run: async (driver) => {
      await driver.get(reader, `/operations/${driver.keyOf(reader, letter)}`);
    },
  });
}
