import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';

/**
 * Runs a program on `node` as though it had been typed: in this very process where it is that Node already (npm puts
 * node_modules/.bin first in PATH, so from the second time on it is), else as a child that gets every signal of ours.
 * @param {string} node
 * @param {string} program
 * @param {readonly string[]} args
 */
export async function handOver(node, program, args) {
  if (realpathSync(process.execPath) === realpathSync(node)) {
    // Node keeps what it compiles: from the second start on most of the time to the ready line is saved.
    module.enableCompileCache?.();
    process.argv = [process.execPath, program, ...args];
    await import(pathToFileURL(program).href);
    return;
  }
  const child = spawn(node, [program, ...args], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal === null ? code : 128 + constants.signals[signal]));
  });
}
