import { type CommandIo, defineCommand } from '../command.ts';
import type { ImportOptions } from './run-import.ts';

/** `touchstone import`: makes a scenario of a HAR or a log. */
export const importCommand = defineCommand<ImportOptions>({
  name: 'import',
  operands: '<file>',
  summary: 'make a scenario of a HAR, or of a log in JSON Lines',
  examples: [
    'import incident.har --out incident.yaml',
    'import incident.har --profile .touchstone/profile.json --as trader --out incident.yaml',
    'import traffic.jsonl --out incident.yaml',
  ],
  declare: (command) =>
    void command
      .option('--out <file>', 'the scenario file to write; absent: standard output')
      .option('--as <principal>', 'who sends what names no principal; trader where absent')
      .option('--base-url <url>', 'the address of the gateway, where the file has several')
      .option('--profile <file>', 'a target profile: whose tokens are whose, and its fixtures by name')
      .option('--id <id>', "the scenario's id; absent: the name of the file"),

  async run(operands, options, io: CommandIo) {
    const { runImport } = await import('./run-import.ts');
    return runImport(operands, options, io);
  },
});
