import { ScenarioProblem } from '../../../scenarios/index.ts';
import type { CommandIo, ExitStatus } from '../command.ts';

/** Says the problems of scenario files, one line each with its place; their status is 2. */
export async function sayingProblems(io: CommandIo, run: () => Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof ScenarioProblem)) throw thrown;
    io.stderr.write(`${thrown.message.replace(/^/gm, 'touchstone: ')}\n`);
    return 2;
  }
}
