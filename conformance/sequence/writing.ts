/** Sends writes and records what the model needs of them. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { isFactual, isOk, status, textAt } from '../member/exchange/exchange.ts';
import type { Driver, Letter, Write, Writer } from './driver.ts';
import { noteCreation } from './records.ts';
import type { SequenceModel } from './step.ts';
import { organisationOfWriter } from './step.ts';

export interface Writing {
  readonly writer: Writer;
  readonly letter: Letter;
  readonly write: Write;
}

/** The answer; undefined where the write waits for a held verdict. */
export async function send(driver: Driver, model: SequenceModel, writing: Writing): Promise<Exchange | undefined> {
  const answer = await driver.write(writing.writer, writing.letter, writing.write);
  note(model, writing, answer);
  return answer;
}

/** Sends several writes, each before another one is answered, and records their answers. */
export async function sendAtOnce(driver: Driver, model: SequenceModel, writings: readonly Writing[]): Promise<void> {
  const answers = await driver.writeAtOnce(writings);
  for (const [i, writing] of writings.entries()) note(model, writing, answers[i]);
}

/** A write that still waits counts as accepted: it has passed the door. */
function note(model: SequenceModel, { writer, letter, write }: Writing, answer: Exchange | undefined): void {
  const name = `${writer} ${letter}` as const;
  const organisation = organisationOfWriter(writer);
  model.sent[organisation].unshift({ writer, letter, write });
  const answered = answer !== undefined && answer.response !== null && status(answer) !== 202;
  const bound = !answered || isFactual(answer);
  if (model.lasting.get(name)?.bound !== true) model.lasting.set(name, { write, bound, answered });
  const orderId = answer !== undefined && isOk(answer) ? textAt(answer, 'orderId') : undefined;
  const known = model.orderIds[organisation];
  if (orderId !== undefined && write.path === '/orders' && !known.includes(orderId)) known.unshift(orderId);
  if (organisation === 'first') noteCreation(model.records, write, answer);
}

/** The write that submits an order. */
export function submitOf(body: unknown): Write {
  return { path: '/orders', body };
}

/** The write that cancels an order. */
export function cancelOf(orderId: string): Write {
  return { path: `/orders/${orderId}/cancel`, body: {} };
}

/** An int64 that no owner issues: ids are of the sequenced time in nanoseconds. */
export const NOBODYS_ORDER = '1';
