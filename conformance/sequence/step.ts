/** One command of a sequence: what it says, whether it makes sense by now, and what it does. */
import type fc from 'fast-check';
import { LeftAlone } from '../client/effects/left-alone.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Driver, Letter, Write, Writer } from './driver.ts';
import type { Records } from './records.ts';
import { noRecords } from './records.ts';

export type Organisation = 'first' | 'second';

/** What was sent under a key. */
export interface Sent {
  readonly writer: Writer;
  readonly letter: Letter;
  readonly write: Write;
}

export interface Lasting {
  readonly write: Write;
  /** It was not turned away: the key is its own. */
  readonly bound: boolean;
  /** Its outcome was seen. */
  readonly answered: boolean;
}

/** What the sequence has come to, as far as its own answers tell. Lists have the newest first. */
export interface SequenceModel {
  /** Faults can be set and time moved. */
  readonly controlled: boolean;
  /** Held to the sandbox's own decisions. */
  readonly strict: boolean;
  /** What each writer is to send at last under each of its keys: what was taken first, else the latest. */
  readonly lasting: Map<`${Writer} ${Letter}`, Lasting>;
  readonly sent: Readonly<Record<Organisation, Sent[]>>;
  readonly orderIds: Readonly<Record<Organisation, string[]>>;
  /** The page that each reader looks at. */
  readonly pages: Map<Writer, Exchange>;
  /** Of rows other than orders. */
  readonly records: Records;
}

/** Counted back from the newest. */
export type Back = 0 | 1;

export type Step = fc.AsyncCommand<SequenceModel, Driver>;

export interface StepDefinition {
  readonly words: string;
  /** Absent: at any time. */
  ready?(model: SequenceModel): boolean;
  /** What it comes to is read from the history. */
  run(driver: Driver, model: SequenceModel): Promise<unknown>;
}

export function step({ words, ready, run }: StepDefinition): Step {
  return {
    check: (model) => ready?.(model) ?? true,
    run: async (model, driver) => {
      try {
        await run(driver, model);
      } catch (error) {
        // What must not be sent ends the step and no more: the others say as much without it.
        if (!(error instanceof LeftAlone)) throw error;
      }
    },
    toString: () => words,
  };
}

export function emptyModel({ control, scene }: Driver): SequenceModel {
  return {
    controlled: control !== undefined,
    strict: scene.target.strict,
    lasting: new Map(),
    sent: { first: [], second: [] },
    orderIds: { first: [], second: [] },
    pages: new Map(),
    records: noRecords(),
  };
}

export function organisationOfWriter(writer: Writer): Organisation {
  return writer === 'outsider' ? 'second' : 'first';
}
