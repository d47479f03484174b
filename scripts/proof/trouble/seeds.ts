/**
 * Seeds on a virtual clock, each played twice: a world of three members of different versions in this process, two users of
 * each of two organisations who write, retry and read with few keys, and troubles in between. At its end the troubles are
 * over, time passes, each write is sent once more, and everything is read.
 */

import { controlPlane } from '../../../conformance/member/control/control-plane.ts';
import type { Exchange } from '../../../conformance/member/exchange/exchange.ts';
import { keyOf, status } from '../../../conformance/member/exchange/exchange.ts';
import type { TargetFacts } from '../../../conformance/member/profile/target-facts.ts';
import { judgeStatements, STATEMENTS } from '../../../conformance/model/statements.ts';
import { History } from '../../../conformance/runner/history.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { SCOPES } from '../../../gateway/contract/capabilities.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import type { SequencedRecord, UserRow } from '../../../gateway/facts.ts';
import type { SandboxWorld } from '../../../platform-sim/hosting/world.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { createSeed } from '../../../platform-sim/seed.ts';
import { ORG_IDS } from '../../../platform-sim/seed-data/organisations.ts';
import { waysTo } from '../../api/ways-to-sandbox.ts';
import { actionsOf, fewKeys, intentOf } from './actions.ts';
import { Client, Known, Log, type Principal } from './client.ts';
import { isJudged, nameOf, organisationOf, parted, wrongWrites } from './oracle.ts';
import { befall, endTroubles, MEMBERS } from './troubles.ts';

export interface Soaked {
  readonly seeds: number;
  readonly requests: number;
  readonly records: number;
  /** Errors with their seeds; empty if there are none. */
  readonly wrong: readonly string[];
}

/** The result of a run. */
interface Played {
  readonly log: Log['entries'];
  readonly records: readonly SequencedRecord[];
}

const VERSIONS: readonly Version[] = ['0.11.4', '0.12.0', '0.13.0', '0.14.0'];
const STEPS = 40;
const MINUTE_MS = 60_000;
/** Longer than every deadline, delay and resend. */
const CALM_MS = 10 * MINUTE_MS;
const PASSES_MS = [10, 60, 250, 1_000, 2_000, 5_000, MINUTE_MS];
/** In real milliseconds, longer than a run takes: a request may wait for the end of troubles. */
const TIMEOUT_MS = 600_000;

/** @param enough the number of seeds with errors that ends it early */
export async function run(count: number, first = 1, enough = 1): Promise<Soaked> {
  await using sandbox = await startSandbox({ ports: false, controlUrl: 'http://localhost', clock: 'virtual' });
  const wrong: string[] = [];
  let [requests, records, seeds] = [0, 0, 0];
  for (let seed = first; seed < first + count && wrong.length < enough; seed += 1) {
    const once = await play(sandbox, seed);
    const again = await play(sandbox, seed);
    const why = faultOf(once) ?? parted('journals', once.records, again.records) ?? parted('logs', once.log, again.log);
    if (why !== undefined) wrong.push(`seed ${seed}: ${why}`);
    seeds += 1;
    requests += once.log.length;
    records += once.records.length;
  }
  return { seeds, requests, records, wrong };
}

async function play(sandbox: Sandbox, seed: number): Promise<Played> {
  const random = createSeed(seed).fresh('trouble/run');
  await using world = await sandbox.createWorld({
    // Sealed values contain the name of the world.
    name: 'trouble',
    seed,
    members: MEMBERS.map(() => ({ version: random.pick(VERSIONS) })),
    route: random.pick(['round-robin', 'random']),
  });
  const stopwatch = startStopwatch();
  const ways = waysTo(sandbox);
  const [transport, log] = [ways.transport(world.baseUrl, stopwatch), new Log()];
  const control = controlPlane(ways.transport(world.controlUrl, stopwatch));
  const known = new Map<number, Known>(Object.values(ORG_IDS).map((orgId) => [orgId, new Known()]));
  const clients = (await principalsOf(world)).map((principal) => {
    const ofOrganisation = known.get(organisationOf(principal.actor)) ?? new Known();
    return new Client({ transport, principal, log, known: ofOrganisation, timeoutMs: TIMEOUT_MS });
  });
  const mix = fewKeys();
  const befallen = { control, random, versions: VERSIONS, stallable: MEMBERS, key: () => mix.key(random, 0) };
  for (const action of actionsOf(seed, 'trouble/actions', mix).take(STEPS)) {
    const client = random.pick(clients);
    if (action.kind === 'trouble') await befall(befallen);
    else if (action.kind === 'let-time-pass') await world.clock.advance(random.pick(PASSES_MS));
    const intent = intentOf(client, action);
    if (intent !== undefined) void client.send(intent);
    // Now every request is answered, or waits.
    await world.clock.advance(0);
  }
  await endTroubles(control);
  await world.clock.advance(CALM_MS);
  for (const client of new Map(clients.map((one) => [one.known, one])).values()) {
    for (const [key, intent] of client.known.writes) {
      for (const sent of [intent, { method: 'GET', path: `/operations/${key}` }]) {
        void client.send(sent);
        await world.clock.advance(0);
      }
    }
  }
  await world.clock.advance(CALM_MS);
  for (const client of clients) {
    void client.send({ method: 'GET', path: '/orders?limit=100' });
    await world.clock.advance(0);
  }
  const played = { log: [...log.entries], records: world.platform.records() };
  await Promise.all([transport.close(), control.close()]);
  return played;
}

const SECOND_OUTSIDER = { userId: 910_002, subject: 'second outsider' } as const;

/** The world has only one user of the second organisation who may trade, so another one is added. */
async function principalsOf({ issuer, platform, profile }: SandboxWorld): Promise<readonly Principal[]> {
  const personaOf = (name: string) => {
    const persona = issuer.personas.named(name);
    if (persona === undefined) throw new Error(`no persona ${name}`);
    return persona;
  };
  const orgId = ORG_IDS.second;
  const row: UserRow = {
    ...SECOND_OUTSIDER,
    orgId,
    displayName: 'second',
    status: 'ACTIVE',
    capabilities: SCOPES,
    version: 1,
  };
  await platform.port('trouble').submit({
    owner: 'register',
    principal: { orgId, userId: 0 },
    key: null,
    operation: 'world',
    body: { kind: 'state', facts: [{ kind: 'RegisterRecorded', family: 'users', row }] },
  });
  const second = { ...personaOf('outsider'), subject: SECOND_OUTSIDER.subject };
  const { account, foreignAccount } = profile.fixtures;
  const of = async (actor: string, persona = personaOf(actor), accountId = account.id): Promise<Principal> => {
    return { actor, token: await issuer.issue(persona), account: { accountId } };
  };
  return [
    await of('trader'),
    await of('admin'),
    await of('outsider', undefined, foreignAccount.id),
    await of('outsider', second, foreignAccount.id),
  ];
}

/** The facts of members of several versions: those of the oldest version that hold for all. */
const MIXED: TargetFacts = { rest: '0.11.4', socket: undefined, singleMember: false, strict: false };

/**
 * Of keys, positions and order: none of them asks which version answered. Not T14 to T17: a member that is behind, or whose
 * command is late or lost before its owner, may have another use of a key in flight than the one that is recorded in the
 * end, and refuses all others meanwhile.
 */
const HELD_TO = ['T1', 'T6', 'T7', 'T11', 'T13', 'T34', 'T35', 'T36'].map((id) => {
  const found = STATEMENTS.find((statement) => statement.id === id);
  if (found === undefined) throw new Error(`no statement has the id ${id}`);
  return found;
});

/** Returns undefined if nothing is wrong. */
function faultOf({ log, records }: Played): string | undefined {
  const [wrong] = wrongWrites({ log, records, isOfVersions: true });
  if (wrong !== undefined) return wrong;
  const waiting = log.filter(({ response, failure }) => response === null && failure === null);
  const [first] = waiting;
  if (first !== undefined) {
    return `${waiting.length} requests were never answered, the first is ${first.n}: ${first.request.method} ${first.request.path}`;
  }
  const judgement = judgeStatements(new History(log, MIXED), HELD_TO);
  if (judgement.verdict !== 'violated') return brokenPromise(log);
  const seen = judgement.seen.map((exchange) => JSON.stringify(exchange).slice(0, 900));
  return `not so: ${judgement.expected}\n  ${seen.join('\n  ')}`;
}

/** T17 at the end of a run, after every write was sent once more: any member serves the operation of a judged write. */
function brokenPromise(log: readonly Exchange[]): string | undefined {
  const lookUp = ({ actor, request: { path } }: Exchange) => `${path} ${organisationOf(actor)}`;
  const last = new Map(log.filter(({ request }) => request.method === 'GET').map((entry) => [lookUp(entry), entry]));
  const broken = log.filter(isJudged).find((entry) => {
    const read = last.get(`/operations/${keyOf(entry)} ${organisationOf(entry.actor)}`);
    return read !== undefined && read.n > entry.n && status(read) !== 200;
  });
  return broken && `${nameOf(broken)} was answered at ${broken.n}, and its operation is unknown at the end`;
}
