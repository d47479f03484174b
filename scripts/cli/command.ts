/**
 * One command of `touchstone` as a value. A command file declares its options and loads its implementation only when it
 * runs, so that no command loads the modules of another. The shell (../touchstone.mjs) owns the process: streams,
 * signals, the exit status, and the one-line error message.
 */
import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/**
 * 0 conforming, 1 not conforming, 2 wrong usage or configuration or an internal error of the suite, 3 inconclusive or
 * nothing exercised, 4 a budget or safety stop; of a process that serves: it may be started again without a change.
 */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
}

/** Everything that a command uses of its process. */
export interface CommandIo {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Absent: that of the process. */
  readonly stdin?: NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths of the command line are resolved against it. */
  readonly cwd: string;
  /** Aborted by the first SIGINT or SIGTERM: finish and return a status. A second signal ends the process. */
  readonly interrupted: AbortSignal;
  /** What is said where that second signal comes: a command adds to it. */
  readonly lastWords?: Set<() => string | undefined>;
  /** The streams as the process has them: for commands to a CI, whose foreign text the writer escapes (ci/annotations.ts). */
  readonly unguarded?: CommandIo;
}

export interface CommandOf<Options> {
  readonly name: string;
  /** Commander's operands, such as `<file...>` or `[persona]`; absent: none. */
  readonly operands?: string;
  readonly summary: string;
  /** Whole command lines after `touchstone`; `--help` shows them, and a test finds the command in the README. */
  readonly examples: readonly string[];
  /** Adds options. */
  declare?(command: Command): void;
  /** The subcommands (`report render`); a command with `within` has no `run`. */
  readonly within?: readonly CliCommand[];
  /**
   * Runs it. `operands` as typed, variadic ones flattened; `options` as commander parsed them, by camel-case name.
   * @throws UsageError for user errors; any other error is reported as an internal one (status 2).
   */
  run?(operands: readonly string[], options: Options, io: CommandIo): Promise<ExitStatus>;
}

/** A command with the options that commander parsed. */
export type CliCommand = CommandOf<Readonly<Record<string, unknown>>>;

/**
 * `export const listCommand = defineCommand<ListOptions>({ ... })`: the options type states what `declare` adds. Only
 * here do commander's parsed options get a type.
 */
export function defineCommand<Options extends object>(command: CommandOf<Options>): CliCommand {
  return command as CliCommand;
}

/** For `--select GLOB --select GLOB`. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** An option parser for whole numbers. @throws UsageError that names the option and the bounds */
export function wholeNumber(option: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new UsageError(`${option} ${value}: a whole number from ${least} to ${most} is needed`);
    return number;
  };
}

/** Whether an output may have colours: a terminal, unless NO_COLOR is set (no-color.org). */
export function mayColour(output: { readonly isTTY?: boolean }, { env }: Pick<CommandIo, 'env'>): boolean {
  return output.isTTY === true && (env['NO_COLOR'] ?? '') === '';
}

/** Whether standard output may have colours. */
export function coloured(io: CommandIo): boolean {
  return mayColour(io.stdout, io);
}
