/** What a chain of writes on one row is, and whom and what it needs. */
import type { Actor } from '../member/actor.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import type { Need, Reach, Scene } from '../runner/check.ts';
import type { SampleWrite } from './sample-write.ts';

/** The fixtures that `everyWrite` needs. */
export const WRITING_NEEDS = ['admin', 'deputy', 'account', 'instrument', 'asset', 'writes'] as const;
/** It approves, halts and retires caps of that instrument. */
export const WRITING_HOLDS: readonly Need[] = ['cappedInstrument'];

export type Writing = Scene<(typeof WRITING_NEEDS)[number]>;

type Body = SampleWrite['body'];
/** The id of a row. */
export type Id = string | number;

export interface WriteStep {
  /** The interface's spelling: `PUT /users/{id}`. */
  readonly name: string;
  readonly by?: 'deputy';
  readonly body?: (scene: Writing, called: OwnName) => Body;
  /** The steps that bring the row into a state in which this write is valid, apart from its creation. */
  readonly after?: readonly string[];
  /** The unchanged write must not be sent: its effect would be permanent on a shared target. */
  readonly isWithheld?: boolean;
  /** It prepares a later step, and no check visits it. */
  readonly isSetUp?: true;
  /** Waits for what the write brings about. */
  readonly settle?: (scene: Writing, actor: Actor, id: Id) => Promise<unknown>;
}

export interface WriteChain {
  readonly creation: WriteStep;
  /** The id of the created row. */
  readonly idOf: (created: Exchange) => Id | undefined;
  readonly arms: readonly WriteStep[];
  /** The collection and the id property of a permanent row, which is found by its name where an earlier run made it. */
  readonly standing?: { readonly path: string; readonly id: string };
  /** Ends the row where the steps that were sent have not. */
  readonly end?: (scene: Writing, id: Id, wasSent: (name: string) => boolean) => Promise<unknown>;
}

/** What decides which writes a target can be sent. */
export type Facts = Pick<Reach, 'fixtures' | 'target'>;

/** Whether the unchanged write is sent, to a row in a state in which it is valid. */
export function isValidIn({ creation, arms }: WriteChain): (step: WriteStep) => boolean {
  const isValid = ({ isWithheld = false, after = [] }: WriteStep): boolean =>
    !isWithheld && after.every((name) => [creation, ...arms].some((step) => step.name === name && isValid(step)));
  return isValid;
}
