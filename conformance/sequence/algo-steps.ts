/** Instances and their documents: create, configure, start, stop, delete, and wait for the engine's verdict. */
import fc from 'fast-check';
import { anyUser, manager, newestBack, precondition, reviewer } from './draws.ts';
import { onNewest } from './on-newest.ts';
import type { Play } from './play-state.ts';
import { PRECONDITIONS } from './records.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Write, Writer } from './writes.ts';
import { armOf, backOf } from './writes.ts';

/** `taken`: the document as the version accepts it. `refused`: as no version accepts it. */
type DocumentKind = 'taken' | 'refused';

const documentKind = fc.constantFrom<DocumentKind[]>('taken', 'refused');

/** A comment makes each text unique, so that a changed document is noticed. */
function documentOf({ driver, scene }: Play, kind: DocumentKind): string {
  const { document = '{}' } = scene.fixtures.algoVersion ?? {};
  const text = kind === 'taken' ? document : '{ "touchstone": "no version accepts this" }';
  return `${text}\n// ${driver.nextLetter()}`;
}

/** The name is the key, so that a second instance would be noticed. */
async function create(play: Play, writer: Writer, kind: DocumentKind): Promise<void> {
  const version = play.scene.fixtures.algoVersion;
  if (version === undefined) return;
  await play.introduce(writer);
  const letter = play.driver.nextLetter();
  const body = {
    algoVersionId: version.id,
    pool: version.pool,
    displayName: `touchstone-${play.driver.keyOf(writer, letter)}`,
    document: documentOf(play, kind),
  };
  await play.send({ writer, letter, write: { path: '/algos/instances', body } });
}

/** A step on the newest instance, which is created where there is none. */
function onSomeInstance(
  writer: Writer,
  words: string,
  run: (play: Play, path: string) => Promise<void>,
  ready?: (play: Play) => boolean,
): Step<Play> {
  return step(
    words,
    async (play: Play) => {
      if (play.records.instances.length === 0) await create(play, writer, 'taken');
      const [path] = play.records.instances;
      if (path !== undefined) await run(play, path);
    },
    ready,
  );
}

function configOf(play: Play, path: string, kind: DocumentKind, condition: Pick<Write, 'ifMatch'>): Write {
  return { method: 'PUT', path: `${path}/config`, body: { document: documentOf(play, kind) }, ...condition };
}

export const ALGO_STEPS: readonly Weighted<Play>[] = [
  drawn(4, [manager, documentKind], (writer, kind) =>
    step(`${writer} creates an instance with a document that is ${kind}`, (play: Play) => create(play, writer, kind)),
  ),
  drawn(3, [manager, newestBack, documentKind, precondition], (writer, back, kind, under) => {
    const words = `${writer} gives ${backOf('instance', back)} a document that is ${kind} ${PRECONDITIONS[under]}`;
    return onNewest('instances', back, words, async (play, path) => {
      const condition = await play.records.conditionOf(writer, path, under);
      await play.sendNew(writer, configOf(play, path, kind, condition));
    });
  }),
  // Two writes with the same ETag: the later one is stale.
  drawn(3, [reviewer], (writer) =>
    onSomeInstance(writer, `${writer} gives an instance two documents under one ETag`, async (play, path) => {
      const condition = await play.records.conditionOf(writer, path, 'fresh');
      await play.sendNew(writer, configOf(play, path, 'taken', condition));
      await play.sendNew(writer, configOf(play, path, 'taken', condition));
    }),
  ),
  // A running instance places orders, and on a shared target others may control it.
  drawn(5, [manager, fc.constantFrom('start', 'start', 'stop', 'delete'), newestBack], (writer, arm, back) =>
    onNewest(
      'instances',
      back,
      `${writer} tries to ${arm} ${backOf('instance', back)}`,
      (play, path) => play.sendNew(writer, armOf(path, arm)),
      ({ strict }) => strict || arm === 'delete',
    ),
  ),
  // A halt stops the instances of all users: only on the sandbox.
  drawn(3, [reviewer], (writer) =>
    onSomeInstance(
      writer,
      `${writer} starts an instance, halts all and starts it again`,
      async (play, path) => {
        await play.get(writer, '/algos/instances');
        await play.sendNew(writer, armOf(path, 'start'));
        await play.sendNew(writer, armOf('/algos', 'halt'));
        await play.get(writer, path);
        await play.sendNew(writer, armOf(path, 'start'));
        await play.get(writer, '/algos/instances', { limit: 100 });
      },
      ({ strict }) => strict,
    ),
  ),
  // A second document is offered while the first awaits the engine's verdict; then the verdict comes.
  drawn(5, [reviewer, documentKind, precondition], (writer, kind, under) =>
    onSomeInstance(
      writer,
      `${writer} gives an instance a document that will be ${kind}, and another one ${PRECONDITIONS[under]} while the engine holds its verdict`,
      async (play, path) => {
        const letter = play.driver.nextLetter();
        await play.driver.holdEngine(writer, letter);
        await play.send({ writer, letter, write: configOf(play, path, kind, {}) });
        const condition = await play.records.conditionOf(writer, path, under);
        const second = configOf(play, path, 'taken', condition);
        await play.sendNew(writer, second);
        await play.get(writer, `${path}/configs`);
        await play.driver.release(letter);
        await play.get(writer, `${path}/configs`);
        await play.sendNew(writer, second);
      },
      ({ controlled }) => controlled,
    ),
  ),
  drawn(3, [anyUser, newestBack], (reader, back) =>
    onNewest(
      'instances',
      back,
      `${reader} reads ${backOf('instance', back)}, its documents and its orders`,
      async (play, path) => {
        for (const part of ['', '/configs', '/configs/1']) await play.get(reader, `${path}${part}`);
        await play.get(reader, `${path}/orders`, { limit: 100 });
      },
    ),
  ),
];
