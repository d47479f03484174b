/** A seeded run of a platform, for tests: its principals act at random, with faults in between. */

import type { RegisterCommand } from '../../gateway/facts.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import { createSeed, type Random } from '../seed.ts';
import type { PrincipalName } from '../seed-data/world.ts';
import { askAtRandom } from './ask-at-random.ts';
import { SamplePlatform } from './sample-platform.ts';

const TRADERS: readonly PrincipalName[] = ['trader', 'admin', 'outsider', 'throttled', 'viewer'];
const KEYS = Array.from({ length: 40 }, (_, index) => `k${index}`);
const PRICES = ['100', '100.02', '99.99', '80', '50', '100.001', '-1', '2000', null] as const;
const QTYS = ['1', '0.0001', '12.5', '1000', '1001', '0.00001', null] as const;

const FAULTS: readonly FaultRule[] = [
  { on: { owner: 'orders', command: 'submit' }, hold: 'orders', times: 2 },
  { on: { command: 'fill' }, hold: 'fills', times: { every: 2 } },
  { on: { edge: 'inbox', command: 'fill' }, refuse: 'INBOX_FULL', times: 3 },
  { on: { edge: 'inbox' }, delay: '300ms', times: { probability: 0.3 } },
  { on: { command: 'cancel' }, delay: 70, times: { every: 3 } },
  { on: { org: 1, command: 'submit' }, refuse: 'RATE_CEILING', times: { probability: 0.4 } },
  { on: { edge: 'inbox', command: 'state' }, refuse: 'OWNER_ABSENT' },
  { on: { edge: 'verdict', member: 'm1' }, fail: true, times: 1 },
  { on: { edge: 'engine' }, hold: 'engine', times: 2 },
  { on: { edge: 'engine' }, refuse: 'RISK_LIMIT', times: { every: 3 } },
  { on: { edge: 'inbox', owner: 'algos' }, refuse: 'INBOX_FULL', times: 3 },
  { on: { command: 'probe-report' }, delay: '200ms', times: { every: 2 } },
  { on: { command: 'submit' }, drop: 'command', times: { every: 5 } },
  { on: { edge: 'send' }, duplicate: true, times: { probability: 0.2 } },
  { on: { edge: 'send', owner: 'register' }, delay: '3s', times: { every: 2 } },
  { on: { edge: 'sequencer' }, delay: '40ms', times: { probability: 0.3 }, for: '5s' },
  { on: { edge: 'venue' }, duplicate: true, times: { every: 3 } },
  { on: { command: 'reading' }, drop: 'report', times: 2 },
];

/**
 * The same seed and number of steps give the same run. Ends with faults cleared and the clock past all remaining work.
 */
export async function driveAtRandom(seed: number, steps: number): Promise<SamplePlatform> {
  const sample = new SamplePlatform({ seed });
  await takeSteps(sample, steps, 100);
  sample.faults.clear();
  await sample.clock.advance(600_000);
  return sample;
}

/** @param sides of the dice: 90 excludes faults. */
export async function takeSteps(sample: SamplePlatform, steps: number, sides: 90 | 100): Promise<void> {
  const random = createSeed(sample.world.seed).fresh('run');
  for (let step = 0; step < steps; step += 1) await takeStep(sample, random, random.int(1, sides));
}

async function takeStep(sample: SamplePlatform, random: Random, dice: number): Promise<void> {
  // Results that a fault fails or never releases are not awaited here.
  const ignored = (outcome: Promise<unknown>): void => void outcome.catch(() => undefined);
  if (dice <= 50) {
    const as = random.pick(TRADERS);
    const price = random.pick(PRICES);
    const qty = random.pick(QTYS);
    const of = { price, qty, instrumentId: random.int(1, 8), side: random.pick(['BUY', 'SELL'] as const) };
    ignored(
      sample.submit(random.pick(KEYS), random.chance(0.5) ? { side: of.side, price: '100', instrumentId: 1 } : of, as),
    );
  } else if (dice <= 60) {
    ignored(random.chance(0.4) ? writeCredential(sample, random) : writeRegister(sample, random));
  } else if (dice <= 68) {
    ignored(askAtRandom(sample, random, random.pick(KEYS)));
  } else if (dice <= 77) {
    const orderIds = sample.platform
      .records()
      .flatMap(({ verdict }) => verdict.facts ?? [])
      .flatMap((fact) => (fact.kind === 'OrderUpdated' ? [fact.order.orderId] : []));
    ignored(sample.cancel(random.pick(KEYS), random.pick(orderIds), random.pick(TRADERS)));
  } else if (dice <= 90) {
    await sample.clock.advance(random.pick([0, 10, 50, 75, 1000, 60_000]));
  } else if (dice <= 95) {
    sample.faults.add(random.pick(FAULTS));
  } else if (dice <= 98) {
    sample.faults.release(random.pick(['orders', 'fills', 'engine']));
  } else {
    sample.faults.clear();
  }
}

const MANAGERS: readonly PrincipalName[] = ['admin', 'deputy', 'outsider', 'viewer'];
const NAMES = ['main', 'desk', 'retired', 'new'] as const;
const CAPS = { maxOrderQty: null, maxOrderNotional: null, maxOpenOrders: 50, maxOrdersPerMinute: 100 };

/** A write of the register that affects orders of the run: names, bindings, grants and caps. */
function writeRegister(sample: SamplePlatform, random: Random): Promise<unknown> {
  const { orgId = 0, userId = null } = sample.principal(random.pick(MANAGERS)) ?? {};
  const displayName = random.pick(NAMES);
  const of = { ifMatch: random.chance(0.2) ? '2' : null };
  const body = random.pick<RegisterCommand>([
    { kind: 'create', family: 'portfolios', terms: { displayName } },
    { kind: 'create', family: 'orgs', terms: { externalId: `run-${displayName}`, displayName } },
    { kind: 'create', family: 'accounts', terms: { exchangeId: 1, displayName, credentialId: random.int(1, 4) } },
    { kind: 'restate', family: 'accounts', id: random.int(1, 8), ...of, terms: { displayName } },
    {
      kind: 'restate',
      family: 'users',
      id: sample.principal('viewer')?.userId ?? 0,
      ...of,
      terms: { capabilities: random.pick([[], ['orders:trade']]) },
    },
    { kind: 'create', family: 'trading-policies', terms: { instrumentId: random.pick([null, 1]), ...CAPS } },
    { kind: random.pick(['approve', 'halt', 'resume']), family: 'trading-policies', id: random.int(1, 4), ...of },
    { kind: 'restate', family: 'trading-policies', id: 1, ...of, terms: { instrumentId: null, ...CAPS } },
    { kind: 'discover-account', credentialId: random.int(1, 4) },
  ]);
  const principal = { orgId, userId: userId ?? 0 };
  const key = random.pick(KEYS);
  return Promise.resolve(sample.port.submit({ owner: 'register', principal, key, operation: body.kind, body }));
}

const KEY_TEXTS = ['k', 'perms:READ', 'refused', 'unreachable'] as const;
const ARMS = ['approve', 'approve', 'withdraw', 'suspend', 'reactivate', 'reactivate', 'revoke'] as const;

/** A write of a credential, with its material first if it has some, as a member submits both. */
async function writeCredential(sample: SamplePlatform, random: Random): Promise<unknown> {
  const { orgId = 0, userId = null } = sample.principal(random.pick(MANAGERS)) ?? {};
  const known = sample.platform
    .records()
    .flatMap(({ verdict }) => verdict.facts ?? [])
    .flatMap((fact) =>
      fact.kind === 'RegisterRecorded' && fact.family === 'credentials' ? [fact.row.credentialId] : [],
    );
  const of = { family: 'credentials', id: random.pick(known), ifMatch: null } as const;
  const terms = { canReadBalances: true, canTrade: random.chance(0.7) };
  const exchangeId = random.int(1, 3);
  const body = random.pick<RegisterCommand>([
    { kind: 'create', family: 'credentials', terms: { exchangeId, ...terms } },
    { kind: 'rotate', ...of },
    { kind: 'restate', ...of, terms },
    { kind: random.pick(ARMS), ...of },
    { kind: random.pick(ARMS), ...of },
  ]);
  const key = random.pick(KEYS);
  const legs = { key: random.pick(KEY_TEXTS), secret: 's', passphrase: 'p' };
  if (body.kind === 'create' || body.kind === 'rotate') {
    await sample.port.storeMaterial({ orgId, key, exchangeId, legs });
  }
  const principal = { orgId, userId: userId ?? 0 };
  return sample.port.submit({ owner: 'register', principal, key, operation: body.kind, body });
}
