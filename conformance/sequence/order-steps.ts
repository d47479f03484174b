/** Steps that submit, cancel and retry orders. */
import fc from 'fast-check';
import type { OrderBody } from '../member/exchange/order.ts';
import { doubled, tradingPrice } from '../member/exchange/order.ts';
import type { Fixtures } from '../member/profile/profile.ts';
import type { Play } from './play-state.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Back, Letter, Write, Writer } from './writes.ts';
import {
  backOf,
  cancelOf,
  LETTERS,
  organisationOfWriter,
  SYNC_DEADLINE_MS,
  submitOf,
  UNHELD_KEY,
  UNHELD_ORDER,
} from './writes.ts';

/** One key is drawn more often than the others, so that requests meet. */
export const anyLetter = fc.constantFrom<Letter[]>('A', ...LETTERS);
/** Mostly one writer, so that requests meet at the same key or order. */
export const anyWriter = fc.constantFrom<Writer[]>('trader', 'trader', 'trader', 'admin', 'outsider', 'outsider');
const anyBack = fc.constantFrom<Back[]>(0, 0, 1);
/** Two thirds of the writes that are held pass the sync deadline. */
export const anyDeadline = fc.constantFrom(SYNC_DEADLINE_MS, SYNC_DEADLINE_MS, undefined);

const UNHELD_NAME = 'touchstone-unheld';

/** One more decimal place than the grid has: `0.01` gives `100.001` for `100`. */
export function finerThan(grid: string, value: string): string {
  const placesOf = (text: string) => text.split('.')[1]?.length ?? 0;
  const [whole = '0', places = ''] = value.split('.');
  return `${whole}.${places.padEnd(Math.max(placesOf(grid), placesOf(value)), '0')}1`;
}

type Fixed = Play['scene']['fixtures'];

/** Orders that are refused, by the door or by their owner: what each states. */
const REFUSED: Readonly<Record<string, (fixtures: Fixed) => OrderBody>> = {
  'an order finer than the tick': ({ instrument: { tick, price } }) => ({ price: finerThan(tick, price) }),
  'an order finer than the step': ({ instrument: { step: size } }) => ({ qty: finerThan(size, '1') }),
  'an order for an unheld instrumentId': () => ({ instrumentId: UNHELD_KEY }),
  'an order for an unheld instrument symbol': () => ({ instrumentId: undefined, instrument: UNHELD_NAME }),
  'an order for an unheld account': () => ({ accountId: undefined, account: UNHELD_NAME }),
  'a market order of an instrument without a quote': ({ unpricedInstrument, instrument }) => ({
    instrumentId: (unpricedInstrument ?? instrument).id,
    price: undefined,
  }),
  'an order that states its userId': () => ({ userId: 1 }),
};

/** States that must be reached are drawn more often: a key that is already bound hides why the order would be refused. */
function refusedKinds(fixtures: Fixtures): readonly string[] {
  const isPriced = fixtures.unpricedInstrument === undefined;
  const kinds = Object.keys(REFUSED).filter((kind) => !isPriced || !kind.includes('without a quote'));
  return [...kinds, ...kinds.filter((kind) => kind.includes('instrument'))];
}

/** Submits an order of a kind under a key. */
export function submit(writer: Writer, kind: string, letter: Letter): Step<Play> {
  const trades = kind === 'an order that trades';
  return step(
    `${writer} submits ${kind} under key ${letter}`,
    (play) => {
      const { fixtures } = play.scene;
      const own = trades ? { price: tradingPrice(fixtures.instrument.price) } : REFUSED[kind]?.(fixtures);
      return play.send({ writer, letter, write: submitOf(play.driver.order(writer, own ?? {})) });
    },
    // A fill changes the balances of the target's user: sandbox only.
    ({ controlled, strict }) => !trades || (controlled && strict),
  );
}

/** @param looking whether the order is read first, so that its state before the cancel is known. */
export function cancel(writer: Writer, back: Back, letter: Letter, looking: boolean): Step<Play> {
  const organisation = organisationOfWriter(writer);
  return step(
    `${writer} ${looking ? 'reads and ' : ''}cancels ${backOf('order', back)} under key ${letter}`,
    async (play) => {
      const orderId = play.orderIds[organisation][back] ?? UNHELD_ORDER;
      if (looking) await play.get(writer, `/orders/${orderId}`);
      await play.send({ writer, letter, write: cancelOf(orderId) });
    },
    ({ orderIds }) => orderIds[organisation].length > back,
  );
}

/** Cancels an order id that does not exist. */
export function cancelUnheld(writer: Writer, letter: Letter): Step<Play> {
  return step(`${writer} cancels an order that does not exist under key ${letter}`, (play) =>
    play.send({ writer, letter, write: cancelOf(UNHELD_ORDER) }),
  );
}

/** Cancels the newest order under a key, and then another order under the same key. */
function cancelTwo(writer: Writer, letter: Letter): Step<Play> {
  const organisation = organisationOfWriter(writer);
  return step(
    `${writer} cancels the newest order and then another, both under key ${letter}`,
    async (play) => {
      const [newest = UNHELD_ORDER, other = UNHELD_ORDER] = play.orderIds[organisation];
      await play.send({ writer, letter, write: cancelOf(newest) });
      await play.send({ writer, letter, write: cancelOf(other) });
    },
    ({ orderIds }) => orderIds[organisation].length > 0,
  );
}

const isSubmit = ({ path }: Write): boolean => path === '/orders';

/** Another remark changes the body but not its meaning; an order has no remark. */
function withAnotherBody(sent: Write, { driver }: Play, writer: Writer): Write {
  if (isSubmit(sent)) return submitOf(driver.order(writer, { qty: doubled(String(driver.order(writer).qty)) }));
  if (sent.path.startsWith('/orders/')) return { ...sent, body: undefined };
  return { ...sent, body: { ...(sent.body as object), remark: 'once more' } };
}

/** The cancel of an order of the writer's organisation other than the one that the write concerns. */
function ofAnotherOrder(sent: Write, { orderIds }: Play, writer: Writer): Write {
  const others = orderIds[organisationOfWriter(writer)];
  return cancelOf(others.find((id) => !sent.path.includes(`/${id}/`)) ?? UNHELD_ORDER);
}

/** The ways in which a key is used again, and the request that each makes of the first one. */
const RETRIES = {
  'as it was': (sent) => sent,
  'with another body': withAnotherBody,
  'for another operation': (sent, play, writer) =>
    isSubmit(sent) ? ofAnotherOrder(sent, play, writer) : submitOf(play.driver.order(writer)),
  'for another order': ofAnotherOrder,
  'without its precondition': ({ ifMatch: _, ...sent }) => sent,
  'under another precondition': (sent) => (sent.method === 'PUT' ? { ...sent, ifMatch: '"1"' } : sent),
} as const satisfies Readonly<Record<string, (sent: Write, play: Play, writer: Writer) => Write>>;

export type RetryKind = keyof typeof RETRIES;

const KEY_BACK = { 0: 'the latest key', 1: 'the key before the latest' } as const;

/** Keys belong to the writer's organisation: a second user may use the first one's key. */
export function retry(writer: Writer, back: Back, kind: RetryKind): Step<Play> {
  const organisation = organisationOfWriter(writer);
  return step(
    `${writer} uses ${KEY_BACK[back]} again, ${kind}`,
    async (play) => {
      const again = play.sent[organisation][back];
      if (again === undefined) return;
      const { letter, write } = again;
      // A sequence names what it creates after its key: sent under another user's key it would be one row of two keys.
      const isSameKey = play.driver.keyOf(writer, letter) === play.driver.keyOf(again.writer, letter);
      if (!isSameKey && !write.path.startsWith('/orders')) return;
      await play.send({ writer, letter, write: RETRIES[kind](write, play, writer) });
    },
    ({ sent }) => sent[organisation].length > back,
  );
}

/** Sent by the user who used the key before. */
export function retryLast(back: Back, kind: RetryKind): Step<Play> {
  return step(
    `${KEY_BACK[back]} is used again, ${kind}`,
    async (play) => {
      const again = play.sent.first[back];
      if (again !== undefined) await play.send({ ...again, write: RETRIES[kind](again.write, play, again.writer) });
    },
    ({ sent }) => sent.first.length > back,
  );
}

/** Several at once: by one writer, or by one in each organisation. */
function race(writers: readonly Writer[], letter: Letter): Step<Play> {
  const isOne = new Set(writers).size === 1;
  const who = isOne
    ? `${writers[0]} submits ${writers.length} times an order`
    : `${writers.join(' and ')} submit an order`;
  return step(`${who} at once under key ${letter}`, (play) =>
    play.sendAtOnce(writers.map((writer) => ({ writer, letter, write: submitOf(play.driver.order(writer)) }))),
  );
}

/** A held submission, a retry that attaches to it, optionally the sync deadline, and then the verdict. */
function heldSubmission(writer: Writer, letter: Letter, deadlineMs: number | undefined): Step<Play> {
  const passes = deadlineMs === undefined ? '' : ', both are answered 202';
  return step(
    `${writer} submits an order under key ${letter} and again in flight${passes}; it polls, and the verdict comes`,
    async (play) => {
      const writing = { writer, letter, write: submitOf(play.driver.order(writer)) };
      await play.driver.hold(letter);
      await play.send(writing);
      await play.send(writing);
      if (deadlineMs !== undefined) await play.driver.advance(deadlineMs);
      await play.get(writer, `/operations/${play.driver.keyOf(writer, letter)}`);
      await play.driver.release(letter);
    },
    ({ controlled }) => controlled,
  );
}

const retryKind = fc.constantFrom<RetryKind[]>(
  ...(['as it was', 'as it was', 'with another body', 'for another operation', 'for another order'] as const),
);

export function orderSteps(fixtures: Fixtures): readonly Weighted<Play>[] {
  return [
    drawn(14, [anyWriter, anyLetter], (writer, letter) => submit(writer, 'an order that rests', letter)),
    drawn(3, [anyWriter, anyLetter], (writer, letter) => submit(writer, 'an order that trades', letter)),
    drawn(32, [anyWriter, fc.constantFrom(...refusedKinds(fixtures)), anyLetter], submit),
    drawn(6, [anyLetter], (letter) => submit('viewer', 'an order that rests', letter)),
    drawn(14, [anyWriter, anyBack, anyLetter, fc.boolean()], cancel),
    drawn(6, [anyWriter, anyLetter], cancelUnheld),
    drawn(14, [anyWriter, anyLetter], cancelTwo),
    drawn(60, [anyWriter, anyBack, retryKind], retry),
    drawn(3, [fc.constantFrom<Writer[][]>(['trader', 'trader'], ['trader', 'outsider']), anyLetter], race),
    drawn(9, [anyWriter, anyLetter, anyDeadline], heldSubmission),
  ];
}
