/** Orders past the door, so that a large world is there soon. */
import type { Command } from '../../../gateway/facts.ts';
import type { SandboxWorld } from '../../../platform-sim/hosting/sandbox-world.ts';

/** More than an organisation may have open or submit in a minute are placed minute by minute of the world's virtual clock. */
const A_MINUTE = 500;

export async function placeOrders(world: SandboxWorld, count: number): Promise<void> {
  const { fixtures, principals } = world.profile;
  const port = world.platform.port('m1');
  const principal = { orgId: principals.trader.org, userId: principals.trader.userId ?? 0 };
  const { account, instrument } = fixtures;
  for (let n = 0; n < count; n += 1) {
    const command: Command = {
      owner: 'orders',
      principal,
      key: `bench-${n}`,
      operation: 'submitOrder',
      // It crosses the book and is filled.
      body: {
        kind: 'submit',
        accountId: account.id,
        instrumentId: instrument.id,
        side: 'BUY',
        price: '101.00',
        qty: '1',
      },
    };
    await port.submit(command);
    if (n % A_MINUTE === A_MINUTE - 1) await world.clock.advance(60_000, { each: () => {} });
  }
}
