/** Time, held verdicts and lost answers. Every step here needs a control plane. */
import type { Letter, Writer } from './driver.ts';
import { LETTERS } from './driver.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';
import { send, submitOf } from './writing.ts';

/** Holds owners' verdicts under every key of the sequence. */
export function hold(): Step {
  return step({
    words: 'verdicts are held',
    ready: ({ controlled }) => controlled,
    run: async (driver) => {
      for (const letter of LETTERS) await driver.hold(letter);
    },
  });
}

/** Releases every held verdict. */
export function release(): Step {
  return step({
    words: 'held verdicts are let go',
    ready: ({ controlled }) => controlled,
    run: async (driver) => {
      for (const letter of LETTERS) await driver.letGo(letter);
    },
  });
}

/** Advances the virtual clock by `ms` milliseconds. */
export function advance(ms: number): Step {
  return step({
    words: `${ms} ms pass`,
    ready: ({ controlled }) => controlled,
    run: (driver) => driver.advance(ms),
  });
}

/** Submits an order whose response is dropped on the way back. */
export function submitAndLoseAnswer(writer: Writer, letter: Letter): Step {
  return step({
    words: `${writer} submits an order under key ${letter} and the answer is lost`,
    ready: ({ controlled }) => controlled,
    run: async (driver, model) => {
      await driver.loseAnswer(writer, letter);
      await send(driver, model, { writer, letter, write: submitOf(driver.order(writer)) });
    },
  });
}
