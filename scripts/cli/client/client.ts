import { CLIENT_FORMATS, formatsInWords } from '../../../reports/formats.ts';
import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import type { ClientOptions } from './run-client.ts';

/** `touchstone client`: judges a client of the gateway. */
export const clientCommand = defineCommand<ClientOptions>({
  name: 'client',
  operands: '[command...]',
  summary:
    'judge a client: start it against sandboxes, first without trouble and then under schedules of trouble, and tell what it did wrong and when',
  examples: [
    'client -- python3 my_client.py',
    'client --out report --format junit,md,html -- node client.js',
    'client --scenario report/clients/CLI-01.yaml -- python3 my_client.py',
    'client --attach',
    'client --rules',
  ],
  declare: (command) =>
    void command
      .option(
        '--attach',
        'judge a client that runs already, such as a page: Enter, or POST /client/end, when its work is done',
      )
      .option('--scenario <file>', 'one schedule of trouble, as a failure wrote it')
      .option(
        '--schedules <n>',
        'the most schedules of trouble; 60 unless stated',
        wholeNumber('--schedules', 0, 100_000),
      )
      .option('--seed <n>', 'of the schedules and of the sandboxes; 1 unless stated', wholeNumber('--seed', 0))
      .option('--as <principal>', 'the principal that the client acts as; trader unless stated')
      .option('--clock <xN>', 'how many times as fast the clock of the sandboxes runs, such as x20; x1 unless stated')
      .option(
        '--cors <origin>',
        "an origin whose pages may read the gateway's answers, for a client in a page, such as http://localhost:5173; may be repeated",
        collect,
      )
      .option('--limit <duration>', 'how long one start may take, such as 30s; 60s unless stated')
      .option('--jobs <n>', 'how many starts at once; 3 unless stated', wholeNumber('--jobs', 1, 64))
      .option(
        '--port <n>',
        'the port of the gateway, with --attach; 4010 unless stated',
        wholeNumber('--port', 0, 65_535),
      )
      .option(
        '--control-port <n>',
        'the port of the control plane, with --attach; 4011 unless stated',
        wholeNumber('--control-port', 0, 65_535),
      )
      .option('--out <folder>', 'for client.json, the files of --format, and the scenario of each failure')
      .option('--format <list>', `of ${formatsInWords(CLIENT_FORMATS)}`)
      .option('--rules', 'print the rules, and judge nothing')
      .option('--quiet', 'the summary alone'),

  async run(command, options, io: CommandIo) {
    const { runClient } = await import('./run-client.ts');
    return runClient(command, options, io);
  },
});
