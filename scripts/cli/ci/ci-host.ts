/** What the two CIs have in common. */
import type { Annotation } from './annotations.ts';
import type { CommentPlace } from './comment.ts';

export interface CiHost {
  /** The branch to compare with; empty: the job is of none. */
  readonly base: string;
  /** The workflow of the job: another one may have an artifact of the same name. Empty: the artifact tells. */
  readonly workflow: string;
  /** Fetches its newest report, or lets a later step do so; returns what it found in words. Undefined: there is none. */
  findBase(): Promise<string | undefined>;
  annotate(annotations: readonly Annotation[]): void;
  summary(text: string): Promise<void>;
  outputs(values: Readonly<Record<string, string | number>>): Promise<void>;
  /** Undefined: the job is of no pull request. */
  commentPlace(): Promise<CommentPlace | undefined>;
}
