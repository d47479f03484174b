import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import type { MemberCommandOptions } from './run-member.ts';

/** `touchstone member`: members in a process of their own, on any machine. */
export const memberCommand = defineCommand<MemberCommandOptions>({
  name: 'member',
  summary: 'run a member of a platform that is in another process, until interrupted',
  examples: [
    'member --platform nats://127.0.0.1:4222',
    'member --platform nats://127.0.0.1:4222 --member 0.13.0 --port 4021',
  ],
  declare: (command) =>
    void command
      .requiredOption('--platform <url>', 'the NATS server that the platform is on')
      .option(
        '--member <version>',
        'its contract version, such as 0.14.0@ws=1.1.0,tickets=off; repeat it for several behind one port',
        collect,
      )
      .option('--port <n>', 'port of the gateway, 0 takes a free one', wholeNumber('--port', 0, 65_535), 4010)
      .option('--host <host>', 'address that it serves', '127.0.0.1')
      .option(
        '--health-port <n>',
        'port of /health and /metrics, 0 takes a free one',
        wholeNumber('--health-port', 0, 65_535),
        0,
      )
      .option('--health-host <host>', 'address that the health port serves', '127.0.0.1')
      .option('--json', 'print one JSON line when it serves, and nothing else'),

  async run(_, options, io: CommandIo) {
    const { runMember } = await import('./run-member.ts');
    return runMember(options, io);
  },
});
