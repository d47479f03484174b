/**
 * A shift of the mixed soak: a world of three members of two versions, clients that read, write and hold sessions in it, and
 * troubles; then calm, and the account: every write that was acknowledged is in the journal once, as it was told. The world
 * is ended, so that whatever a shift leaves in the process is a leak.
 */
import { controlPlane } from '../../../../conformance/member/control/control-plane.ts';
import { httpTransport } from '../../../../conformance/member/sending/transport.ts';
import type { Stopwatch } from '../../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../../gateway/facts.ts';
import { wrongOf } from '../kill/oracle.ts';
import { actionsOf } from './actions.ts';
import { Client } from './client.ts';
import type { Tally } from './tally.ts';
import { tradingSession } from './trading-session.ts';
import { calm, MEMBER_VERSIONS, strike } from './troubles.ts';

const LANES = 12;
const PAGE = 1_000;

export interface ShiftTaken {
  readonly troubles: number;
  /** Acknowledged with 201, and found in the journal. */
  readonly acknowledged: number;
}

export async function runShift(
  controlUrl: string,
  seed: number,
  lastsMs: number,
  tally: Tally,
  stopwatch: Stopwatch,
): Promise<ShiftTaken> {
  const { nowMs, sleep } = stopwatch;
  const sandbox = controlPlane(httpTransport(controlUrl, stopwatch));
  const members = [...MEMBER_VERSIONS, MEMBER_VERSIONS[1]].map((version) => ({ version }));
  const world = await sandbox.createWorld({ seed, clock: 'real', members });
  const control = controlPlane(httpTransport(world.controlUrl, stopwatch));
  const transport = httpTransport(world.baseUrl, stopwatch);
  const { token } = await control.mintToken({ persona: 'admin' });
  const tradingSocket = `${world.baseUrl.replace(/^http/, 'ws')}/v1/ws/trading`;
  const session = (url: string, bearer: string, key: string) => tradingSession(stopwatch, url, bearer, key);
  const clients = Array.from({ length: LANES }, () => new Client({ transport, token, tradingSocket, tally, session }));
  const endMs = nowMs() + lastsMs;
  const isOver = () => nowMs() >= endMs;

  const working = clients.map(async (client, lane) => {
    for (const action of actionsOf(seed, `${lane}`)) {
      if (isOver()) return;
      await client.act(action);
      await sleep(action.pauseMs);
    }
  });
  const troubles = await strike(control, seed, isOver, sleep);
  await calm(control, sleep);
  await Promise.all(working);
  await Promise.all(clients.map((client) => client.settle()));

  const writes = clients.flatMap((client) => client.writes);
  const records: SequencedRecord[] = [];
  for (;;) {
    const { items } = await control.readJournal({ after: `${records.at(-1)?.position ?? 0}`, limit: `${PAGE}` });
    records.push(...(items as unknown as readonly SequencedRecord[]));
    if (items.length < PAGE) break;
  }
  const placed = records.filter(({ command }) => command.body.kind === 'submit');
  for (const why of wrongOf(writes, placed)) tally.wrong(why);
  await transport.close();
  await control.close();
  await sandbox.endWorld(world.name);
  await sandbox.close();
  return { troubles, acknowledged: writes.filter(({ answer }) => answer !== undefined).length };
}
