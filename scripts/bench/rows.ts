/** The rows of the bench, in the order of shared/performance.md: one figure each. */
import { WITHOUT_NATS } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { onEveryCore } from './cores.ts';
import { holding, orderWeight } from './growth.ts';
import { load } from './load.ts';
import type { Bound, Peer, Row, Side } from './row.ts';
import { me, orders, pagesAndWrites, writes } from './scenes.ts';
import {
  heavyPeersLack,
  koa,
  koaStore,
  memberOnNats,
  mockoon,
  nodeHttp,
  prism,
  type Server,
  sandbox,
  ws,
} from './servers.ts';
import { executed, firstAnswer, idleSessions, ran, resident, started } from './sides.ts';

type Work = readonly [id: string, name: string, work: string];
type Measured = readonly [figure: string, unit: string, wanted?: Bound];

function row(
  [id, name, work]: Work,
  [figure, unit, wanted]: Measured,
  own: Side,
  peer?: Peer,
  more: Partial<Row> = {},
): Row {
  return { id, name, work, figure, unit, own, ...(wanted && { wanted }), ...(peer && { peer }), ...more };
}

const atLeast = (bound: number): Bound => ({ atLeast: bound });
const atMost = (bound: number): Bound => ({ atMost: bound });

const USED = sandbox();
const QUIET = sandbox(['--quiet']);
const DURABLE = load(sandbox(['--data', '{folder}/data']), writes);
const NPM = sandbox([], 'npm start');
const INSTALLED = sandbox([], 'the installed package');
/** As a user runs it, and beside it without its log of requests. */
const LOGS = [
  ['with its request log', USED],
  ['with --quiet', QUIET],
] as const;

const KOA = 'koa + @koa/router';
const SAME = `${KOA}, the same bytes`;
const program = (name: string): Side => ran(`scripts/bench/programs/${name}.ts`);
const against = (name: string, side: Side): Peer => ({ name, side });
const [startedKoa, residentKoa] = [against(KOA, started(koa)), against(KOA, resident(koa))];
const oneSandbox = (of: Side): Peer => against('one sandbox', of);

// Rows of one side are measured together.
const check = ran('scripts/touchstone.mjs', ['check', '--quiet', '--out', '{folder}'], onEveryCore);
const [memory, installedMemory] = [resident(USED), resident(INSTALLED)];
const [many, few] = [holding(100_000), against('with 1,000 orders', holding(1_000))];
const [history, virtualTime, worlds] = [program('history'), program('virtual-time'), program('worlds')];
const ON_NATS = { lacks: () => WITHOUT_NATS };
const LONG = { isLong: true };

// biome-ignore format: an aligned table
const ROWS: readonly Row[] = [
  row(['V5', 'check', 'touchstone check on its own sandbox'],      ['wallS', 's', atMost(10)],       check),
  row(['V5', 'check', 'the same, processor time'],                 ['processorS', 's', atMost(12)],  check),
  row(['V6', 'start', 'npm start to the ready line'],              ['readyMs', 'ms', atMost(2.2)],   started(NPM), startedKoa),
  row(['V6', 'start', 'the bare command to the ready line'],       ['readyMs', 'ms'],                started(USED), startedKoa),
  row(['V6', 'start', 'the installed package to the ready line'],  ['readyMs', 'ms'],                started(INSTALLED), startedKoa),
  row(['V6', 'start', 'its first answer, less a warm one'],        ['beyondMs', 'ms', atMost(30)],   firstAnswer(USED)),
  ...LOGS.flatMap(([log, own]) => [
    row(['S1', 'read', `GET of one order in turn, ${log}`],        ['perSecond', 'requests/s', atLeast(0.6)], load(own, orders), against(SAME, load(koa, orders))),
    row(['S1', 'read', `GET /me, ${log}`],                         ['perSecond', 'requests/s', atLeast(0.6)], load(own, me), against(SAME, load(koa, me))),
  ]),
  ...LOGS.map(([log, own]) =>
    row(['S2', 'page', `pages of 100 in turn, a write after 20, ${log}`], ['perSecond', 'requests/s', atLeast(0.6)], load(own, pagesAndWrites), against(`${SAME}, and a store`, load(koaStore, pagesAndWrites)))),
  ...LOGS.map(([log, own]) =>
    row(['S3', 'write', `POST /orders, ${log}`],                   ['perSecond', 'requests/s', atLeast(0.5)], load(own, writes), against('koa + koa-body + ajv + a store', load(koaStore, writes)))),
  row(['S4', 'durable-writes', 'POST /orders with --data, by the wall'], ['wallPerSecond', 'requests/s', atLeast(0.6)], DURABLE, against('in memory', load(USED, writes))),
  row(['S4', 'durable-writes', 'the same against the disk'],       ['wallPerSecond', 'records/s'],   DURABLE, against('write and fdatasync, 64 records at a time', program('synced-writes'))),
  row(['S6', 'memory', 'memory after start'],                      ['startMb', 'MB', atMost(1.4)],   memory, residentKoa),
  row(['S6', 'memory', 'memory after the document was read'],      ['documentMb', 'MB', atMost(1.6)], memory, residentKoa),
  row(['S6', 'memory', 'the installed package after start'],       ['startMb', 'MB', atMost(1.4)],   installedMemory, residentKoa),
  row(['S6', 'memory', 'the same after the document was read'],    ['documentMb', 'MB', atMost(1.6)], installedMemory, residentKoa),
  row(['S7', 'growth', 'a page of 100 with 100,000 orders'],       ['pageUs', 'µs', atMost(1.3)],    many, few),
  row(['S7', 'growth', 'one order of 100,000'],                    ['rowUs', 'µs', atMost(1.3)],     many, few),
  row(['S7', 'growth', 'a write with 100,000 orders'],             ['writeUs', 'µs', atMost(1.3)],   many, few),
  row(['S7', 'growth', 'live heap of an order, of 100,000'],       ['kb', 'KB', atMost(5)],          orderWeight(100_000)),
  row(['S10', 'history', '100,000 operations, every statement'],   ['readS', 's', atMost(2)],        history),
  // Of n log n: 1.25.
  row(['S10', 'history', 'of an operation, against 10,000'],       ['readGrowth', 'times', atMost(1.25)], history),
  row(['S10', 'history', 'of one, half of them one walk'],         ['walkedGrowth', 'times', atMost(1.25)], history),
  row(['S11', 'virtual-time', 'an idle day, processor time'],      ['dayS', 's', atMost(0.1)],       virtualTime),
  row(['S11', 'virtual-time', 'live heap, second half of an idle month'], ['monthMb', 'MB', atMost(1)], virtualTime),
  row(['S11', 'seeds', '10,000 seeds of the stateful property, twice'], ['wallS', 's', atMost(600)], ran('scripts/proof/soak.ts', ['seeds'], onEveryCore), undefined, LONG),
  row(['S12', 'sessions', 'an idle trading session, 10,000 held'], ['kb', 'KB', atMost(2.2)],        idleSessions(USED, '/v1/ws/trading'), against('ws', idleSessions(ws, '/'))),
  row(['S13', 'nats', 'POST /orders through a member on NATS, by the wall'], ['wallPerSecond', 'requests/s', atLeast(0.5)], load(memberOnNats, writes), oneSandbox(load(QUIET, writes)), ON_NATS),
  row(['S13', 'nats', 'GET /me of that member, a second of its core'], ['perSecond', 'requests/s'],  load(memberOnNats, me), oneSandbox(load(QUIET, me)), ON_NATS),
  row(['S15', 'worlds', 'make a world, processor time'],           ['makeMs', 'ms', atMost(6)],      worlds),
  row(['S15', 'worlds', 'reset a world, processor time'],          ['resetMs', 'ms', atMost(5)],     worlds),
  row(['S15', 'worlds', 'fork a world of 10,000 orders, processor time'], ['forkMs', 'ms', atMost(20)], worlds),
  row(['C1', 'ci', '.ci/run'],                                     ['wallS', 's', atMost(420)],      executed('.ci/run'), undefined, LONG),
  row(['P1', 'peers', 'GET of one order in turn'],                 ['perSecond', 'requests/s'],      load(USED, orders), against('node:http, the same bytes', load(nodeHttp, orders))),
  ...mockServer('Prism', prism),
  ...mockServer('Mockoon', mockoon),
];

/** A mock server of the sandbox's own document. */
function mockServer(name: string, server: Server): readonly Row[] {
  const more = { lacks: heavyPeersLack };
  const loadedPeer = against(name, load(server, writes, { warm: 2_000 }));
  return [
    row(['P1', 'peers', 'POST /orders'], ['perSecond', 'requests/s'], load(USED, writes), loadedPeer, more),
    row(
      ['P1', 'peers', 'process start to ready'],
      ['readyMs', 'ms'],
      started(USED),
      against(name, started(server)),
      more,
    ),
    row(
      ['P1', 'peers', 'memory after start'],
      ['startMb', 'MB'],
      resident(USED),
      against(name, resident(server)),
      more,
    ),
  ];
}

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
