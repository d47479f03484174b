/** Writes to rows that cannot be deleted: a portfolio and an account that are renamed, and the clerk's capabilities. */
import type { Driver, Letter, Write, Writer } from './driver.ts';
import { introduce, sendAnew } from './record-writes.ts';
import type { Precondition } from './records.ts';
import { conditionOf, PRECONDITIONS, readRow, STANDING, standing } from './records.ts';
import type { SequenceModel, Step } from './step.ts';
import { step } from './step.ts';
import { send, submitOf } from './writing.ts';

export type Named = 'portfolio' | 'account';
/** Index of one of the row's two names. */
export type NameIndex = 0 | 1;

const NAMES = { 0: 'its own name', 1: 'its other name' } as const;

function renameOf(which: Named, path: string, to: NameIndex): Write {
  return { method: 'PUT', path, body: { displayName: STANDING[which].names[to] } };
}

/** Renames the suite's portfolio or account, with or without a precondition. */
export function rename(writer: Writer, which: Named, to: NameIndex, precondition: Precondition): Step {
  return step({
    words: `${writer} gives the ${which} ${NAMES[to]} ${PRECONDITIONS[precondition]}`,
    run: async (driver, model) => {
      const path = await standing(driver, model.records, which);
      if (path === undefined) return;
      const condition = await conditionOf(driver, model.records, writer, path, precondition);
      await sendAnew(driver, model, writer, { ...renameOf(which, path, to), ...condition });
    },
  });
}

/** Two writes with the same version: the later one is stale. */
export function renameTwice(writer: Writer, which: Named): Step {
  return step({
    words: `${writer} reads the ${which} and renames it twice under that ETag`,
    run: async (driver, model) => {
      const path = await standing(driver, model.records, which);
      if (path === undefined) return;
      const condition = await conditionOf(driver, model.records, writer, path, 'fresh');
      for (const to of [1, 0] as const) {
        await sendAnew(driver, model, writer, { ...renameOf(which, path, to), ...condition });
      }
    },
  });
}

/** The verdict on a rename is held, and a retry waits with it. */
export function heldRename(writer: Writer, deadlineMs: number | undefined): Step {
  const passes = deadlineMs === undefined ? '' : ', both are answered 202';
  return step({
    words: `${writer} renames the portfolio and again in flight${passes}; the verdict comes`,
    ready: ({ controlled }) => controlled,
    run: async (driver, model) => {
      const path = await standing(driver, model.records, 'portfolio');
      if (path === undefined) return;
      await introduce(driver, model, writer);
      const writing = { writer, letter: driver.nextLetter(), write: renameOf('portfolio', path, 1) };
      await driver.hold(writing.letter);
      await send(driver, model, writing);
      await send(driver, model, writing);
      await driver.get(writer, path);
      if (deadlineMs !== undefined) await driver.advance(deadlineMs);
      await driver.letGo(writing.letter);
    },
  });
}

/** Renames the portfolio, and the response is dropped. */
export function renameAndLoseAnswer(writer: Writer, to: NameIndex): Step {
  return step({
    words: `${writer} gives the portfolio ${NAMES[to]} and the answer is lost`,
    ready: ({ controlled }) => controlled,
    run: async (driver, model) => {
      const path = await standing(driver, model.records, 'portfolio');
      if (path === undefined) return;
      await introduce(driver, model, writer);
      const letter: Letter = driver.nextLetter();
      await driver.loseAnswer(writer, letter);
      await send(driver, model, { writer, letter, write: renameOf('portfolio', path, to) });
    },
  });
}

/** A row that cannot be deleted: only on the sandbox. Its name is the key, so that a second one would be noticed. */
export function createPortfolio(writer: Writer): Step {
  return step({
    words: `${writer} creates a portfolio`,
    ready: ({ strict }) => strict,
    run: async (driver, model) => {
      await introduce(driver, model, writer);
      const letter = driver.nextLetter();
      const body = { displayName: `touchstone-${driver.keyOf(writer, letter)}` };
      await send(driver, model, { writer, letter, write: { path: '/portfolios', body } });
    },
  });
}

/** Names the account by each of its two names: one of them resolves to nothing. */
export function submitByName(writer: Writer, to: NameIndex): Step {
  return step({
    words: `${writer} submits an order for the account by ${NAMES[to]}`,
    run: async (driver, model) => {
      if ((await standing(driver, model.records, 'account')) === undefined) return;
      const order = driver.order(writer, { accountId: undefined, account: STANDING.account.names[to] });
      await sendAnew(driver, model, writer, submitOf(order));
    },
  });
}

/** The sets of capabilities that the clerk is granted. */
export const GRANTS = [
  [],
  ['orders:trade'],
  ['TRADER'],
  ['users:manage', 'orders:trade'],
  ['credentials:propose', 'algos:manage'],
] as const;

export type Grant = (typeof GRANTS)[number];

async function put(driver: Driver, model: SequenceModel, granter: Writer, capabilities: Grant): Promise<boolean> {
  const { records } = model;
  const path = await standing(driver, records, 'clerk');
  if (path === undefined) return false;
  records.granted = true;
  await sendAnew(driver, model, granter, { method: 'PUT', path, body: { capabilities } });
  return true;
}

/** Sets the clerk's capabilities and reads the row. */
export function grant(granter: Writer, capabilities: Grant): Step {
  return step({
    words: `${granter} grants the clerk ${capabilities.join(' and ') || 'nothing'}`,
    run: async (driver, model) => {
      if (await put(driver, model, granter, capabilities))
        await readRow(driver, model.records, granter, model.records.standing.get('clerk') ?? '');
    },
  });
}

/** The clerk submits an order with the same token after each change of their capabilities. */
export function grantAndAct(granter: Writer, between: readonly Grant[]): Step {
  return step({
    words: `the clerk submits an order after each time that ${granter} grants them ${between.map((some) => some.join(' and ') || 'nothing').join(', then ')}`,
    run: async (driver, model) => {
      for (const capabilities of between) {
        if (!(await put(driver, model, granter, capabilities)) || !driver.hasClerk) return;
        await driver.get('clerk', '/me');
        await sendAnew(driver, model, 'clerk', submitOf(driver.order('clerk')));
      }
    },
  });
}

/** Submits an order as the clerk, whatever they may do. */
export function clerkSubmits(): Step {
  return step({
    words: 'the clerk submits an order',
    run: async (driver, model) => {
      if (!driver.hasClerk || (await standing(driver, model.records, 'clerk')) === undefined) return;
      await sendAnew(driver, model, 'clerk', submitOf(driver.order('clerk')));
    },
  });
}

/** Renames the portfolio as the clerk, whatever they may do. */
export function clerkRenames(to: NameIndex): Step {
  return step({
    words: `the clerk gives the portfolio ${NAMES[to]}`,
    run: async (driver, model) => {
      if (!driver.hasClerk || (await standing(driver, model.records, 'clerk')) === undefined) return;
      const path = await standing(driver, model.records, 'portfolio');
      if (path !== undefined) await sendAnew(driver, model, 'clerk', renameOf('portfolio', path, to));
    },
  });
}
