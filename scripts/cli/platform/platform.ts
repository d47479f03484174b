import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import type { SandboxCommandOptions } from '../sandbox/sandbox-options.ts';
import { PROFILE_OUT } from '../token/token.ts';

type PlatformCommandOptions = Omit<SandboxCommandOptions, 'port' | 'host' | 'route' | 'member'>;

/** `touchstone platform`: the owners, venues, identity and control plane, for members of other processes. */
export const platformCommand = defineCommand<PlatformCommandOptions>({
  name: 'platform',
  summary: 'run the platform alone, for members of other processes; a second one stands by and takes over',
  examples: [
    'platform --platform nats://127.0.0.1:4222',
    'platform --platform nats://127.0.0.1:4222 --control-port 4012 --profile-out profile-4012.json',
    'platform --platform nats://127.0.0.1:4222 --public-url http://sandbox:4010 --clock x60',
  ],
  declare: (command) =>
    void command
      .requiredOption('--platform <url>', 'the NATS server with JetStream where the sequence lives')
      .option('--control-port <n>', 'port of the control plane', wholeNumber('--control-port', 0, 65_535), 4011)
      .option('--control-host <host>', 'address that the control plane serves; it has no credentials', '127.0.0.1')
      .option(
        '--public-url <url>',
        'what clients reach the members by: tokens, profile and the control plane follow; the same for every platform process',
        'http://127.0.0.1:4010',
      )
      .option('--allow-host <host>', 'a further name that the control plane answers to; may be repeated', collect)
      .option('--seed <n>', 'the seed of a new world; one that is there keeps its own', wholeNumber('--seed', 0), 1)
      .option('--world <size>', 'how much there is in a new world: small, large', 'small')
      .option('--clock <clock>', 'real or xN (N times real time)', 'real')
      .option('--profile-out <file>', PROFILE_OUT)
      .option('--json', 'print one JSON line when the control plane serves, and nothing else')
      .option('--quiet', 'no line for each request'),

  async run(_, options, io: CommandIo) {
    const { runPlatform } = await import('../sandbox/run-sandbox.ts');
    return runPlatform({ ...options, port: 0, host: '127.0.0.1', route: 'round-robin' }, io);
  },
});
