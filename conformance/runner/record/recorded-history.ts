/**
 * Everything that a run drove, as lines of JSON that a later version of the suite can judge again: a head, and for
 * each attempt at a check its trials in order, the end of each search, and the reason why it ended. Everything in it
 * is already redacted.
 */
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Ended } from '../run/check-watch.ts';
import type { Driven } from '../run/trial.ts';
import type { RunFacts } from './outcome.ts';

export interface HistoryRecorder {
  begin(checkId: string, wanted: readonly string[]): AttemptRecorder;
}

export interface AttemptRecorder {
  trial(driven: Driven): void;
  /** A search over inputs ended; `path` leads to what it found. */
  searched(round: number, path: string | null): void;
  ended(ended: Ended | undefined): void;
}

export type HistoryLine =
  | {
      readonly kind: 'head';
      readonly format: 1;
      readonly startedAt: string;
      readonly facts: TargetFacts;
      readonly told: RunFacts;
    }
  | { readonly kind: 'begun'; readonly attempt: number; readonly check: string; readonly wanted: readonly string[] }
  | { readonly kind: 'trial'; readonly attempt: number; readonly driven: Driven }
  | { readonly kind: 'searched'; readonly attempt: number; readonly round: number; readonly path: string | null }
  | { readonly kind: 'ended'; readonly attempt: number; readonly ended?: Ended | undefined };

/** `write` receives each line at once. */
export function historyRecorder(write: (line: HistoryLine) => void): HistoryRecorder {
  let attempts = 0;
  return {
    begin(check, wanted) {
      attempts += 1;
      const attempt = attempts;
      write({ kind: 'begun', attempt, check, wanted });
      return {
        trial: (driven) => write({ kind: 'trial', attempt, driven }),
        searched: (round, path) => write({ kind: 'searched', attempt, round, path }),
        ended: (ended) => write({ kind: 'ended', attempt, ended }),
      };
    },
  };
}

/** Values that JSON does not have: `{"$": "bigint", "of": "12"}`. */
const TAG = '$';

function tagged(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { [TAG]: 'bigint', of: `${value}` };
  // An object reads the same without the member.
  if (value === undefined) return Array.isArray(this) ? { [TAG]: 'undefined' } : undefined;
  if (value instanceof Map) return { [TAG]: 'map', of: [...value] };
  if (value instanceof Set) return { [TAG]: 'set', of: [...value] };
  if (typeof value === 'function') return { [TAG]: 'function' };
  return value;
}

function untagged(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(TAG in value)) return value;
  const { [TAG]: kind, of } = value as { readonly [TAG]: unknown; readonly of?: unknown };
  if (kind === 'bigint') return BigInt(String(of));
  if (kind === 'map') return new Map(of as [unknown, unknown][]);
  if (kind === 'set') return new Set(of as unknown[]);
  return kind === 'undefined' || kind === 'function' ? undefined : value;
}

/** One line as text, without a line feed. */
export function lineText(line: HistoryLine): string {
  return JSON.stringify(line, tagged);
}

/** Parses one line. Throws a SyntaxError where it is not JSON. */
export function readLine(text: string): HistoryLine {
  return JSON.parse(text, untagged) as HistoryLine;
}
