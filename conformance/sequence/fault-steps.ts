/** Steps that need a control plane: time, held verdicts and lost answers; members that die, are restarted and are rolled. */
import fc from 'fast-check';
import type { RestVersion } from '../contract/versions.ts';
import type { FaultEdge } from '../member/control/control.ts';
import { ALL_RESTARTED, CRASHED, ROLLED } from '../model/labels.ts';
import { anyLetter, anyWriter } from './order-steps.ts';
import type { Play } from './play-state.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import { LETTERS, SYNC_DEADLINE_MS, submitOf } from './writes.ts';

const isControlled = ({ controlled }: Play): boolean => controlled;

async function onEachKey(run: (letter: (typeof LETTERS)[number]) => Promise<void>): Promise<void> {
  for (const letter of LETTERS) await run(letter);
}

/** Advances the virtual clock by `ms` milliseconds. */
export function advance(ms: number): Step<Play> {
  return step(`${ms} ms pass`, ({ driver }) => driver.advance(ms), isControlled);
}

export const FAULT_STEPS: readonly Weighted<Play>[] = [
  drawn(6, [], () =>
    step('verdicts are held', ({ driver }) => onEachKey((letter) => driver.hold(letter)), isControlled),
  ),
  drawn(5, [], () =>
    step('held verdicts are released', ({ driver }) => onEachKey((letter) => driver.release(letter)), isControlled),
  ),
  drawn(6, [fc.constantFrom(60, 700, SYNC_DEADLINE_MS)], advance),
  drawn(3, [anyWriter, anyLetter], (writer, letter) =>
    step(
      `${writer} submits an order under key ${letter} and the answer is lost`,
      async (play) => {
        await play.driver.loseAnswer(writer, letter);
        await play.send({ writer, letter, write: submitOf(play.driver.order(writer)) });
      },
      isControlled,
    ),
  ),
];

/** The points in the handling of a write, in order, at which the member may die. */
const DEATHS = ['look-up', 'send', 'inbox', 'verdict', 'answer'] as const satisfies readonly FaultEdge[];

/** The versions differ in nothing that a sequence looks at. */
export const ROLLED_BETWEEN = ['0.13.0', '0.14.0'] as const satisfies readonly RestVersion[];

/** Deploys every member with a version. */
export function roll(version: RestVersion): Step<Play> {
  return step(`the members are rolled to ${version}`, async ({ driver, scene }) => {
    await driver.control?.deploy({ version });
    scene.note(ROLLED, version);
  });
}

export const STORM_STEPS: readonly Weighted<Play>[] = [
  drawn(30, [anyWriter, anyLetter, fc.constantFrom(...DEATHS)], (writer, letter, edge) =>
    step(`${writer} submits an order under key ${letter} and the member dies at ${edge}`, async (play) => {
      const on = { edge, key: play.driver.keyOf(writer, letter) };
      const death = await play.driver.control?.fault({ on, crash: true, times: 1 }, { optional: true });
      await play.send({ writer, letter, write: submitOf(play.driver.order(writer)) });
      if ((await death?.firings()) === 1) play.scene.note(CRASHED, edge);
      await death?.remove();
    }),
  ),
  // The write is with its owner, and is judged after its member has died.
  drawn(12, [anyWriter, anyLetter], (writer, letter) =>
    step(`${writer} submits an order under key ${letter}, its verdict is held, and the members die`, async (play) => {
      await play.driver.hold(letter);
      await play.send({ writer, letter, write: submitOf(play.driver.order(writer)) });
      await play.driver.control?.crash();
      play.scene.note(CRASHED, 'held');
      await play.driver.release(letter);
    }),
  ),
  drawn(10, [anyWriter], (reader) =>
    step(`the members are restarted, and ${reader} reads from one that catches up`, async ({ driver, scene }) => {
      await driver.control?.restart();
      await driver.get(reader, '/orders', { limit: 1 });
      await driver.control?.catchUp();
      scene.note(ALL_RESTARTED, true);
    }),
  ),
  drawn(10, [fc.constantFrom(...ROLLED_BETWEEN)], roll),
];
