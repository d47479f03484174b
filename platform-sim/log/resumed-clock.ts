import type { ClockMode } from '../clock.ts';
import type { DataFolder } from './data-folder.ts';
import { LogError } from './log-error.ts';

/**
 * How far a log may be ahead of the machine's clock: small enough for the sequencer to catch up, large enough for the
 * difference between two machines.
 */
const AHEAD_NS = 60_000_000_000n;

/**
 * The start of a clock of this kind for a continued log: never before its last record. undefined: its usual start.
 * Throws LogError if the machine's clock would have to stand still for long.
 */
export function resumedNs(
  mode: ClockMode,
  { lastNs, file }: Pick<DataFolder, 'lastNs' | 'file'>,
  nowNs: bigint,
  instead = 'start with --clock virtual or xN, or name another folder with --data',
): bigint | undefined {
  if (lastNs === 0n) return undefined;
  if (mode === 'virtual') return lastNs;
  if (lastNs <= nowNs) return undefined;
  if (mode === 'scaled') return lastNs;
  if (lastNs - nowNs <= AHEAD_NS) return undefined;
  const aheadS = (lastNs - nowNs) / 1_000_000_000n;
  throw new LogError(`${file} has come to a time ${aheadS} s ahead of this machine's clock: ${instead}`);
}
