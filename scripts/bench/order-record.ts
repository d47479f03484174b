import type { SequencedRecord } from '../../gateway/facts.ts';
import { createClock } from '../../platform-sim/clock.ts';
import { createPlatform } from '../../platform-sim/platform.ts';
import { createSecrets } from '../../platform-sim/secrets.ts';
import { createSeed } from '../../platform-sim/seed.ts';
import { buildWorld } from '../../platform-sim/seed-data/build-world.ts';

/** The record of an order, as a world begins with it. */
export function orderRecord(): SequencedRecord {
  const platform = createPlatform({
    clock: createClock({ mode: 'virtual' }),
    seed: createSeed(1),
    world: buildWorld({ seed: 1, size: 'small' }),
    vaultSalt: createSecrets().keyFor('vault'),
    hashSecret: createSecrets().keyFor('hashes of keys'),
  });
  const record = platform.records().find(({ command }) => command.body.kind === 'submit') as SequencedRecord;
  platform.close();
  return record;
}
