/** One line that is rewritten during a run; nothing without a terminal. */
import type { Progress } from './run.ts';

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const CLEAR_LINE = '\r\u001b[2K';

export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

/** Shows a run's progress on a terminal; does nothing where `quiet` is set or the output is not a terminal. */
export function progressLine(terminal: Terminal, quiet: boolean, run?: string): ProgressLine {
  if (quiet || terminal.isTTY !== true) return { show() {}, clear() {} };
  let failed = 0;
  let doubtful = 0;
  return {
    show(progress) {
      if (progress.kind === 'done') {
        if (progress.row.verdict === 'fail') failed += 1;
        if (progress.row.verdict === 'inconclusive') doubtful += 1;
        return;
      }
      const notes = [
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(doubtful > 0 ? [`${doubtful} inconclusive`] : []),
      ];
      const text = [
        ...(run === undefined ? [] : [run]),
        `${progress.index + 1}/${progress.total}`,
        progress.check,
        ...notes,
      ].join('  ');
      // A terminal without a known width reports 0.
      terminal.write(CLEAR_LINE + text.slice(0, (terminal.columns || 80) - 1));
    },
    clear: () => void terminal.write(CLEAR_LINE),
  };
}
