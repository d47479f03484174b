/** Random commands of users for algo instances. */
import type { AlgosCommand } from '../../gateway/facts.ts';
import type { Submission } from '../../gateway/platform-port.ts';
import type { Random } from '../seed.ts';
import type { PrincipalName } from '../seed-data/world.ts';
import type { SamplePlatform } from './sample-platform.ts';

const MANAGERS: readonly PrincipalName[] = ['algoManager', 'algoManager', 'deputy', 'outsider', 'viewer'];

/**
 * Two documents that an engine accepts, then one for each judge that refuses: the engine, the types, the references.
 */
const DOCUMENTS = [
  '{ "account": 1, "instrument": 1, "side": "SELL", "qty": "0.5", "orders": 4, "everyMs": 400 }',
  '{ "account": 4, "instrument": 2, "side": "BUY", "price": "50.05", "qty": "2", /* the second’s */ "orders": 2 }',
  '{ "account": 1, "instrument": 1, "side": "HOLD", "qty": "1" }',
  '{ "account": "main", "instrument": 1, "side": "BUY", "qty": "1" }',
  '{ "account": 77, "instrument": 1, "side": "BUY", "qty": "1" }',
] as const;

/** Submits a random command for an instance. */
export function askAtRandom(sample: SamplePlatform, random: Random, key: string): Promise<Submission> {
  const { orgId = 0, userId } = sample.principal(random.pick(MANAGERS)) ?? {};
  const instanceIds = sample.platform
    .records()
    .flatMap(({ verdict }) => verdict.facts ?? [])
    .flatMap((fact) => (fact.kind === 'AlgoInstanceRecorded' ? [fact.instance.instanceId] : []));
  const instanceId = random.pick(instanceIds);
  const document = random.chance(0.7) ? DOCUMENTS[orgId === 2 ? 1 : 0] : random.pick(DOCUMENTS);
  const remark = null;
  const body = random.pick<AlgosCommand>([
    { kind: 'create-instance', algoVersionId: random.int(1, 2), pool: 'pool-a', displayName: 'run', remark, document },
    { kind: 'propose-config', instanceId, ifMatch: random.pick([null, '1']), document, remark },
    { kind: 'start', instanceId, remark },
    { kind: 'start', instanceId, remark },
    { kind: 'stop', instanceId, remark },
    { kind: 'delete', instanceId, remark },
    { kind: 'halt-instances', remark },
  ]);
  const principal = { orgId, userId: userId ?? 0 };
  return Promise.resolve(sample.port.submit({ owner: 'algos', principal, key, operation: body.kind, body }));
}
