import { type CommandIo, defineCommand } from '../command.ts';
import type { ScenariosOptions } from './run-scenarios.ts';

/** `touchstone scenarios`: lists scenarios, or prints one of the library. */
export const scenariosCommand = defineCommand<ScenariosOptions>({
  name: 'scenarios',
  operands: '[name...]',
  summary:
    'the library of incidents: id, story, requirements; those of a file, a folder or a glob; with a name, that scenario whole, ready to copy',
  examples: [
    'scenarios',
    'scenarios --requirement IDEM-11 --text poll',
    'scenarios 202-then-poll > incident.yaml',
    'scenarios incidents --json',
  ],
  declare: (command) =>
    void command
      .option('--requirement <id>', 'those about this requirement')
      .option('--text <words>', 'those with these words in id, story, theme or advice')
      .option('--json', 'as JSON'),

  async run(names, options, io: CommandIo) {
    const { runScenarios } = await import('./run-scenarios.ts');
    return runScenarios(names, options, io);
  },
});
