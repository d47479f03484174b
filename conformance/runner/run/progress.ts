/**
 * One line that is rewritten during a run, with the time left, and a line for each new failure as it comes; without a
 * terminal a line every half minute.
 */
import { inLine } from '../../member/exchange/foreign-text.ts';
import type { CheckRow } from '../record/run-record.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { Progress } from './run.ts';

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
}

export interface ProgressOptions {
  readonly quiet: boolean;
  /** Whether the terminal may have colours. */
  readonly coloured?: boolean;
  /** The name of the run. */
  readonly run?: string | undefined;
  /** Calls once after so many milliseconds; absent: nothing is written without a terminal. */
  readonly after?: Stopwatch['after'];
}

const CLEAR_LINE = '\r\u001b[2K';
const RED = '\u001b[31m';
const PLAIN = '\u001b[39m';

export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

function leftInWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`;
}

function failureInWords({ id, breaks, proves, reason }: CheckRow, columns: number, coloured: boolean): string {
  const fail = coloured ? `${RED}FAIL${PLAIN}` : 'FAIL';
  const rest = `  ${id}  ${(breaks ?? proves).join(', ')}  ${inLine(reason ?? '')}`;
  return `${fail}${rest.slice(0, Math.max(0, columns - 5))}\n`;
}

const EVERY_MS = 30_000;

/** Without a terminal, as in CI: a line every half minute, so that a run of many minutes is not silent. */
function everyHalfMinute(
  terminal: Terminal,
  lineOf: (progress: Progress) => string | undefined,
  after: NonNullable<ProgressOptions['after']>,
): ProgressLine {
  let latest: Progress | undefined;
  const write = () => {
    if (latest !== undefined) terminal.write(`${lineOf(latest)}\n`);
    timer = after(EVERY_MS, write);
  };
  let timer = after(EVERY_MS, write);
  return {
    show(progress) {
      if (progress.kind === 'begun') latest = progress;
      else lineOf(progress);
    },
    clear: () => timer.cancel(),
  };
}

/** Shows a run's progress; does nothing where `quiet` is set. */
export function progressLine(
  terminal: Terminal,
  { quiet, coloured = false, run, after }: ProgressOptions,
): ProgressLine {
  if (quiet) return { show() {}, clear() {} };
  const failed = new Set<string>();
  const doubtful = new Set<string>();
  // A terminal without a known width reports 0.
  const columns = () => terminal.columns || 80;
  const done = (row: CheckRow) => {
    // A check may be tried again.
    doubtful.delete(row.id);
    if (row.verdict === 'inconclusive') doubtful.add(row.id);
    if (row.verdict === 'fail') failed.add(row.id);
  };
  const lineOf = (progress: Progress): string | undefined => {
    if (progress.kind === 'done') {
      done(progress.row);
      return undefined;
    }
    const { index, total, check, leftMs } = progress;
    return [
      ...(run === undefined ? [] : [run]),
      `${index + 1}/${total}`,
      ...(leftMs === undefined ? [] : [leftInWords(leftMs)]),
      check,
      ...(failed.size > 0 ? [`${failed.size} failed`] : []),
      ...(doubtful.size > 0 ? [`${doubtful.size} inconclusive`] : []),
    ].join('  ');
  };
  if (terminal.isTTY !== true) {
    return after === undefined ? { show() {}, clear() {} } : everyHalfMinute(terminal, lineOf, after);
  }
  return {
    show(progress) {
      const text = lineOf(progress);
      if (text !== undefined) terminal.write(CLEAR_LINE + text.slice(0, columns() - 1));
      else if (progress.kind === 'done' && progress.row.verdict === 'fail' && progress.row.known !== true) {
        terminal.write(CLEAR_LINE + failureInWords(progress.row, columns(), coloured));
      }
    },
    clear: () => void terminal.write(CLEAR_LINE),
  };
}
