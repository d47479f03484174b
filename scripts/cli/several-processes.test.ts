/** What `touchstone platform` and `touchstone member` print, run in this process on a real NATS server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { WITHOUT_NATS } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { natsOf } from '../../platform-sim/log/nats/testing/sample-nats.ts';
import { freePort } from '../../platform-sim/testing/free-port.ts';
import { commandIn, type Ran } from './testing/command-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-processes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command that serves until it is stopped. */
function started(...args: readonly string[]) {
  const interruption = new AbortController();
  let printed = '';
  const ended = commandIn(folder).run(args, {
    interrupted: interruption.signal,
    onOut: (out) => {
      printed = out;
    },
  });
  const stop = (): Promise<Ran> => {
    interruption.abort();
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  /** Resolves once standard output fits. */
  const out = (fitting: RegExp) => expect.poll(() => printed, { timeout: 15_000 }).toMatch(fitting);
  return { ended, stop, out };
}

describe.skipIf(WITHOUT_NATS !== undefined)('several processes', { timeout: 30_000 }, () => {
  test('a member whose only seat is removed says why it ends', async () => {
    const { url } = await natsOf();
    const controlPort = `${await freePort()}`;
    const platform = started('platform', '--platform', url, '--control-port', controlPort, '--json');
    const first = started('member', '--platform', url, '--port', '0', '--json');
    await first.out(/"m1"/);
    const second = started('member', '--platform', url, '--port', '0', '--json');
    await second.out(/"m2"/);
    await platform.out(/"ready"/);
    await fetch(`http://127.0.0.1:${controlPort}/members/m2`, { method: 'DELETE' });
    expect(await second.ended).toMatchObject({
      status: 0,
      err: 'touchstone: the control plane removed m2, the only member of this process: it ends\n',
    });
    expect(await first.stop()).toMatchObject({ status: 0, err: '' });
  });
});
