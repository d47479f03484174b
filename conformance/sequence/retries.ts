/** Requests that use a key again. */
import { doubled } from '../member/exchange/order.ts';
import type { Driver, Letter, Write, Writer } from './driver.ts';
import type { Back, SequenceModel, Step } from './step.ts';
import { organisationOfWriter, step } from './step.ts';
import { cancelOf, NOBODYS_ORDER, send, sendAtOnce, submitOf } from './writing.ts';

interface Retry {
  again(sent: Write, at: { driver: Driver; model: SequenceModel; writer: Writer }): Write;
}

const isSubmit = ({ path }: Write): boolean => path === '/orders';

/** Another remark changes the body but not its meaning; an order has no remark. */
function withAnotherBody(sent: Write, { driver, writer }: { driver: Driver; writer: Writer }): Write {
  if (isSubmit(sent)) return submitOf(driver.order(writer, { qty: doubled(String(driver.order(writer).qty)) }));
  if (sent.path.startsWith('/orders/')) return { ...sent, body: undefined };
  return { ...sent, body: { ...(sent.body as object), remark: 'once more' } };
}

/** An order of the writer's organisation other than the one that the write concerns. */
function anotherOrder(sent: Write, { orderIds }: SequenceModel, writer: Writer): string {
  return orderIds[organisationOfWriter(writer)].find((id) => !sent.path.includes(`/${id}/`)) ?? NOBODYS_ORDER;
}

/** The ways in which a key is used again, and the request that each makes of the first one. */
export const RETRIES = {
  'as it was': { again: (sent) => sent },
  'with another body': { again: withAnotherBody },
  'for another operation': {
    again: (sent, { driver, model, writer }) =>
      isSubmit(sent) ? cancelOf(anotherOrder(sent, model, writer)) : submitOf(driver.order(writer)),
  },
  'for another order': { again: (sent, { model, writer }) => cancelOf(anotherOrder(sent, model, writer)) },
  'without its precondition': { again: ({ ifMatch: _, ...sent }) => sent },
  'under another precondition': { again: (sent) => (sent.method === 'PUT' ? { ...sent, ifMatch: '"1"' } : sent) },
} as const satisfies Readonly<Record<string, Retry>>;

export type RetryKind = keyof typeof RETRIES;

const KEY_BACK = { 0: 'the latest key', 1: 'the key before the latest' } as const;

/** Keys belong to the writer's organisation: a second user may use the first one's key. */
export function retry(writer: Writer, back: Back, kind: RetryKind): Step {
  const organisation = organisationOfWriter(writer);
  return step({
    words: `${writer} uses ${KEY_BACK[back]} again, ${kind}`,
    ready: ({ sent }) => sent[organisation].length > back,
    run: async (driver, model) => {
      const again = model.sent[organisation][back];
      if (again === undefined) return;
      // A sequence names what it creates after its key: sent under another user's key it would be one row of two keys.
      const isSameKey = driver.keyOf(writer, again.letter) === driver.keyOf(again.writer, again.letter);
      if (!isSameKey && !again.write.path.startsWith('/orders')) return;
      const write = RETRIES[kind].again(again.write, { driver, model, writer });
      await send(driver, model, { writer, letter: again.letter, write });
    },
  });
}

/** Sent by the user who used the key before. */
export function retryLast(back: Back, kind: RetryKind): Step {
  return step({
    words: `${KEY_BACK[back]} is used again, ${kind}`,
    ready: ({ sent }) => sent.first.length > back,
    run: async (driver, model) => {
      const again = model.sent.first[back];
      if (again === undefined) return;
      const { writer, letter } = again;
      const write = RETRIES[kind].again(again.write, { driver, model, writer });
      await send(driver, model, { writer, letter, write });
    },
  });
}

/** Several at once: by one writer, or by one in each organisation. */
export function race(writers: readonly Writer[], letter: Letter): Step {
  const who = new Set(writers).size === 1 ? `${writers[0]} submits ${writers.length} times` : writers.join(' and ');
  const does = new Set(writers).size === 1 ? 'an order' : 'submit an order';
  return step({
    words: `${who} ${does} at once under key ${letter}`,
    run: async (driver, model) => {
      const writings = writers.map((writer) => ({ writer, letter, write: submitOf(driver.order(writer)) }));
      await sendAtOnce(driver, model, writings);
    },
  });
}

/** A held submission, a retry that attaches to it, optionally the sync deadline, and then the verdict. */
export function heldStory(writer: Writer, letter: Letter, deadlineMs: number | undefined): Step {
  const passes = deadlineMs === undefined ? '' : ', both are answered 202';
  return step({
    words: `${writer} submits an order under key ${letter} and again in flight${passes}; it polls, and the verdict comes`,
    ready: ({ controlled }) => controlled,
    run: async (driver, model) => {
      const writing = { writer, letter, write: submitOf(driver.order(writer)) };
      await driver.hold(letter);
      await send(driver, model, writing);
      await send(driver, model, writing);
      if (deadlineMs !== undefined) await driver.advance(deadlineMs);
      await driver.get(writer, `/operations/${driver.keyOf(writer, letter)}`);
      await driver.letGo(letter);
    },
  });
}
