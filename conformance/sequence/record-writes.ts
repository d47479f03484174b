/** Writes of many kinds, each under a new key. */
import type { Exchange } from '../member/exchange/exchange.ts';
import type { Driver, Write, Writer } from './driver.ts';
import type { SequenceModel } from './step.ts';
import { send } from './writing.ts';

/** A writer's capabilities are read before their first write, so that its outcome can be judged. */
export async function sendAnew(
  driver: Driver,
  model: SequenceModel,
  writer: Writer,
  write: Write,
): Promise<Exchange | undefined> {
  await introduce(driver, model, writer);
  return send(driver, model, { writer, letter: driver.nextLetter(), write });
}

/** Reads GET /me as the writer, once in a sequence, so that the model knows their capabilities. */
export async function introduce(driver: Driver, { records }: SequenceModel, writer: Writer): Promise<void> {
  if (records.known.has(writer)) return;
  records.known.add(writer);
  await driver.get(writer, '/me');
}
