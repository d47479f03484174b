/**
 * One line that is rewritten during a run, with the time left, and a line for each new failure as it comes; nothing
 * without a terminal.
 */
import { inLine } from '../client/foreign-text.ts';
import type { Progress } from './run.ts';
import type { CheckRow } from './run-record.ts';

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

/** Shows a run's progress on a terminal; does nothing where `quiet` is set or the output is not a terminal. */
export function progressLine(terminal: Terminal, { quiet, coloured = false, run }: ProgressOptions): ProgressLine {
  if (quiet || terminal.isTTY !== true) return { show() {}, clear() {} };
  const failed = new Set<string>();
  const doubtful = new Set<string>();
  // A terminal without a known width reports 0.
  const columns = () => terminal.columns || 80;
  const done = (row: CheckRow) => {
    // A check may be tried again.
    doubtful.delete(row.id);
    if (row.verdict === 'inconclusive') doubtful.add(row.id);
    if (row.verdict !== 'fail') return;
    failed.add(row.id);
    if (row.known !== true) terminal.write(CLEAR_LINE + failureInWords(row, columns(), coloured));
  };
  return {
    show(progress) {
      if (progress.kind === 'done') {
        done(progress.row);
        return;
      }
      const { index, total, check, leftMs } = progress;
      const notes = [
        ...(failed.size > 0 ? [`${failed.size} failed`] : []),
        ...(doubtful.size > 0 ? [`${doubtful.size} inconclusive`] : []),
      ];
      const text = [
        ...(run === undefined ? [] : [run]),
        `${index + 1}/${total}`,
        ...(leftMs === undefined ? [] : [leftInWords(leftMs)]),
        check,
        ...notes,
      ].join('  ');
      terminal.write(CLEAR_LINE + text.slice(0, columns() - 1));
    },
    clear: () => void terminal.write(CLEAR_LINE),
  };
}
