/** One step of a sequence: its words, its condition, and its action. */
import type fc from 'fast-check';
import type { Exchange } from '../member/exchange/exchange.ts';
import { LeftAlone } from '../member/sending/not-sent.ts';
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
  /** Not refused at the door: the key belongs to it. */
  readonly bound: boolean;
  /** Whether its outcome was seen. */
  readonly answered: boolean;
}

/** What a sequence knows so far, from its own answers. Lists are newest first. */
export interface SequenceModel {
  /** Whether faults can be set and time moved. */
  readonly controlled: boolean;
  /** Whether the target is judged by the sandbox's own decisions. */
  readonly strict: boolean;
  /**
   * The request that each writer repeats at the end under each of its keys: the first accepted one, else the latest.
   */
  readonly lasting: Map<`${Writer} ${Letter}`, Lasting>;
  readonly sent: Readonly<Record<Organisation, Sent[]>>;
  readonly orderIds: Readonly<Record<Organisation, string[]>>;
  /** The page that each reader looks at. */
  readonly pages: Map<Writer, Exchange>;
  /** Rows other than orders. */
  readonly records: Records;
}

/** Counted back from the newest. */
export type Back = 0 | 1;

export type Step = fc.AsyncCommand<SequenceModel, Driver>;

export interface StepDefinition {
  readonly words: string;
  /** Absent: at any time. */
  ready?(model: SequenceModel): boolean;
  /** The outcome is judged from the history, not here. */
  run(driver: Driver, model: SequenceModel): Promise<unknown>;
}

/** A step of a sequence from its words, its condition and its action. */
export function step({ words, ready, run }: StepDefinition): Step {
  return {
    check: (model) => ready?.(model) ?? true,
    run: async (model, driver) => {
      try {
        await run(driver, model);
      } catch (error) {
        // A request that must not be sent ends this step only: the rest of the sequence is still useful.
        if (!(error instanceof LeftAlone)) throw error;
      }
    },
    toString: () => words,
  };
}

/** The model at the start of a sequence. */
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

/** The organisation of a writer: `second` for the outsider, `first` for everyone else. */
export function organisationOfWriter(writer: Writer): Organisation {
  return writer === 'outsider' ? 'second' : 'first';
}
