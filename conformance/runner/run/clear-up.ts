/** Ends what a run has left, at its end or later with `touchstone cleanup`, and reports what cannot be ended. */
import type { Entry } from '../../member/effects/entry.ts';
import type { Remaining } from '../../member/effects/remains.ts';
import { remaining, undoneEntry } from '../../member/effects/remains.ts';
import type { Left } from '../../member/effects/undo.ts';
import { undo } from '../../member/effects/undo.ts';
import { inLine } from '../../member/exchange/foreign-text.ts';
import type { Target } from '../../member/target.ts';
import type { LeftRow } from '../record/run-record.ts';
import type { Stopwatch } from '../stopwatch.ts';

export interface ClearUpOptions {
  readonly target: Pick<Target, 'session'>;
  readonly entries: readonly Entry[];
  /** Called for each row that no longer exists. */
  readonly onEffect: (entry: Entry) => void;
  readonly stopwatch: Stopwatch;
  readonly boundMs: number;
}

export interface ClearedUp {
  /** How many rows were ended now. */
  readonly ended: number;
  readonly left: readonly Left[];
}

/** Never throws for what the target does. */
export async function clearUp({ target, entries, onEffect, stopwatch, boundMs }: ClearUpOptions): Promise<ClearedUp> {
  const found = remaining(entries);
  if (found.length === 0) return { ended: 0, left: [] };
  const untilMs = stopwatch.nowMs() + boundMs;
  const session = target.session({ fitsBodies: true, repeatsStaleReads: true, waitsWhileBusy: true });
  let ended = 0;
  const undone = (one: Remaining) => {
    ended += 1;
    onEffect(undoneEntry(one));
  };
  const hasTime = () => stopwatch.nowMs() < untilMs;
  const left = await undo(found, { actors: session.actors, hasTime, undone });
  await session.finish();
  return { ended, left };
}

const MOST_LINES = 20;

function lineOf({ kind, row, name, check, why }: LeftRow): string {
  const named = name === null ? '' : ` ${name}`;
  const by = check === null ? '' : ` (${check})`;
  return inLine(`    ${kind.padEnd(8)} ${row}${named}${by}: ${why}`);
}

/** Lines for a person; none where nothing is left. `how`: what to do about it later, one line each. */
export function leftInWords(left: readonly LeftRow[], how: readonly string[]): readonly string[] {
  if (left.length === 0) return [];
  const more = left.length - MOST_LINES;
  return [
    `Left at the target (${left.length}):`,
    ...left.slice(0, MOST_LINES).map(lineOf),
    ...(more > 0 ? [`    ... and ${more} more`] : []),
    ...how.map((line) => `    ${line}`),
  ];
}
