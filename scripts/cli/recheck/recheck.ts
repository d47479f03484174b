import { formatsInWords } from '../../../reports/formats.ts';
import { type CommandIo, defineCommand } from '../command.ts';
import { declareGate } from '../run-files/gate-options.ts';
import { RUN_FORMATS } from '../run-files/write-reports.ts';
import type { RecheckOptions } from './run-recheck.ts';

/** `touchstone recheck`: judges a recorded history again. */
export const recheckCommand = defineCommand<RecheckOptions>({
  name: 'recheck',
  operands: '<report>',
  summary: 'judge the recorded history of a run again, without a target',
  examples: ['recheck report/report.json --out again --format html'],
  declare(command) {
    command
      .option('--out <dir>', 'where report.json and other formats are written')
      .option('--format <list>', `of ${formatsInWords(RUN_FORMATS)}; needs --out`)
      .option('--quiet', 'no summary');
    declareGate(command);
  },

  async run([report = ''], options, io: CommandIo) {
    const { runRecheck } = await import('./run-recheck.ts');
    return runRecheck(report, options, io);
  },
});
