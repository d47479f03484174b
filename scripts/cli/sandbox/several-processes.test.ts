/** What `touchstone platform` and `touchstone member` print, run in this process on a real NATS server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SERVER_CERTIFICATE, SERVER_KEY } from '../../../conformance/member/testing/sample-certificates.ts';
import { WITHOUT_NATS } from '../../../platform-sim/nats/testing/nats-server.ts';
import { natsOf } from '../../../platform-sim/nats/testing/sample-nats.ts';
import { freePort } from '../../../platform-sim/testing/free-port.ts';
import { commandIn, type Ran } from '../testing/command-in.ts';
import { testFolder } from '../testing/test-folder.ts';

const folder = testFolder();

/** A command that serves until it is stopped. */
function started(...args: readonly string[]) {
  const interruption = new AbortController();
  let [printed, complained] = ['', ''];
  const ended = commandIn(folder).run(args, {
    interrupted: interruption.signal,
    onOut: (out) => {
      printed = out;
    },
    onErr: (err) => {
      complained = err;
    },
  });
  const stop = (): Promise<Ran> => {
    interruption.abort();
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  /** Resolves once standard output fits. */
  async function out(fitting: RegExp): Promise<void> {
    await expect.poll(() => printed, { timeout: 15_000 }).toMatch(fitting);
  }
  return { ended, stop, out, err: () => complained };
}

describe.skipIf(WITHOUT_NATS !== undefined)('several processes', { timeout: 300_000 }, () => {
  test('a platform names the public URL as that of its members, and offers no gateway', async () => {
    const { url } = await natsOf();
    const [withUser, publicUrl] = [url.replace('//', '//someone:secret@'), 'http://sandbox.test:4999'];
    const platform = started(
      ...['platform', '--platform', withUser, '--control-port', '0', '--public-url', publicUrl],
      ...['--clock', 'x60', '--profile-out', 'scaled.json'],
    );
    await platform.out(/Ctrl-C/);
    const { out, err } = await platform.stop();
    expect(err).toBe('');
    expect(out).toMatch(/^Touchstone platform\n/);
    expect(out).toMatch(/^ {2}members {3}http:\/\/sandbox\.test:4999 /m);
    expect(out).toMatch(/^ {2}clock {5}x60$/m);
    expect(out).toMatch(/^ {2}A member: {2}touchstone member --platform nats:\/\/127\.0\.0\.1:\d+$/m);
    expect(out).not.toMatch(/gateway|A request|secret@/);
  });

  test('a member without a platform says that it waits for one, and continues once there is one', async () => {
    const { url } = await natsOf();
    const member = started('member', '--platform', url.replace('//', '//someone:secret@'), '--port', '0');
    await expect.poll(member.err, { timeout: 15_000 }).not.toBe('');
    started('platform', '--platform', url, '--control-port', '0', '--json');
    await member.out(/Ctrl-C/);
    const { out, err } = await member.stop();
    expect(err).toBe(
      `touchstone: waits for a platform on ${url}: start one with touchstone platform --platform ${url}\n`,
    );
    expect(out).toMatch(/^Touchstone member m1\n/);
    expect(out).toMatch(/^ {2}health {4}(http:\/\/127\.0\.0\.1:\d+)\/health {8}metrics at \1\/metrics$/m);
    expect(out).not.toContain('secret');
  });

  test('a certificate of a private authority is refused with the variable that names one', async () => {
    const [cert, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
    writeFileSync(cert, SERVER_CERTIFICATE);
    writeFileSync(key, SERVER_KEY);
    const { url } = await natsOf(`tls { cert_file: "${cert}", key_file: "${key}" }`);
    const secure = url.replace('nats:', 'tls:');
    const { status, err } = await started('member', '--platform', secure).ended;
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(
        /^touchstone: the certificate of tls:\/\/[\d.:]+ is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): .*NODE_EXTRA_CA_CERTS/,
      ),
    ]);
  });

  test('a member whose only seat is removed says why it ends', async () => {
    const { url } = await natsOf();
    const controlPort = `${await freePort()}`;
    const platform = started('platform', '--platform', url, '--control-port', controlPort, '--json');
    const first = started('member', '--platform', url, '--port', '0', '--json');
    await first.out(/"m1"\],"healthUrl":"http:\/\/127\.0\.0\.1:\d+"/);
    const second = started('member', '--platform', url, '--port', '0', '--json');
    await second.out(/"m2"/);
    await platform.out(/"ready"/);
    // The platform may learn of the member after the member has said that it serves.
    const remove = () => fetch(`http://127.0.0.1:${controlPort}/members/m2`, { method: 'DELETE' });
    await expect.poll(async () => (await remove()).status, { timeout: 30_000 }).toBe(204);
    expect(await second.ended).toMatchObject({
      status: 0,
      err: 'touchstone: the control plane removed m2, the only member of this process: it ends\n',
    });
    expect(await first.stop()).toMatchObject({ status: 0, err: '' });
  });
});
