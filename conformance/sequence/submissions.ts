/** Orders to submit, by their expected outcome. */
import type { OrderBody } from '../member/exchange/order.ts';
import { tradingPrice } from '../member/exchange/order.ts';
import type { Driver, Letter, Writer } from './driver.ts';
import type { SequenceModel, Step } from './step.ts';
import { step } from './step.ts';
import { send, submitOf } from './writing.ts';

const NOBODYS_INSTRUMENT = 2_147_483_000;
const NOBODYS_NAME = 'nobody-has-this-name';

/** One more decimal place than the grid has: `0.01` gives `100.001` for `100`. */
export function finerThan(grid: string, value: string): string {
  const placesOf = (text: string) => text.split('.')[1]?.length ?? 0;
  const [whole = '0', places = ''] = value.split('.');
  return `${whole}.${places.padEnd(Math.max(placesOf(grid), placesOf(value)), '0')}1`;
}

interface Submission {
  ready?(model: SequenceModel): boolean;
  body(driver: Driver, writer: Writer): OrderBody;
}

/** The kinds of order that a sequence submits, and the targets on which it may. */
export const SUBMISSIONS = {
  'an order that rests': { body: (driver, writer) => driver.order(writer) },
  'an order that trades': {
    // A fill changes the balances of the target's user: sandbox only.
    ready: ({ controlled, strict }) => controlled && strict,
    body: (driver, writer) => driver.order(writer, { price: tradingPrice(driver.scene.fixtures.instrument.price) }),
  },
  'an order finer than the tick': {
    body: (driver, writer) => {
      const { tick, price } = driver.scene.fixtures.instrument;
      return driver.order(writer, { price: finerThan(tick, price) });
    },
  },
  'an order finer than the step': {
    body: (driver, writer) => driver.order(writer, { qty: finerThan(driver.scene.fixtures.instrument.step, '1') }),
  },
  'an order for an instrumentId that nobody holds': {
    body: (driver, writer) => driver.order(writer, { instrumentId: NOBODYS_INSTRUMENT }),
  },
  'an order for a symbol that nobody holds': {
    body: (driver, writer) => driver.order(writer, { instrumentId: undefined, instrument: NOBODYS_NAME }),
  },
  'an order for an account that nobody has': {
    body: (driver, writer) => driver.order(writer, { accountId: undefined, account: NOBODYS_NAME }),
  },
  'a market order of an instrument without a quote': {
    body: (driver, writer) => {
      const { unpricedInstrument, instrument } = driver.scene.fixtures;
      const { id } = unpricedInstrument ?? instrument;
      return driver.order(writer, { instrumentId: id, price: undefined });
    },
  },
  'an order that states its userId': { body: (driver, writer) => driver.order(writer, { userId: 1 }) },
} as const satisfies Readonly<Record<string, Submission>>;

export type SubmissionKind = keyof typeof SUBMISSIONS;

/** Each of these is refused, by the door or by its owner. */
export const REFUSED_SUBMISSIONS = (Object.keys(SUBMISSIONS) as SubmissionKind[]).filter(
  (kind) => kind !== 'an order that rests' && kind !== 'an order that trades',
);

/** Submits an order of a kind under a key. */
export function submit(writer: Writer, kind: SubmissionKind, letter: Letter): Step {
  const submission: Submission = SUBMISSIONS[kind];
  return step({
    words: `${writer} submits ${kind} under key ${letter}`,
    ready: (model) => submission.ready?.(model) ?? true,
    run: (driver, model) => send(driver, model, { writer, letter, write: submitOf(submission.body(driver, writer)) }),
  });
}
