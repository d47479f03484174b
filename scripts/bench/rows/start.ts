import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { fromRoot } from '../../build/setup/root.mjs';
import { onServerCore, processorMsOf } from '../cores.ts';
import { installedPackage } from '../installed-package.ts';
import { defineRow } from '../row.ts';

interface Started {
  readonly readyMs: number;
  /** Of all threads, until the ready line. */
  readonly processorMs: number;
}

async function started(program: string, ...args: readonly string[]): Promise<Started> {
  const [first, ...rest] = onServerCore([process.execPath, program, ...args]);
  const stopwatch = startStopwatch();
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const readyMs = stopwatch.nowMs();
  const processorMs = processorMsOf(child.pid ?? 0);
  // In order, for Node writes what it compiled to its cache when it exits.
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { readyMs, processorMs };
}

/** Small world, from the start of the process to its ready line. */
export default defineRow({
  id: 'S5',
  title: 'start',
  figures: {
    ready: {
      title: 'process start to ready line',
      unit: 'ms',
      peer: 'koa + @koa/router',
      wanted: { atMost: 2.2 },
    },
    processor: { title: 'the same, processor time', unit: 'ms', peer: 'koa + @koa/router' },
    installedReady: {
      title: 'the same of the installed package',
      unit: 'ms',
      peer: 'koa + @koa/router',
      wanted: { atMost: 2.2 },
    },
    installedProcessor: {
      title: 'the same of the installed package, processor time',
      unit: 'ms',
      peer: 'koa + @koa/router',
    },
  },
  async open(tree) {
    const installed = await installedPackage(tree);
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-start-'));
    const ports = ['--port', '0', '--control-port', '0', '--profile-out', join(folder, 'profile.json')];
    const each = async () => ({
      bare: await started(fromRoot('scripts/bench/peers/bare-koa.mjs')),
      own: await started(tree.program, 'sandbox', '--json', ...ports),
      packed: await started(installed.program, 'sandbox', '--json', ...ports),
    });
    // Node keeps the compiled code on disk from the first start on.
    await each();
    return {
      async measure() {
        const { own, packed, bare } = await each();
        return {
          ready: { own: own.readyMs, peer: bare.readyMs },
          processor: { own: own.processorMs, peer: bare.processorMs },
          installedReady: { own: packed.readyMs, peer: bare.readyMs },
          installedProcessor: { own: packed.processorMs, peer: bare.processorMs },
        };
      },
      async [Symbol.asyncDispose]() {
        rmSync(folder, { recursive: true });
        installed[Symbol.dispose]();
      },
    };
  },
});
