/** What the command line runs: the entry of this process, however it was loaded (../touchstone.mjs, ../bin.mjs, ../setup.mjs). */
import { runCommandLine } from './command-line.ts';
import { ownProcess } from './own-process.ts';

await ownProcess((io) => runCommandLine(process.argv.slice(2), io));
