import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const lock = fromRoot('.touchstone/setup-in-progress');

/**
 * `npm start` and `npm test` typed at once: the second waits for the first. A lock whose process is gone is taken over.
 * @param {() => void} setUp
 */
export function aloneAtSetUp(setUp) {
  mkdirSync(fromRoot('.touchstone'), { recursive: true });
  while (!taken()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    setUp();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (!holderIsAlive()) rmSync(lock, { force: true });
    return false;
  }
}

function holderIsAlive() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Just made and not written yet.
    if (!pid) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
