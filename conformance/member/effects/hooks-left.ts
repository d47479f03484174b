/** The hooks that a run began and did not undo, computed from its record. Pure. */
import { type HookName, isHook } from '../hooks/hook-names.ts';
import type { Entry } from './entry.ts';

/** With the seconds that each moved the clock ahead, in sum; 0: it is none that does. */
export function hooksLeft(entries: readonly Entry[]): ReadonlyMap<HookName, number> {
  const left = new Map<HookName, number>();
  for (const entry of entries) {
    if (entry.what !== 'hook' || !isHook(entry.hook)) continue;
    if (entry.isOver) left.delete(entry.hook);
    else left.set(entry.hook, (left.get(entry.hook) ?? 0) + (entry.seconds ?? 0));
  }
  return left;
}
