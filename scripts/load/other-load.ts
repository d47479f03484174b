/** How busy the machine is with processes that do not belong to a measurement. */
import { readFileSync } from 'node:fs';

/** Processor times since the machine started, in clock ticks. */
export interface ProcessorTimes {
  /** Time of all processors, idle time included. */
  readonly total: number;
  readonly busy: number;
  /** Time of the measurement's own processes. */
  readonly own: number;
}

/** If other processes took at least this part of the machine, they may have made a figure worse. */
const MOST_BESIDE = 0.1;
const PERCENT = 100;

/** Returns undefined if the system does not state it (Linux does). @param pids the measurement's processes next to this one */
export function processorTimes(pids: readonly number[]): ProcessorTimes | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
    // Guest time is already included in `user` and `nice`.
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = line
      .split(/ +/)
      .slice(1)
      .map(Number);
    const busy = user + nice + system + irq + softirq + steal;
    const own = [process.pid, ...pids].reduce((sum, pid) => sum + timeOf(pid), 0);
    return { total: busy + idle + wait, busy, own };
  } catch {
    return undefined;
  }
}

/** Time of a process in user and system mode: fields 14 and 15. The name before them may contain blanks. */
function timeOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** The part of the machine, 0 to 1, that other processes took between two moments; undefined if it is not known. */
export function partOfOthers(from: ProcessorTimes | undefined, to: ProcessorTimes | undefined): number | undefined {
  if (from === undefined || to === undefined || to.total <= from.total) return undefined;
  const others = to.busy - from.busy - (to.own - from.own);
  return Math.max(0, others / (to.total - from.total));
}

/** Returns a line for the summary. @param parts the part that other processes took in each interval */
export function besideLine(parts: readonly number[]): string {
  if (parts.length === 0) return 'the load by other processes is not known on this system';
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  const most = Math.max(...parts);
  const percent = (part: number): string => `${(part * PERCENT).toFixed(0)} %`;
  const taken = `others took ${percent(mean)} of the machine's processors, ${percent(most)} at the most`;
  return most < MOST_BESIDE
    ? taken
    : `${taken}: the machine was busy, so a missed bound counts only if a quiet one misses it`;
}
