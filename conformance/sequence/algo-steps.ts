/** Instances and their documents: create, configure, start, stop, delete, and wait for the engine's verdict. */
import type { Driver, Write, Writer } from './driver.ts';
import { introduce, sendAnew } from './record-writes.ts';
import type { Precondition } from './records.ts';
import { conditionOf, PRECONDITIONS } from './records.ts';
import type { Back, SequenceModel, Step } from './step.ts';
import { step } from './step.ts';
import { send } from './writing.ts';

/** `taken`: the document as the version accepts it. `refused`: as no version accepts it. */
export type DocumentKind = 'taken' | 'refused';

/** A comment makes each text unique, so that a changed document is noticed. */
function documentOf(driver: Driver, kind: DocumentKind): string {
  const { document = '{}' } = driver.scene.fixtures.algoVersion ?? {};
  const text = kind === 'taken' ? document : '{ "touchstone": "no version takes this" }';
  return `${text}\n// ${driver.nextLetter()}`;
}

/** The name is the key, so that a second instance would be noticed. */
async function create(driver: Driver, model: SequenceModel, writer: Writer, kind: DocumentKind): Promise<void> {
  const version = driver.scene.fixtures.algoVersion;
  if (version === undefined) return;
  await introduce(driver, model, writer);
  const letter = driver.nextLetter();
  const body = {
    algoVersionId: version.id,
    pool: version.pool,
    displayName: `touchstone-${driver.keyOf(writer, letter)}`,
    document: documentOf(driver, kind),
  };
  await send(driver, model, { writer, letter, write: { path: '/algos/instances', body } });
}

/** Creates an instance under a new key with a document that the engine accepts or refuses. */
export function createInstance(writer: Writer, kind: DocumentKind): Step {
  return step({
    words: `${writer} creates an instance with a document that is ${kind}`,
    run: (driver, model) => create(driver, model, writer, kind),
  });
}

const INSTANCE_BACK = { 0: 'the newest instance', 1: 'the instance before the newest' } as const;

/** Gives one of the newest instances another document, with or without a precondition. */
export function configure(writer: Writer, back: Back, kind: DocumentKind, precondition: Precondition): Step {
  return step({
    words: `${writer} gives ${INSTANCE_BACK[back]} a document that is ${kind} ${PRECONDITIONS[precondition]}`,
    ready: ({ records }) => records.instances.length > back,
    run: async (driver, model) => {
      const path = model.records.instances[back];
      if (path === undefined) return;
      const condition = await conditionOf(driver, model.records, writer, path, precondition);
      await sendAnew(driver, model, writer, configOf(driver, path, kind, condition));
    },
  });
}

function configOf(driver: Driver, path: string, kind: DocumentKind, condition: Pick<Write, 'ifMatch'>): Write {
  return { method: 'PUT', path: `${path}/config`, body: { document: documentOf(driver, kind) }, ...condition };
}

/** Two writes with the same ETag: the later one is stale. */
export function configureTwice(writer: Writer): Step {
  return step({
    words: `${writer} gives an instance two documents under one ETag`,
    run: async (driver, model) => {
      const path = await someInstance(driver, model, writer);
      if (path === undefined) return;
      const condition = await conditionOf(driver, model.records, writer, path, 'fresh');
      await sendAnew(driver, model, writer, configOf(driver, path, 'taken', condition));
      await sendAnew(driver, model, writer, configOf(driver, path, 'taken', condition));
    },
  });
}

async function someInstance(driver: Driver, model: SequenceModel, writer: Writer): Promise<string | undefined> {
  if (model.records.instances.length === 0) await create(driver, model, writer, 'taken');
  return model.records.instances[0];
}

/** The actions on an instance that steps draw from; `start` is drawn twice as often. */
export const INSTANCE_ARMS = ['start', 'start', 'stop', 'delete'] as const;
export type InstanceArm = (typeof INSTANCE_ARMS)[number];

/** A running instance places orders, and on a shared target others may control it. */
export function moveInstance(writer: Writer, arm: InstanceArm, back: Back): Step {
  return step({
    words: `${writer} would ${arm} ${INSTANCE_BACK[back]}`,
    ready: ({ records, strict }) => records.instances.length > back && (strict || arm === 'delete'),
    run: async (driver, model) => {
      const path = model.records.instances[back];
      if (path !== undefined) await sendAnew(driver, model, writer, { path: `${path}/${arm}`, body: {} });
    },
  });
}

/** A halt stops everybody's instances: only on the sandbox. */
export function haltStory(writer: Writer): Step {
  return step({
    words: `${writer} starts an instance, halts all and starts it again`,
    ready: ({ strict }) => strict,
    run: async (driver, model) => {
      const path = await someInstance(driver, model, writer);
      if (path === undefined) return;
      await driver.get(writer, '/algos/instances');
      await sendAnew(driver, model, writer, { path: `${path}/start`, body: {} });
      await sendAnew(driver, model, writer, { path: '/algos/halt', body: {} });
      await driver.get(writer, path);
      await sendAnew(driver, model, writer, { path: `${path}/start`, body: {} });
      await driver.get(writer, '/algos/instances', { limit: 100 });
    },
  });
}

/** A second document is offered while the first awaits the engine's verdict; then the verdict comes. */
export function pendingStory(writer: Writer, kind: DocumentKind, precondition: Precondition): Step {
  return step({
    words: `${writer} gives an instance a document that will be ${kind}, and another one ${PRECONDITIONS[precondition]} while the engine holds its verdict`,
    ready: ({ controlled }) => controlled,
    run: async (driver, model) => {
      const path = await someInstance(driver, model, writer);
      if (path === undefined) return;
      const letter = driver.nextLetter();
      await driver.holdEngine(writer, letter);
      await send(driver, model, { writer, letter, write: configOf(driver, path, kind, {}) });
      const condition = await conditionOf(driver, model.records, writer, path, precondition);
      const second = configOf(driver, path, 'taken', condition);
      await sendAnew(driver, model, writer, second);
      await driver.get(writer, `${path}/configs`);
      await driver.letGo(letter);
      await driver.get(writer, `${path}/configs`);
      await sendAnew(driver, model, writer, second);
    },
  });
}

/** Every read that serves part of an instance. */
export function readInstance(reader: Writer, back: Back): Step {
  return step({
    words: `${reader} reads ${INSTANCE_BACK[back]}, its documents and its orders`,
    ready: ({ records }) => records.instances.length > back,
    run: async (driver, { records }) => {
      const path = records.instances[back];
      if (path === undefined) return;
      await driver.get(reader, path);
      await driver.get(reader, `${path}/configs`);
      await driver.get(reader, `${path}/configs/1`);
      await driver.get(reader, `${path}/orders`, { limit: 100 });
    },
  });
}
