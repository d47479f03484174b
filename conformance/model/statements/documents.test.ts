import { unanswered } from '../../testing/sample-history.ts';
import { cases, pageOf, readOf, refusedAt, wrote } from '../../testing/sample-story.ts';

const PATH = '/algos/instances/3';
const CONFIGS = `${PATH}/configs`;
const documents = (position: number, ...rows: readonly object[]) => pageOf(CONFIGS, position, rows);
const listed = (position: number, ...seqs: number[]) => documents(position, ...seqs.map((seq) => ({ seq })));
const put = (position: number, row: object, ifMatch?: number) =>
  wrote(`PUT ${PATH}/config`, position, row, ifMatch === undefined ? {} : { ifMatch: `"${ifMatch}"` });
const seq = (position: number, made: number, named?: number) => put(position, { seq: made }, named);
const instance = (position: number, configSeq: number) => readOf(PATH, position, { instanceId: 3, configSeq });
const firstPage = (made: number) => pageOf(`${CONFIGS}?limit=1`, 2, [{ seq: made }], { next: 'n' });

// biome-ignore format: an aligned table
cases('T19', [
  ['pass',     '1 to n',                                          [listed(2, 1, 2, 3)]],
  ['pass',     'n to 1',                                          [listed(2, 3, 2, 1)]],
  ['violated', 'one is left out',                                 [listed(2, 1, 3)]],
  ['violated', 'they begin at 2',                                 [listed(2, 2, 3)]],
  ['pass',     'a page that is not the whole',                    [firstPage(2)]],
  ['violated', 'two pages that make up the whole',                [firstPage(1), pageOf(`${CONFIGS}?limit=1&cursor=n`, 2, [{ seq: 3 }])]],
  ['pass',     'as many as the instance counts',                  [listed(2, 1, 2), instance(2, 2)]],
  ['violated', 'fewer than the instance counts',                  [listed(2, 1, 2), instance(2, 3)]],
  ['pass',     'fewer than the instance counts later',            [listed(2, 1, 2), instance(3, 3)]],
  ['pass',     'a condition, and the next document',              [seq(2, 2, 1), seq(3, 3, 2)]],
  ['violated', 'a condition, and a document other than the next', [seq(2, 3, 1)]],
  ['violated', 'two writes under one condition',                  [seq(2, 2, 1), seq(3, 2, 1)]],
  ['pass',     'two writes without a condition',                  [seq(2, 2), seq(3, 3)]],
]);

const staged = (position: number, made: number) => put(position, { seq: made, outcome: 'STAGED' });
const outcomes = (position: number, ...all: string[]) =>
  documents(position, ...all.map((outcome, i) => ({ seq: i + 1, outcome })));

// biome-ignore format: an aligned table
cases('T20', [
  ['pass',     'one after the verdict on another',              [staged(2, 1), outcomes(3, 'APPLIED'), staged(4, 2)]],
  ['violated', 'two that wait',                                 [outcomes(3, 'STAGED', 'STAGED')]],
  ['pass',     'the later one waits',                           [outcomes(3, 'APPLIED', 'STAGED')]],
  ['violated', 'one accepted while the one before still waits', [staged(4, 2), outcomes(5, 'STAGED', 'APPLIED')]],
  ['pass',     'one refused while another waits',               [staged(2, 1), refusedAt(`PUT ${PATH}/config`, 4, 'CONFIG_PENDING'), outcomes(5, 'STAGED')]],
  ['pass',     'one that waited before',                        [outcomes(3, 'STAGED'), staged(4, 2)]],
]);

const STAGED = { seq: 1, document: '{}', outcome: 'STAGED', outcomeAtNs: null, detail: null };
const APPLIED = { ...STAGED, outcome: 'APPLIED', outcomeAtNs: '5' };
const REFUSED = { ...STAGED, outcome: 'REFUSED', outcomeAtNs: '5', detail: 'why' };
const read = (position: number, document: object) => readOf(`${CONFIGS}/1`, position, document);

// biome-ignore format: an aligned table
cases('T21', [
  ['pass',     'staged, then applied',              [put(2, STAGED), read(3, STAGED), read(4, APPLIED), read(5, APPLIED)]],
  ['pass',     'staged, then refused',              [put(2, STAGED), read(4, REFUSED)]],
  ['violated', 'applied, then staged',              [read(3, APPLIED), read(4, STAGED)]],
  ['violated', 'applied, then refused',             [read(3, APPLIED), read(4, REFUSED)]],
  ['violated', 'applied again at another time',     [read(3, APPLIED), read(4, { ...APPLIED, outcomeAtNs: '6' })]],
  ['violated', 'with an unknown outcome',           [read(3, { ...STAGED, outcome: 'LOST' })]],
  ['violated', 'staged with a time',                [read(3, { ...STAGED, outcomeAtNs: '5' })]],
  ['violated', 'applied without one',               [read(3, { ...APPLIED, outcomeAtNs: null })]],
  ['violated', 'applied with a detail',             [read(3, { ...APPLIED, detail: 'why' })]],
  ['pass',     'another instance has another text', [put(2, STAGED), readOf('/algos/instances/4/configs/1', 3, { ...STAGED, document: '' })]],
]);

const third = (status?: string) => ({ instanceId: 3, ...(status && { status }) });
const deleted = wrote(`POST ${PATH}/delete`, 4, third('DELETED'));

// biome-ignore format: an aligned table
cases('T22', [
  ['pass',     'it stays deleted',                           [readOf(PATH, 3, third('STOPPED')), deleted, readOf(PATH, 5, third('DELETED'))]],
  ['violated', 'its answer shows it as stopped',             [wrote(`POST ${PATH}/delete`, 4, third('STOPPED'))]],
  ['pass',     'its answer does not show its state',         [wrote(`POST ${PATH}/delete`, 4, third()), readOf(PATH, 5, third())]],
  ['violated', 'it is gone',                                 [deleted, readOf(PATH, 5, null)]],
  ['violated', 'its orders are gone with it',                [deleted, readOf(`${PATH}/orders`, 5, null)]],
  ['pass',     'it was not there before',                    [readOf(PATH, 3, null), deleted]],
  ['violated', 'it was listed as deleted, and is no longer', [pageOf('/algos/instances', 3, [third('DELETED')]), readOf(PATH, 4, third('STOPPED'))]],
  ['pass',     'a document of it is there',                  [deleted, readOf(`${PATH}/configs/1`, 5, { seq: 1 })]],
  ['violated', 'a document of it is gone',                   [readOf(`${PATH}/configs/1`, 3, { seq: 1 }), deleted, readOf(`${PATH}/configs/1`, 5, null)]],
  ['pass',     'a document that never existed',              [deleted, readOf(`${PATH}/configs/9`, 5, null)]],
]);

const row = (instanceId: number, status: string) => ({ instanceId, status });
const started = (id: number) => row(id, 'STARTED');
const stopped = (id: number) => row(id, 'STOPPED');
const shown = (position: number, ...rows: object[]) => pageOf('/algos/instances', position, rows);
const start = (id: number, position: number) => wrote(`POST /algos/instances/${id}/start`, position, started(id));
const stop = (id: number, position: number) => wrote(`POST /algos/instances/${id}/stop`, position, stopped(id));
const halt = (position: number, count: number) => wrote('POST /algos/halt', position, { count });
const lost = (act: string) => unanswered(`POST /algos/${act}`, { key: 'k', actor: 'admin' });

// biome-ignore format: an aligned table
cases('T23', [
  ['pass',     'counts the instances that were started',                [shown(2, started(1), stopped(2)), start(2, 3), halt(4, 2)]],
  ['violated', 'counts instances that were stopped before',             [shown(2, started(1), started(2)), stop(2, 3), halt(4, 2)]],
  ['violated', 'counts too few',                                        [shown(2, started(1), started(2)), halt(4, 1)]],
  ['pass',     'counts none the second time',                           [shown(2, started(1)), halt(3, 1), halt(4, 0)]],
  ['violated', 'counts instances that it had already stopped',          [shown(2, started(1)), halt(3, 1), halt(4, 1)]],
  ['pass',     'counts instances that were never listed',               [start(1, 2), halt(4, 7)]],
  ['pass',     'counts an instance that a lost start may have started', [shown(2, stopped(1)), lost('instances/1/start'), halt(4, 1)]],
  ['pass',     'counts an instance that a lost halt may have stopped',  [shown(2, started(1)), lost('halt'), halt(4, 0)]],
  ['pass',     'stops the started instances',                           [start(1, 2), halt(3, 1), readOf('/algos/instances/1', 4, stopped(1))]],
  ['violated', 'leaves one started',                                    [start(1, 2), halt(3, 1), readOf('/algos/instances/1', 4, started(1))]],
  ['violated', 'leaves one started at its own position',                [start(1, 2), halt(3, 1), shown(3, started(1))]],
  ['pass',     'is followed by a start',                                [halt(3, 0), start(1, 4), shown(5, started(1))]],
  ['pass',     'comes after a read',                                    [readOf('/algos/instances/1', 2, started(1)), halt(3, 1)]],
], { about: 'a halt that', isOfSandbox: true });
