/** Steps that read orders: pages and walks, rows, and the records of keys. */
import fc from 'fast-check';
import { isOk, textAt } from '../member/exchange/exchange.ts';
import { MISUSED_CURSORS } from '../model/labels.ts';
import { anyLetter, anyWriter } from './order-steps.ts';
import type { Play } from './play-state.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Letter, Writer } from './writes.ts';
import { backOf, organisationOfWriter, submitOf } from './writes.ts';

const CURSORS = { next: 'nextCursor', previous: 'prevCursor' } as const;

type Direction = keyof typeof CURSORS;

async function readPage(play: Play, reader: Writer, query: Record<string, string | number>): Promise<void> {
  const page = await play.get(reader, '/orders', query);
  if (isOk(page)) play.pages.set(reader, page);
  else play.pages.delete(reader);
}

async function turn(play: Play, reader: Writer, direction: Direction, limit: number): Promise<void> {
  const page = play.pages.get(reader);
  const cursor = page && textAt(page, CURSORS[direction]);
  if (cursor !== undefined) await readPage(play, reader, { limit, cursor });
}

/** Two pages forward and one back; an order is submitted after the first page where a key is given for it. */
export function walk(reader: Writer, limit: number, letter: Letter | undefined): Step<Play> {
  const insertion = letter === undefined ? '' : ` while it submits an order under key ${letter}`;
  return step(`${reader} walks over orders by ${limit}, two pages on and one back${insertion}`, async (play) => {
    await readPage(play, reader, { limit });
    if (letter !== undefined) await play.send({ writer: reader, letter, write: submitOf(play.driver.order(reader)) });
    for (const direction of ['next', 'next', 'previous'] as const) await turn(play, reader, direction, limit);
  });
}

/** Sends cursors that cannot be decoded, or that belong to another read. */
function misuseCursors(reader: Writer): Step<Play> {
  const stranger = reader === 'outsider' ? 'trader' : 'outsider';
  return step(`${reader} sends cursors that are not for it`, async (play) => {
    await play.get(reader, '/orders', { limit: 1, cursor: 'no-cursor' }, MISUSED_CURSORS.undecodable);
    const cursor = textAt(await play.get(reader, '/orders', { limit: 1 }), 'nextCursor');
    if (cursor === undefined) return;
    await play.get(reader, '/executions', { limit: 1, cursor }, MISUSED_CURSORS.collection);
    await play.get(stranger, '/orders', { limit: 1, cursor }, MISUSED_CURSORS.organisation);
  });
}

export const fewRows = fc.constantFrom(1, 2, 3);

export const ORDER_READS: readonly Weighted<Play>[] = [
  drawn(11, [anyWriter, fc.constantFrom(1, 101, 1_000)], (reader, limit) =>
    step(`${reader} reads the first ${limit} orders`, (play) => readPage(play, reader, { limit })),
  ),
  drawn(4, [anyWriter, fc.constantFrom<Direction[]>('next', 'previous'), fewRows], (reader, direction, limit) =>
    step(
      `${reader} reads the ${direction} ${limit} orders of its walk`,
      (play) => turn(play, reader, direction, limit),
      ({ pages }) => pages.has(reader),
    ),
  ),
  drawn(7, [anyWriter, fewRows, fc.option(anyLetter, { nil: undefined })], walk),
  drawn(6, [anyWriter], misuseCursors),
  drawn(8, [anyWriter, fc.constantFrom<(0 | 1)[]>(0, 0, 1)], (reader, back) => {
    const organisation = organisationOfWriter(reader);
    return step(
      `${reader} reads ${backOf('order', back)}`,
      (play) => play.get(reader, `/orders/${play.orderIds[organisation][back]}`),
      ({ orderIds }) => orderIds[organisation].length > back,
    );
  }),
  // The row of one organisation does not exist for the other.
  drawn(2, [anyWriter], (reader) => {
    const other = reader === 'outsider' ? 'first' : 'second';
    return step(
      `${reader} reads the newest order of the other organisation`,
      (play) => play.get(reader, `/orders/${play.orderIds[other][0]}`),
      ({ orderIds }) => orderIds[other].length > 0,
    );
  }),
  drawn(4, [anyWriter, anyLetter], (reader, letter) =>
    step(`${reader} reads the operation of key ${letter}`, (play) =>
      play.get(reader, `/operations/${play.driver.keyOf(reader, letter)}`),
    ),
  ),
];
