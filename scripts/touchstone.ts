/**
 * The command line: one file a command under commands/, loaded when it is named. See commands/command.ts for what a
 * command is, and for the exit statuses.
 */
import { runCommandLine } from './commands/command-line.ts';
import { ownProcess } from './commands/own-process.ts';

await ownProcess((io) => runCommandLine(process.argv.slice(2), io));
