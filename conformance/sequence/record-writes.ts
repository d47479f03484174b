/** Writes of the many kinds, each under a key of its own. */
import type { Exchange } from '../client/exchange.ts';
import type { Driver, Write, Writer } from './driver.ts';
import type { SequenceModel } from './step.ts';
import { send } from './writing.ts';

/** What a writer may do is read before their first write, so that what comes of it can be judged. */
export async function sendAnew(
  driver: Driver,
  model: SequenceModel,
  writer: Writer,
  write: Write,
): Promise<Exchange | undefined> {
  await introduce(driver, model, writer);
  return send(driver, model, { writer, letter: driver.nextLetter(), write });
}

export async function introduce(driver: Driver, { records }: SequenceModel, writer: Writer): Promise<void> {
  if (records.known.has(writer)) return;
  records.known.add(writer);
  await driver.get(writer, '/me');
}
