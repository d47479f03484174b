/**
 * The command line: one file a command under cli/, loaded when it is named. See cli/command.ts for what a
 * command is, and for the exit statuses.
 */
import { enableCompileCache } from 'node:module';

// Node keeps what it compiles, type stripping included: hence imports that wait for it.
enableCompileCache();
const [{ runCommandLine }, { ownProcess }] = await Promise.all([
  import('./cli/command-line.ts'),
  import('./cli/own-process.ts'),
]);
await ownProcess((io) => runCommandLine(process.argv.slice(2), io));
