/** Writes to rows that cannot be deleted: a portfolio and an account that are renamed, and the clerk's capabilities. */
import fc from 'fast-check';
import { manager, precondition, reviewer } from './draws.ts';
import { anyDeadline } from './order-steps.ts';
import type { Play } from './play-state.ts';
import type { StandingRow } from './records.ts';
import { PRECONDITIONS, STANDING } from './records.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Write, Writer } from './writes.ts';
import { submitOf, UNHELD_KEY } from './writes.ts';

/** A step on one of the suite's own rows; nothing is done where the target refuses to create it. */
function onStanding(
  which: StandingRow,
  words: string,
  run: (play: Play, path: string) => unknown,
  ready?: (play: Play) => boolean,
): Step<Play> {
  return step(
    words,
    async (play: Play) => {
      const path = await play.records.standing(which);
      if (path !== undefined) await run(play, path);
    },
    ready,
  );
}

const named = fc.constantFrom<('portfolio' | 'account')[]>('portfolio', 'portfolio', 'account');
/** The index of one of a row's two names. */
const nameIndex = fc.constantFrom<(0 | 1)[]>(0, 1);
const NAMES = { 0: 'its own name', 1: 'its other name' } as const;

/** The write that gives a row one of its names. */
export function renameOf(which: 'portfolio' | 'account', path: string, to: 0 | 1): Write {
  return { method: 'PUT', path, body: { displayName: STANDING[which].names[to] } };
}

/** The verdict on a rename is held, and a retry waits with it. */
function heldRename(writer: Writer, deadlineMs: number | undefined): Step<Play> {
  const passes = deadlineMs === undefined ? '' : ', both are answered 202';
  return onStanding(
    'portfolio',
    `${writer} renames the portfolio and again in flight${passes}; the verdict comes`,
    async (play, path) => {
      await play.introduce(writer);
      const writing = { writer, letter: play.driver.nextLetter(), write: renameOf('portfolio', path, 1) };
      await play.driver.hold(writing.letter);
      await play.send(writing);
      await play.send(writing);
      await play.get(writer, path);
      if (deadlineMs !== undefined) await play.driver.advance(deadlineMs);
      await play.driver.release(writing.letter);
    },
    ({ controlled }) => controlled,
  );
}

/** The sets of capabilities that the clerk is granted. */
const GRANTS = [
  [],
  ['orders:trade'],
  ['TRADER'],
  ['users:manage', 'orders:trade'],
  ['credentials:propose', 'algos:manage'],
] as const;

type Grant = (typeof GRANTS)[number];

const wordsOf = (capabilities: Grant): string => capabilities.join(' and ') || 'nothing';

/** The write that sets the clerk's capabilities. */
export function grantOf(play: Play, path: string, capabilities: readonly string[]): Write {
  play.records.granted = true;
  return { method: 'PUT', path, body: { capabilities } };
}

export const REGISTER_STEPS: readonly Weighted<Play>[] = [
  drawn(5, [manager, named, nameIndex, precondition], (writer, which, to, condition) =>
    onStanding(which, `${writer} gives the ${which} ${NAMES[to]} ${PRECONDITIONS[condition]}`, async (play, path) => {
      const conditional = await play.records.conditionOf(writer, path, condition);
      await play.sendNew(writer, { ...renameOf(which, path, to), ...conditional });
    }),
  ),
  // Two writes with the same version: the later one is stale.
  drawn(4, [reviewer, named], (writer, which) =>
    onStanding(which, `${writer} reads the ${which} and renames it twice under that ETag`, async (play, path) => {
      const conditional = await play.records.conditionOf(writer, path, 'fresh');
      for (const to of [1, 0] as const) await play.sendNew(writer, { ...renameOf(which, path, to), ...conditional });
    }),
  ),
  // A row that cannot be deleted: only on the sandbox. Its name is the key, so that a second one would be noticed.
  drawn(2, [manager], (writer) =>
    step(
      `${writer} creates a portfolio`,
      async (play) => {
        await play.introduce(writer);
        const letter = play.driver.nextLetter();
        const body = { displayName: `touchstone-${play.driver.keyOf(writer, letter)}` };
        await play.send({ writer, letter, write: { path: '/portfolios', body } });
      },
      ({ strict }) => strict,
    ),
  ),
  drawn(5, [reviewer, anyDeadline], heldRename),
  drawn(2, [reviewer, nameIndex], (writer, to) =>
    onStanding(
      'portfolio',
      `${writer} gives the portfolio ${NAMES[to]} and the answer is lost`,
      async (play, path) => {
        await play.introduce(writer);
        const letter = play.driver.nextLetter();
        await play.driver.loseAnswer(writer, letter);
        await play.send({ writer, letter, write: renameOf('portfolio', path, to) });
      },
      ({ controlled }) => controlled,
    ),
  ),
  // Names the account by each of its two names: one of them resolves to nothing.
  drawn(3, [fc.constantFrom<Writer[]>('trader', 'admin'), nameIndex], (writer, to) =>
    onStanding('account', `${writer} submits an order for the account by ${NAMES[to]}`, (play) => {
      const order = play.driver.order(writer, { accountId: undefined, account: STANDING.account.names[to] });
      return play.sendNew(writer, submitOf(order));
    }),
  ),
  drawn(2, [manager, fc.constantFrom(...GRANTS)], (granter, capabilities) =>
    onStanding('clerk', `${granter} grants the clerk ${wordsOf(capabilities)}`, async (play, path) => {
      await play.sendNew(granter, grantOf(play, path, capabilities));
      await play.records.read(granter, path);
    }),
  ),
  // The clerk submits an order with the same token after each change of their capabilities.
  drawn(5, [reviewer, fc.shuffledSubarray([...GRANTS], { minLength: 2, maxLength: 3 })], (granter, grants) => {
    const words = `the clerk submits an order after each time that ${granter} grants them ${grants.map(wordsOf).join(', then ')}`;
    return onStanding('clerk', words, async (play, path) => {
      for (const capabilities of grants) {
        await play.sendNew(granter, grantOf(play, path, capabilities));
        if (!play.driver.hasClerk) return;
        await play.get('clerk', '/me');
        await play.sendNew('clerk', submitOf(play.driver.order('clerk')));
      }
    });
  }),
  drawn(2, [], () =>
    step('the clerk submits an order', async (play) => {
      if (!play.driver.hasClerk || (await play.records.standing('clerk')) === undefined) return;
      await play.sendNew('clerk', submitOf(play.driver.order('clerk')));
    }),
  ),
  drawn(1, [nameIndex], (to) =>
    step(`the clerk gives the portfolio ${NAMES[to]}`, async (play) => {
      if (!play.driver.hasClerk || (await play.records.standing('clerk')) === undefined) return;
      const path = await play.records.standing('portfolio');
      if (path !== undefined) await play.sendNew('clerk', renameOf('portfolio', path, to));
    }),
  ),
  drawn(2, [manager], (writer) =>
    step(`${writer} restates a portfolio that does not exist`, (play) => {
      const body = { displayName: 'touchstone-unheld' };
      return play.sendNew(writer, { method: 'PUT', path: `/portfolios/${UNHELD_KEY}`, body });
    }),
  ),
];
