import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import type { RecordOptions } from './run-record.ts';

/** `touchstone record`: a proxy in front of a gateway that writes what passes as a scenario. */
export const recordCommand = defineCommand<RecordOptions>({
  name: 'record',
  summary: 'a proxy in front of any gateway that writes what passes it as a scenario, until interrupted',
  examples: [
    'record --target staging.yaml --out incident.yaml',
    'record --target https://gateway.example.com --port 0 --out incident.yaml',
    'record --target .touchstone/profile.json --out traffic.jsonl --json',
  ],
  declare: (command) =>
    void command
      .requiredOption('--target <profile>', 'the profile of the gateway, or its address alone')
      .option('--out <file>', 'the scenario to write; with the ending .jsonl the traffic itself', 'incident.yaml')
      .option('--port <n>', 'port in front of the gateway, 0 takes a free one', wholeNumber('--port', 0, 65_535), 4020)
      .option(
        '--control-port <n>',
        'port in front of the control plane and the token endpoint of the profile',
        wholeNumber('--control-port', 0, 65_535),
        4021,
      )
      .option('--host <host>', 'address that the proxy serves', '127.0.0.1')
      .option(
        '--allow-host <host>',
        'a further name of the port in front of the control plane, as a container has it; may be repeated',
        collect,
      )
      .option(
        '--profile-out <file>',
        'where the profile of the proxy is written, for a target that is a profile; absent: .touchstone/recording.json',
      )
      .option('--json', 'print one JSON line when every port serves, and nothing else')
      .option('--quiet', 'no line for each request'),

  async run(_, options, io: CommandIo) {
    const { runRecord } = await import('./run-record.ts');
    return runRecord(options, io);
  },
});
