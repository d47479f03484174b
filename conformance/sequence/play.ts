/** Plays one sequence: drives and asserts nothing, reads everything at the end, and removes what it left. */
import fc from 'fast-check';
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, rows, textAt } from '../member/exchange/exchange.ts';
import { CALM, LAST_LOOK } from '../model/labels.ts';
import { Play } from './play-state.ts';
import { SessionDriver } from './session-driver.ts';
import type { Sequence } from './step.ts';
import type { SequenceScene, Writer } from './writes.ts';
import { armOf } from './writes.ts';

const READERS = ['trader', 'outsider'] as const satisfies readonly Writer[];
const PAGE = 100;
/** One page more than a sequence can fill: a walk that did not reach the earlier orders by then is lost. */
const MOST_PAGES = 3;

function run<P extends object>(play: P, sequence: Sequence<P>): Promise<void> {
  return fc.asyncModelRun(() => ({ model: play, real: play }), sequence);
}

export async function playOrders(scene: SequenceScene, sequence: Sequence<Play>): Promise<void> {
  const play = new Play(scene);
  const newestBefore = new Map<Writer, string | undefined>();
  for (const reader of READERS) newestBefore.set(reader, newestOf(await play.get(reader, '/orders', { limit: 1 })));
  await run(play, sequence);
  await play.driver.settle();
  scene.note(CALM, true);
  for (const reader of READERS) await play.get(reader, '/orders', { limit: 1 });
  await retryAll(play, () => true);
  for (const orderId of play.orderIds.first) await play.get('trader', `/orders/${orderId}`);
  for (const orderId of play.orderIds.second) await play.get('outsider', `/orders/${orderId}`);
  for (const reader of READERS) await walkBackTo(play, reader, newestBefore.get(reader));
}

function newestOf(page: Exchange): string | undefined {
  return textAt(page, 'items', 0, 'orderId');
}

type Lasting = typeof Play.prototype.lasting extends Map<string, infer L> ? L : never;

/**
 * Sends keys again, with the request that was accepted first or refused last, and reads their records. After a 202 or a lost
 * answer that retry brings the first answer seen, with nothing to compare it to: it is sent once more.
 */
async function retryAll(play: Play, isChosen: (lasting: Lasting, i: number) => boolean): Promise<void> {
  for (const lasting of [...play.lasting.values()].filter(isChosen)) {
    const { writer, letter, answered } = lasting;
    await play.send(lasting);
    await play.get(writer, `/operations/${play.driver.keyOf(writer, letter)}`, undefined, LAST_LOOK);
    if (!answered) await play.send(lasting);
  }
}

/** Walks all orders that are newer than the sequence. */
async function walkBackTo(play: Play, reader: Writer, known: string | undefined): Promise<void> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await play.get(reader, '/orders', { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    cursor = textAt(page, 'nextCursor');
    if (cursor === undefined || rows(page).some((row) => row['orderId'] === known)) return;
  }
}

/** The last keys are sent again, and those whose answer was not seen. */
const MOST_RETRIED = 3;

export async function playRecords(scene: SequenceScene, sequence: Sequence<Play>): Promise<void> {
  const play = new Play(scene);
  await run(play, sequence);
  await play.driver.settle();
  const used = play.lasting.size;
  await retryAll(play, ({ answered }, i) => !answered || i >= used - MOST_RETRIED);
  await readAll(play);
  await removeRows(play);
}

const ENDS = /^\/(credentials|[a-z]+-policies)\//;

/** Reads the final state of what was written: row by row and page by page. */
async function readAll(play: Play): Promise<void> {
  const { known, policies, instances, credentials, granted } = play.records;
  const written = [...known.values(), ...policies, ...instances, ...credentials];
  const paths = written.filter((path) => path !== null);
  // Rows that are ended are read right before.
  for (const path of paths) if (!ENDS.test(path)) await play.get('admin', path);
  for (const path of instances) await play.get('admin', `${path}/configs`);
  for (const path of new Set(paths.map((one) => one.slice(0, one.lastIndexOf('/'))))) await play.get('admin', path);
  for (const orderId of play.orderIds.first) await play.get('admin', `/orders/${orderId}`);
  if (granted && play.driver.hasClerk) await play.get('clerk', '/me');
}

/** Ends what can be ended. Whether it has ended already, and who has to end it, is the target's answer. */
async function removeRows(play: Play): Promise<void> {
  const { known, policies, instances, credentials, granted } = play.records;
  const clerk = known.get('clerk');
  if (granted && clerk != null) {
    await play.sendNew('admin', { method: 'PUT', path: clerk, body: { capabilities: [] } });
  }
  for (const path of instances) await play.sendNew('admin', armOf(path, 'delete'));
  for (const path of policies) await end(play, path, 'retire');
  for (const path of credentials) await end(play, path, 'revoke');
}

const ENDED = new Set(['RETIRED', 'REVOKED', 'WITHDRAWN']);

/** Ends a row. One that was never approved is withdrawn by whichever user proposed it. Names of states are only hints. */
async function end(play: Play, path: string, arm: 'retire' | 'revoke'): Promise<void> {
  const status = textAt(await play.get('admin', path), 'status');
  if (status !== undefined && ENDED.has(status)) return;
  const ended = ['admin', arm] as const;
  const withdrawn = [['admin', 'withdraw'] as const, ['deputy', 'withdraw'] as const];
  for (const [writer, how] of status === 'PROPOSED' ? [...withdrawn, ended] : [ended, ...withdrawn]) {
    const answer = await play.sendNew(writer, armOf(path, how));
    if (answer !== undefined && isOk(answer)) return;
  }
}

export async function playSessions(scene: SequenceScene, sequence: Sequence<SessionDriver>): Promise<void> {
  const driver = await SessionDriver.begin(scene);
  await run(driver, sequence);
  await driver.finish();
}
