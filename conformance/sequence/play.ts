/** Plays one sequence, from the first read of the collections to the last. */
import fc from 'fast-check';
import type { Exchange } from '../member/exchange/exchange.ts';
import { rows, textAt } from '../member/exchange/exchange.ts';
import { CALM, LAST_LOOK } from '../model/labels.ts';
import type { Letter, SequenceScene, Writer } from './driver.ts';
import { Driver } from './driver.ts';
import type { Sequence } from './sequence.ts';
import type { SequenceModel } from './step.ts';
import { emptyModel } from './step.ts';
import { send } from './writing.ts';

const READERS = ['trader', 'outsider'] as const satisfies readonly Writer[];
const PAGE = 100;
/** One page more than a sequence can fill: a walk that has not reached the earlier orders by then is lost. */
const MOST_PAGES = 3;

/** Drives; asserts nothing. */
export async function play(scene: SequenceScene, sequence: Sequence): Promise<void> {
  const driver = Driver.begin(scene);
  const newestBefore = new Map<Writer, string | undefined>();
  for (const reader of READERS) newestBefore.set(reader, newestOf(await driver.get(reader, '/orders', { limit: 1 })));
  const model = emptyModel(driver);
  await fc.asyncModelRun(() => ({ model, real: driver }), sequence);
  await driver.calm();
  scene.note(CALM, true);
  for (const reader of READERS) await driver.get(reader, '/orders', { limit: 1 });
  await retryAll(driver, model);
  await readAll(driver, model);
  for (const reader of READERS) await walkBackTo(driver, reader, newestBefore.get(reader));
}

function newestOf(page: Exchange): string | undefined {
  return textAt(page, 'items', 0, 'orderId');
}

/**
 * Sends every key again, with the request that was accepted first or refused last, and reads its record. After a 202
 * or a lost answer that retry brings the first answer seen, with nothing to compare it to: it is sent once more.
 */
async function retryAll(driver: Driver, model: SequenceModel): Promise<void> {
  for (const [name, { write, answered }] of [...model.lasting]) {
    const [writer, letter] = name.split(' ') as [Writer, Letter];
    await send(driver, model, { writer, letter, write });
    await driver.get(writer, `/operations/${driver.keyOf(writer, letter)}`, undefined, LAST_LOOK);
    if (!answered) await send(driver, model, { writer, letter, write });
  }
}

/** Reads the final state of each order of the sequence. */
async function readAll(driver: Driver, { orderIds }: SequenceModel): Promise<void> {
  for (const orderId of orderIds.first) await driver.get('trader', `/orders/${orderId}`);
  for (const orderId of orderIds.second) await driver.get('outsider', `/orders/${orderId}`);
}

/** Walks all orders that are newer than the sequence. */
async function walkBackTo(driver: Driver, reader: Writer, known: string | undefined): Promise<void> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await driver.get(reader, '/orders', { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    cursor = textAt(page, 'nextCursor');
    if (cursor === undefined || rows(page).some((row) => row['orderId'] === known)) return;
  }
}
