import { type CommandIo, collect, defineCommand, wholeNumber } from '../command.ts';
import { PROFILE_OUT } from '../token/token.ts';
import type { SandboxCommandOptions } from './sandbox-options.ts';

/** `touchstone sandbox`: serves a trading gateway on a simulated platform. */
export const sandboxCommand = defineCommand<SandboxCommandOptions>({
  name: 'sandbox',
  summary: 'serve a whole trading gateway on a simulated platform, until interrupted',
  examples: [
    'sandbox',
    'sandbox --clock virtual --seed 7 --json',
    'sandbox --port 0 --control-port 0 --profile-out sandbox.json',
    'sandbox --record incident.yaml',
  ],
  declare: (command) =>
    void command
      .option('--port <n>', 'port of the gateway, 0 takes a free one', wholeNumber('--port', 0, 65_535), 4010)
      .option('--control-port <n>', 'port of the control plane', wholeNumber('--control-port', 0, 65_535), 4011)
      .option('--host <host>', 'address that the gateway serves', '127.0.0.1')
      .option('--control-host <host>', 'address that the control plane serves; it has no credentials', '127.0.0.1')
      .option(
        '--public-url <url>',
        'what clients reach the gateway by, such as http://sandbox:4010: tokens, profile and the control plane follow',
      )
      .option('--allow-host <host>', 'a further name that the control plane answers to; may be repeated', collect)
      .option(
        '--cors <origin>',
        "an origin whose pages may read the gateway's answers, such as http://localhost:5173; may be repeated; the sandbox's own: a deployed gateway serves no CORS",
        collect,
      )
      .option(
        '--member <version>',
        'a member and its contract version, such as 0.14.0@ws=1.1.0,tickets=off,weight=3; repeat it for several behind one address',
        collect,
      )
      .option(
        '--route <how>',
        'which of several members answers: round-robin, random, sticky (by the address of the client), weighted',
        'round-robin',
      )
      .option('--seed <n>', 'the seed of the world and of all chance', wholeNumber('--seed', 0), 1)
      .option('--world <size>', 'how much there is in the world: small, large', 'small')
      .option('--clock <clock>', 'real, virtual (moves only by request) or xN (N times real time)', 'real')
      .option(
        '--defect <name>',
        'make every member known-bad, for tests of tests; may be repeated; "list" prints them',
        collect,
      )
      .option('--data <dir>', 'keep the world in this folder, and go on from what is there')
      .option('--profile-out <file>', PROFILE_OUT)
      .option('--json', 'print one JSON line when every port serves, and nothing else')
      .option('--quiet', 'no line for each request')
      .option(
        '--end-with-stdin',
        'end when standard input is closed: started with a pipe there, it never outlives the process that holds the other end',
      )
      .option(
        '--record <file>',
        'write what clients do, and what is done at the control plane, as a scenario; with the ending .jsonl as it passed',
      )
      .option(
        '--permissive [names]',
        'every member has these variations of conforming behaviour, such as order-created-200,retry-after-date; without a name those of "decisions"; "list" prints them and their groups',
      )
      .option(
        '--platform <where>',
        'where the sequence lives: memory, or a NATS server with JetStream, such as nats://127.0.0.1:4222, which members of other processes join and another sandbox takes over',
        'memory',
      ),

  async run(_, options, io: CommandIo) {
    const { runSandbox } = await import('./run-sandbox.ts');
    return runSandbox(options, io);
  },
});
