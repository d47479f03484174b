/** The rows of the bench, in the order of shared/performance.md: one figure each. */
import { WITHOUT_NATS } from '../../platform-sim/nats/testing/nats-server.ts';
import { onEveryCore } from './cores.ts';
import { holding, orderWeight } from './growth.ts';
import { load } from './load.ts';
import type { Bound, Peer, Row, Side } from './row.ts';
import { me, orders, pagesAndWrites, type Scene, writes } from './scenes.ts';
import { koa, koaStore, memberOnNats, type Server, sandbox, ws } from './servers.ts';
import { executed, firstAnswer, idleSessions, ran, resident, started } from './sides.ts';

type Work = readonly [id: string, name: string, work: string];
type Measured = readonly [figure: string, unit: string, wanted?: Bound];
type Sides = readonly [own: Side, peer?: Peer];

function row([id, name, work]: Work, [figure, unit, wanted]: Measured, [own, peer]: Sides, more?: Partial<Row>): Row {
  return { id, name, work, figure, unit, own, ...(wanted && { wanted }), ...(peer && { peer }), ...more };
}

const atLeast = (bound: number): Bound => ({ atLeast: bound });
const atMost = (bound: number): Bound => ({ atMost: bound });
const PER_SECOND: Measured = ['perSecond', 'requests/s'];
const perSecond = (least: number): Measured => ['perSecond', 'requests/s', atLeast(least)];
const byTheWall = (least: number): Measured => ['wallPerSecond', 'requests/s', atLeast(least)];

const USED = sandbox();
const QUIET = sandbox(['--quiet']);
const DURABLE = sandbox(['--data', '{folder}/data']);
const NPM = sandbox([], 'npm start');
/** As a user runs it, and without its request log. */
const LOGS = [
  ['with its request log', USED],
  ['with --quiet', QUIET],
] as const;

const KOA = 'koa + @koa/router';
const SAME = `${KOA}, the same bytes`;
const STORE = 'koa + koa-body + ajv + a store';
const BOTH = `${SAME}; ${STORE}`;

/** Both sides under one scene's load. */
const under = (scene: Scene, own: Server, name: string, peer: Server): Sides => [
  load(own, scene),
  { name, side: load(peer, scene) },
];
const toReady = (own: Server, name: string, peer: Server): Sides => [started(own), { name, side: started(peer) }];
const memoryOf = (own: Server, name: string, peer: Server): Sides => [resident(own), { name, side: resident(peer) }];
const onNats = (scene: Scene): Sides => under(scene, memberOnNats, 'one sandbox', QUIET);
const program = (name: string): Side => ran(`scripts/bench/programs/${name}.ts`);

// Rows of the same sides are measured together.
const CHECK: Sides = [ran('scripts/touchstone.mjs', ['check', '--quiet', '--out', '{folder}'], onEveryCore)];
const MEMORY = memoryOf(USED, KOA, koa);
const GROWTH: Sides = [holding(100_000), { name: 'with 1,000 orders', side: holding(1_000) }];
const HISTORY: Sides = [program('history')];
const VIRTUAL: Sides = [program('virtual-time')];
const WORLDS: Sides = [program('worlds')];
const DISK: Sides = [
  load(DURABLE, writes),
  { name: 'write and fdatasync, 64 records at a time', side: program('synced-writes') },
];
const SEEDS: Sides = [ran('scripts/proof/soak.ts', ['seeds'], onEveryCore)];
const SESSIONS: Sides = [idleSessions(USED, '/v1/ws/trading'), { name: 'ws', side: idleSessions(ws, '/') }];

const LONG = { isLong: true };
const NATS = { lacks: () => WITHOUT_NATS };

// biome-ignore format: an aligned table
const ROWS: readonly Row[] = [
  row(['V5', 'check', 'touchstone check on its own sandbox'],             ['wallS', 's', atMost(10)],               CHECK),
  row(['V5', 'check', 'the same, processor time'],                        ['processorS', 's', atMost(12)],          CHECK),
  row(['V6', 'start', 'npm start to the ready line'],                     ['readyMs', 'ms', atMost(2.2)],           toReady(NPM, KOA, koa)),
  row(['V6', 'start', 'its first answer, less a warm one'],               ['beyondMs', 'ms', atMost(30)],           [firstAnswer(USED)]),
  ...LOGS.flatMap(([log, own]) => [
    row(['S1', 'read', `GET of one order in turn, ${log}`],               perSecond(0.6),                           under(orders, own, SAME, koa)),
    row(['S1', 'read', `GET /me, ${log}`],                                perSecond(0.6),                           under(me, own, SAME, koa)),
    row(['S2', 'page', `pages of 100 in turn, a write after 20, ${log}`], perSecond(0.6),                           under(pagesAndWrites, own, BOTH, koaStore)),
    row(['S3', 'write', `POST /orders, ${log}`],                          perSecond(0.5),                           under(writes, own, STORE, koaStore)),
  ]),
  row(['S4', 'durable-writes', 'POST /orders with --data, by the wall'],  byTheWall(0.6),                           under(writes, DURABLE, 'in memory', USED)),
  row(['S4', 'durable-writes', 'the same against the disk'],              ['wallPerSecond', 'records/s'],           DISK),
  row(['S6', 'memory', 'memory after start'],                             ['startMb', 'MB', atMost(1.4)],           MEMORY),
  row(['S6', 'memory', 'memory after the document was read'],             ['documentMb', 'MB', atMost(1.6)],        MEMORY),
  row(['S7', 'growth', 'a page of 100 with 100,000 orders'],              ['pageUs', 'µs', atMost(1.3)],            GROWTH),
  row(['S7', 'growth', 'one order of 100,000'],                           ['rowUs', 'µs', atMost(1.3)],             GROWTH),
  row(['S7', 'growth', 'a write with 100,000 orders'],                    ['writeUs', 'µs', atMost(1.3)],           GROWTH),
  row(['S7', 'growth', 'live heap of an order, of 100,000'],              ['kb', 'KB', atMost(5)],                  [orderWeight(100_000)]),
  row(['S10', 'history', '100,000 operations, every statement'],          ['readS', 's', atMost(2)],                HISTORY),
  // Of n log n: 1.25.
  row(['S10', 'history', 'of an operation, against 10,000'],              ['readGrowth', 'times', atMost(1.25)],    HISTORY),
  row(['S10', 'history', 'of one, half of them one walk'],                ['walkedGrowth', 'times', atMost(1.25)],  HISTORY),
  row(['S11', 'virtual-time', 'an idle day, processor time'],             ['dayS', 's', atMost(0.1)],               VIRTUAL),
  row(['S11', 'virtual-time', 'live heap, second half of an idle month'], ['monthMb', 'MB', atMost(1)],             VIRTUAL),
  row(['S11', 'seeds', '10,000 seeds of the stateful property, twice'],   ['wallS', 's', atMost(600)],              SEEDS, LONG),
  row(['S12', 'sessions', 'an idle trading session, 10,000 held'],        ['kb', 'KB', atMost(2.2)],                SESSIONS),
  row(['S13', 'nats', 'POST /orders of a member on NATS, by the wall'],   byTheWall(0.5),                           onNats(writes), NATS),
  row(['S13', 'nats', 'GET /me of that member, a second of its core'],    PER_SECOND,                               onNats(me), NATS),
  row(['S15', 'worlds', 'make a world, processor time'],                  ['makeMs', 'ms', atMost(6)],              WORLDS),
  row(['S15', 'worlds', 'reset a world, processor time'],                 ['resetMs', 'ms', atMost(5)],             WORLDS),
  row(['S15', 'worlds', 'fork a world of 10,000 orders, processor time'], ['forkMs', 'ms', atMost(20)],             WORLDS),
  row(['C1', 'ci', '.ci/run'],                                            ['wallS', 's', atMost(420)],              [executed('.ci/run')], LONG),
];

/** Every row, or those of these ids or names; a message if there is no such row. */
export function namedRows(names: readonly string[]): readonly Row[] | string {
  const isNamed = ({ id, name }: Row, asked: string) => asked === name || asked === id;
  const unknown = names.filter((asked) => !ROWS.some((one) => isNamed(one, asked)));
  if (unknown.length > 0) {
    const known = new Set(ROWS.map(({ id, name }) => `${id} (${name})`));
    return `there is no row ${unknown.join(', ')}; there are ${[...known].join(', ')}`;
  }
  return ROWS.filter((one) => names.length === 0 || names.some((asked) => isNamed(one, asked)));
}

/** A line for each name: its id, and what it measures. */
export function rowLines(): readonly string[] {
  const named = Map.groupBy(ROWS, ({ id, name }) => `  ${id.padEnd(5)}${name.padEnd(16)}`);
  return [...named].map(([head, [first, ...more]]) => {
    const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return `${head}${first?.work}${rest}${first?.isLong === true ? ': takes minutes, so only where it is named' : ''}`;
  });
}
