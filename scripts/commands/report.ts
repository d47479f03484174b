import { type CliCommand, type CommandIo, defineCommand } from './command.ts';
import type { RenderOptions } from './run-report.ts';
import { UsageError } from './usage-error.ts';

function planned(name: string, summary: string): CliCommand {
  return defineCommand<object>({
    name,
    operands: '[file...]',
    summary: `${summary} (not built yet)`,
    examples: [],
    declare: (command) => void command.allowUnknownOption(),
    run: async () => {
      throw new UsageError(`report ${name} is not built yet; report render is`);
    },
  });
}

const render = defineCommand<RenderOptions>({
  name: 'render',
  operands: '<file>',
  summary: 'make other formats of a report.json',
  examples: ['report render report/report.json --format md,html,junit --out report'],
  declare: (command) =>
    void command
      .option('--format <list>', 'of json, junit, md, html', 'md,html,junit')
      .requiredOption('--out <dir>', 'where the files are written'),

  async run([file = ''], options, io: CommandIo) {
    const { runRender } = await import('./run-report.ts');
    return runRender(file, options, io);
  },
});

export const reportCommand = defineCommand<object>({
  name: 'report',
  summary: 'work with the report of a run',
  examples: ['report render report/report.json --format md --out report'],
  within: [
    render,
    planned('merge', 'one report of the parts of a sharded run'),
    planned('compare', 'what changed between two runs'),
  ],
});
