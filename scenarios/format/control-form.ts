/**
 * What a kind of step that changes the platform through the control plane consists of. A row has all of it: the shape in
 * the file, the words of the reference, the checks against earlier steps, the operation, and the text of a transcript.
 */
import type { z } from 'zod';
import type { Control, Roll } from '../../conformance/member/control/control.ts';
import type { YamlWay } from './source.ts';

/** What earlier steps of the scenario defined. */
export interface FormLinks {
  readonly rolls: Set<string>;
  readonly snapshots: Set<string>;
  mustBe(what: string, name: string, known: Iterable<string>, way: YamlWay): void;
  mustBeMember(name: string, way: YamlWay): void;
}

/** The rolls of one play, by the names of the file. */
export type PlayedRolls = Map<string, Roll>;

export interface ControlForm<Shape extends z.ZodType = z.ZodType> {
  readonly shape: Shape;
  /** What the step does, in the reference and in editors. */
  readonly does: string;
  readonly keys: Readonly<Record<Exclude<keyof z.input<Shape>, 'note'>, string>>;
  readonly example: string;
  /** What the step is about, first in its line of a transcript; absent: its kind. */
  subject?(step: z.output<Shape>): string;
  /** The rest of that line. */
  words(step: z.output<Shape>): string;
  /** Checks the names that the step uses, and notes those that it defines. */
  link?(step: z.output<Shape>, links: FormLinks, way: YamlWay): void;
  /**
   * References in `step` are replaced. Returns the outcome in a few words, or `{ answer }` for an answer to judge and to
   * save from; other values are ignored.
   */
  play(control: Control, step: z.output<Shape>, rolls: PlayedRolls): Promise<unknown>;
}

/** A row whose functions have the types of its shape. */
export function controlForm<Shape extends z.ZodType>(row: ControlForm<Shape>): ControlForm<Shape> {
  return row;
}
