/** Two sessions of one short-lived token on a clock that runs or is moved: one comes to its end, the other is renewed. */

import { grantOf } from '../../client/conversation.ts';
import { header } from '../../client/exchange.ts';
import type { OpenSocket } from '../../client/open-socket.ts';
import { greeted, PROBE } from '../../rules/frame-rules.ts';
import type { Scene } from '../../runner/check.ts';

/** Probed so often, no proxy takes a session for idle. */
const STEP_MS = 5_000;
/** Before and after an end, far enough that a `Date` of whole seconds tells the one from the other. */
export const AROUND_MS = 5_000;
/** Of its life, when the other session is renewed. */
const RENEWED_AT = 0.4;
const NS_PER_MS = 1_000_000n;

type Hand = Scene<'trader' | 'trading-socket'>;

/** The target's time, noted: of the control plane, else by the member's own Date; undefined where it sends none. */
async function readNow({ trader, control, note }: Hand): Promise<bigint | undefined> {
  const dateMs =
    control === undefined ? Date.parse(header(await trader.get('/me', { label: 'clock' }), 'date') ?? '') : 0;
  if (Number.isNaN(dateMs)) return undefined;
  const nowNs = control === undefined ? BigInt(dateMs) * NS_PER_MS : (await control.clock()).nowNs;
  note('now', nowNs);
  return nowNs;
}

/** Probes the sockets until then; false where the time is not known, or does not move as the suite's own. */
async function liveUntil(scene: Hand, untilNs: bigint, sockets: readonly OpenSocket[]): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= scene.patienceMs; ) {
    const nowNs = await readNow(scene);
    if (nowNs === undefined) return false;
    const leftMs = Number((untilNs - nowNs) / NS_PER_MS);
    if (leftMs <= 0) return true;
    const stepMs = Math.min(leftMs, STEP_MS);
    await scene.elapse(stepMs);
    waitedMs += stepMs;
    for (const socket of sockets) await socket.ask(PROBE);
  }
  return false;
}

/** Asks shortly before and after an end. A member that does not close the session answers; one that does sends a close frame. */
async function comeToItsEnd(
  scene: Hand,
  endNs: bigint,
  { ending, others }: { readonly ending: OpenSocket; readonly others: readonly OpenSocket[] },
): Promise<void> {
  const aroundNs = BigInt(AROUND_MS) * NS_PER_MS;
  if (!(await liveUntil(scene, endNs - aroundNs, [ending, ...others]))) return;
  await ending.ask({ ...PROBE, reqId: 'before' });
  await liveUntil(scene, endNs + aroundNs, others);
  await Promise.race([ending.untilClosed(), ending.ask({ ...PROBE, reqId: 'after' })]);
  await ending.untilClosed(2_000);
}

/** Notes: `life` of a token, in milliseconds; `now`. Conversations `ending` and `renewed`. */
export async function driveToTheEnd(scene: Hand): Promise<void> {
  const { trader, note, patienceMs } = scene;
  const first = await trader.freshToken();
  note('life', first.lifeMs);
  if (first.lifeMs === undefined || first.lifeMs + 3 * AROUND_MS > patienceMs) return;
  const ending = await trader.openSocket('trading', { token: first.token, label: 'ending' });
  const other = await trader.openSocket('trading', { token: first.token, label: 'renewed' });
  const endNs = grantOf(await greeted(ending))?.expiresAtNs ?? 0n;
  await greeted(other);
  const beganNs = await readNow(scene);
  if (endNs === 0n || beganNs === undefined) return;
  const leftNs = endNs - beganNs;
  await liveUntil(scene, beganNs + BigInt(Math.floor(Number(leftNs) * RENEWED_AT)), [ending, other]);
  const second = await trader.freshToken();
  const renewed = await other.ask({ op: 'auth', reqId: 'renewed', params: { token: second.token } });
  await comeToItsEnd(scene, endNs, { ending, others: [other] });
  await other.ask({ ...PROBE, reqId: 'outlived' });
  const secondEndNs = grantOf(renewed)?.expiresAtNs ?? 0n;
  const wholeMs = Number((secondEndNs - beganNs) / NS_PER_MS) + 2 * AROUND_MS;
  if (secondEndNs <= endNs || wholeMs > patienceMs) return;
  await comeToItsEnd(scene, secondEndNs, { ending: other, others: [] });
}
