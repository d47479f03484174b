/** Plays one sequence over rows of every kind, reads everything at the end, and removes what it left. */
import fc from 'fast-check';
import { isOk, textAt } from '../member/exchange/exchange.ts';
import { LAST_LOOK } from '../model/labels.ts';
import type { SequenceScene } from './driver.ts';
import { Driver } from './driver.ts';
import { sendAnew } from './record-writes.ts';
import type { Sequence } from './sequence.ts';
import type { SequenceModel } from './step.ts';
import { emptyModel } from './step.ts';
import { send } from './writing.ts';

/** Drives; asserts nothing. */
export async function playRecords(scene: SequenceScene, sequence: Sequence): Promise<void> {
  const driver = Driver.begin(scene);
  const model = emptyModel(driver);
  await fc.asyncModelRun(() => ({ model, real: driver }), sequence);
  await driver.calm();
  await retrySome(driver, model);
  await readAll(driver, model);
  await takeAway(driver, model);
}

const ENDS = /^\/(credentials|[a-z]+-policies)\//;

/** Sends the last keys again, and those whose answer was not seen. */
const MOST_RETRIED = 3;

async function retrySome(driver: Driver, model: SequenceModel): Promise<void> {
  const used = [...model.lasting.entries()];
  const chosen = used.filter(([, { answered }], i) => !answered || i >= used.length - MOST_RETRIED);
  for (const [name, { write, answered }] of chosen) {
    const [writer, letter] = name.split(' ') as [Parameters<Driver['write']>[0], Parameters<Driver['write']>[1]];
    await send(driver, model, { writer, letter, write });
    await driver.get(writer, `/operations/${driver.keyOf(writer, letter)}`, undefined, LAST_LOOK);
    // After a 202 or a lost answer, that retry brings the first answer seen; a second one is needed to compare it with.
    if (!answered) await send(driver, model, { writer, letter, write });
  }
}

/** Reads the final state of what was written: row by row and page by page. */
async function readAll(driver: Driver, { records, orderIds }: SequenceModel): Promise<void> {
  const written = [...records.standing.values(), ...records.policies, ...records.instances, ...records.credentials];
  const paths = written.filter((path) => path !== null);
  // Rows that are ended are read right before.
  for (const path of paths) if (!ENDS.test(path)) await driver.get('admin', path);
  for (const path of records.instances) await driver.get('admin', `${path}/configs`);
  for (const path of new Set(paths.map((one) => one.slice(0, one.lastIndexOf('/'))))) await driver.get('admin', path);
  for (const orderId of orderIds.first) await driver.get('admin', `/orders/${orderId}`);
  if (records.granted && driver.hasClerk) await driver.get('clerk', '/me');
}

/** Ends what can be ended. Whether it has ended already, and who has to end it, is the target's answer. */
async function takeAway(driver: Driver, model: SequenceModel): Promise<void> {
  const { records } = model;
  const clerk = records.standing.get('clerk');
  if (records.granted && clerk != null) {
    await sendAnew(driver, model, 'admin', { method: 'PUT', path: clerk, body: { capabilities: [] } });
  }
  for (const path of records.instances) await sendAnew(driver, model, 'admin', { path: `${path}/delete`, body: {} });
  for (const path of records.policies) await end(driver, model, path, 'retire');
  for (const path of records.credentials) await end(driver, model, path, 'revoke');
}

/** Ends a row. One that was never approved is withdrawn by whichever user proposed it. Names of states are only hints. */
async function end(driver: Driver, model: SequenceModel, path: string, arm: 'retire' | 'revoke'): Promise<void> {
  const status = textAt(await driver.get('admin', path), 'status');
  if (status !== undefined && ENDED.has(status)) return;
  const retired = ['admin', arm] as const;
  const withdrawn = [
    ['admin', 'withdraw'],
    ['deputy', 'withdraw'],
  ] as const;
  for (const [writer, how] of status === 'PROPOSED' ? [...withdrawn, retired] : [retired, ...withdrawn]) {
    const answer = await sendAnew(driver, model, writer, { path: `${path}/${how}`, body: {} });
    if (answer !== undefined && isOk(answer)) return;
  }
}

const ENDED = new Set(['RETIRED', 'REVOKED', 'WITHDRAWN']);
