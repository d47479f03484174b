import { formatsInWords, REPORT_FORMATS } from '../../../reports/formats.ts';
import { type CommandIo, defineCommand } from '../command.ts';
import { declareGate } from '../run-files/gate-options.ts';
import { RUN_FORMATS } from '../run-files/write-reports.ts';
import type { CompareOptions } from './run-compare.ts';
import type { MergeOptions } from './run-merge.ts';
import type { RenderOptions } from './run-report.ts';

const render = defineCommand<RenderOptions>({
  name: 'render',
  operands: '<file>',
  summary: 'make other formats of a report.json',
  examples: ['report render report/report.json --format md,html,junit --out report'],
  declare: (command) =>
    void command
      .option('--format <list>', `of ${formatsInWords(REPORT_FORMATS)}`, 'md,html,junit')
      .requiredOption('--out <dir>', 'where the files are written'),

  async run([file = ''], options, io: CommandIo) {
    const { runRender } = await import('./run-report.ts');
    return runRender(file, options, io);
  },
});

const merge = defineCommand<MergeOptions>({
  name: 'merge',
  operands: '<file...>',
  summary: 'one report of the parts of a sharded run, gated as one run is',
  examples: ['report merge shards/*/report.json --out report --format junit,html --min-passed 200'],
  declare(command) {
    command
      .requiredOption('--out <dir>', 'where report.json and other formats are written')
      .option('--format <list>', `of ${formatsInWords(RUN_FORMATS)}`)
      .option('--quiet', 'no summary');
    declareGate(command);
  },

  async run(files, options, io: CommandIo) {
    const { runMerge } = await import('./run-merge.ts');
    return runMerge(files, options, io);
  },
});

const compare = defineCommand<CompareOptions>({
  name: 'compare',
  operands: '<file...>',
  summary: 'what changed between runs: failures, what was exercised, suite, profile and member; a trend as a page',
  examples: [
    'report compare last/report.json report/report.json --format md',
    'report compare nightly/*/report.json --format html > comparison.html',
  ],
  declare: (command) => void command.option('--format <name>', 'text, md, json or html', 'text'),

  async run(files, options, io: CommandIo) {
    const { runCompare } = await import('./run-compare.ts');
    return runCompare(files, options, io);
  },
});

/** `touchstone report`: renders, merges and compares reports. */
export const reportCommand = defineCommand<object>({
  name: 'report',
  summary: 'work with the report of a run',
  examples: ['report render report/report.json --format md --out report'],
  within: [render, merge, compare],
});
