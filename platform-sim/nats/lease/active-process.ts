/** What the active platform process states in its lease, and what a process that stands by has to share with it. */

import type { WorldClock } from '../../hosting/world-options.ts';
import type { Holder } from './lease.ts';

/** As of the command line. */
export interface ProcessSettings {
  /** `real`, or `x60`. */
  readonly clock: string;
  /** null: none was stated. */
  readonly publicUrl: string | null;
  /** The base of its control plane's addresses. */
  readonly controlUrl: string;
}

/** The process that this one stands by for. */
export interface ActiveProcess {
  readonly holder: string;
  /** undefined: unknown. */
  readonly controlUrl: string | undefined;
}

/** Of the lease's holder; `details` are absent where an older version holds it. */
export function activeProcess(holder: Holder | undefined): ActiveProcess {
  return { holder: holder?.holder ?? 'another platform process', controlUrl: settingsOf(holder)?.controlUrl };
}

/** The clock as a command line states it. */
export function clockText(clock: WorldClock): string {
  return typeof clock === 'string' ? clock : `x${clock.rate}`;
}

/** Why a process could not continue what the holder does, in one line; undefined: it could. */
export function misfitOf(active: Holder, own: ProcessSettings): string | undefined {
  const settings = settingsOf(active);
  if (settings === undefined) return undefined;
  const differing = (
    [
      ['--clock', settings.clock, own.clock],
      ['--public-url', settings.publicUrl, own.publicUrl],
    ] as const
  ).find(([, theirs, mine]) => theirs !== mine);
  if (differing === undefined) return undefined;
  const [option, theirs, mine] = differing;
  const stated = (value: string | null): string => (value === null ? `without ${option}` : `with ${option} ${value}`);
  return `the active platform process (${active.holder}) runs ${stated(theirs)}, and this one was started ${stated(mine)}: start it ${stated(theirs)}`;
}

function settingsOf(active: Holder | undefined): ProcessSettings | undefined {
  return active?.details as ProcessSettings | undefined;
}
