import { Command, CommanderError } from 'commander';
import { inLine } from '../../conformance/member/exchange/foreign-text.ts';
import { LogError } from '../../platform-sim/log/log-error.ts';
import type { CliCommand, CommandIo, ExitStatus } from './command.ts';
import { COMMAND_NAMES, type CommandName } from './command-names.ts';
import { COMMANDS } from './command-table.ts';
import { guarded } from './guarded-output.ts';
import { asTyped } from './own-command.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** Runs one command line and returns its exit status; errors are one line on standard error, never a stack. */
export async function runCommandLine(args: readonly string[], streams: CommandIo): Promise<ExitStatus> {
  const io = guarded(streams);
  try {
    return await parse(args, io);
  } catch (error) {
    return sayWhatIsWrong(error, args, io);
  }
}

async function parse(args: readonly string[], io: CommandIo): Promise<ExitStatus> {
  let status: ExitStatus | undefined;
  const program = shell(new Command('touchstone'), io)
    .description(
      'A whole trading platform on this machine, and evidence of whether a trading gateway keeps its contract.',
    )
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText(
      'after',
      '\nExit status: 0 conforming, 1 not conforming, 2 wrong usage or a fault of touchstone, 3 inconclusive or nothing exercised, 4 a budget or safety stop.',
    );
  const loaded = await Promise.all(namesNeeded(args).map((name) => COMMANDS[name]()));
  for (const command of loaded) program.addCommand(declared(command, io, (result) => (status = result)));
  if (args.length === 0) {
    io.stdout.write(asTyped(program.helpInformation(), io.cwd));
    return 2;
  }
  await program.parseAsync([...args], { from: 'user' });
  return status ?? 0;
}

/** The named command, or all of them for the help and for suggestions. */
function namesNeeded(args: readonly string[]): readonly CommandName[] {
  if (args[0] === '--version' || args[0] === '-V') return [];
  const named = COMMAND_NAMES.find((name) => name === args[0]);
  return named === undefined ? COMMAND_NAMES : [named];
}

function declared(command: CliCommand, io: CommandIo, settle: (status: ExitStatus) => void): Command {
  const shelled = shell(new Command(command.name), io).description(command.summary);
  if (command.operands !== undefined) shelled.arguments(command.operands);
  command.declare?.(shelled);
  if (command.examples.length > 0) {
    shelled.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  touchstone ${line}`).join('\n')}`);
  }
  for (const inner of command.within ?? []) shelled.addCommand(declared(inner, io, settle));
  const { run } = command;
  if (run !== undefined) {
    shelled.action(async (...given: unknown[]) => {
      const operands = given
        .slice(0, -2)
        .flat()
        .filter((operand) => operand !== undefined) as string[];
      settle(await run.call(command, operands, given.at(-2) as Readonly<Record<string, unknown>>, io));
    });
  }
  return shelled;
}

/** Configures commander for every command: no process exit, our streams, errors left to `sayWhatIsWrong`. */
function shell(command: Command, io: CommandIo): Command {
  return command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(asTyped(text, io.cwd)),
      writeErr: () => {},
      getOutHelpWidth: () => io.stdout.columns ?? 120,
      getOutHasColors: () => io.stdout.isTTY === true && io.env['NO_COLOR'] === undefined,
    })
    .allowExcessArguments(false)
    .showSuggestionAfterError(true);
}

function sayWhatIsWrong(error: unknown, args: readonly string[], io: CommandIo): ExitStatus {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const [name] = namesNeeded(args).length === 1 ? args : [];
    const missing = error.code === 'commander.help';
    const message = missing ? `${name} needs one of its commands` : oneLine(error.message.replace(/^error: /, ''));
    io.stderr.write(`touchstone: ${message}; see touchstone ${name === undefined ? '' : `${name} `}--help\n`);
    return 2;
  }
  if (error instanceof UsageError) {
    for (const line of error.lines) io.stderr.write(`touchstone: ${oneLine(line)}\n`);
    return error.cause instanceof LogError && error.cause.isPassing ? 4 : 2;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (io.env['TOUCHSTONE_DEBUG'] === '1' && error instanceof Error) io.stderr.write(`${error.stack}\n`);
  io.stderr.write(
    `touchstone: a fault of touchstone itself: ${oneLine(message)} (set TOUCHSTONE_DEBUG=1 for the stack)\n`,
  );
  return 2;
}

function oneLine(text: string): string {
  return inLine(text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')).trim();
}
