import { describe, expect, onTestFinished, test } from 'vitest';
import { WITHOUT_NATS } from '../log/nats/testing/nats-server.ts';
import { natsOf } from '../log/nats/testing/sample-nats.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

/** A platform process with a member of its own, which ends with the test. */
async function processOn(nats: { readonly url: string }): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: 'real', ports: false, platform: nats.url });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const clientsOf = ({ profile }: Sandbox): readonly (readonly string[])[] =>
  Object.values(profile.principals).map(({ clientId, clientSecret }) => [clientId, clientSecret]);

describe.skipIf(WITHOUT_NATS !== undefined)('a platform process that takes over', () => {
  test('accepts the clients of a world that was reset to another seed', async () => {
    const nats = await natsOf();
    const first = await processOn(nats);
    const clients = clientsOf(first);
    await first.reset(9);
    await first.close();
    const second = await processOn(nats);
    expect(clientsOf(second)).toEqual(clients);
    // It stores what it began with, too.
    expect(await second.reset()).toMatchObject({ seed: 9 });
    await second.close();
    expect(clientsOf(await processOn(nats))).toEqual(clients);
  });
});
