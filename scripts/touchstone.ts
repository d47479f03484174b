/**
 * The command line: one file a command under commands/, loaded when it is named. See commands/command.ts for what a
 * command is, and for the exit statuses.
 */
import { enableCompileCache } from 'node:module';

// Node keeps what it compiles, type stripping included: hence imports that wait for it.
enableCompileCache();
const [{ runCommandLine }, { ownProcess }] = await Promise.all([
  import('./commands/command-line.ts'),
  import('./commands/own-process.ts'),
]);
await ownProcess((io) => runCommandLine(process.argv.slice(2), io));
