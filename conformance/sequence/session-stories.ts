/** Combinations that are rare by chance, each as one step of a sequence over tickets and sessions. */
import type { HeldSocket, Holder, SessionDriver } from './session-driver.ts';
import {
  canHold,
  livingWords,
  type Presented,
  present,
  type SessionStep,
  type Spelling,
  seconds,
  spent,
  step,
  whenOf,
} from './session-steps.ts';

/** More tickets than a user may mint in a minute. */
const TOO_MANY = 62;

/** A minted ticket counts for a minute, whether it was used or not. */
const COUNTED = {
  'one after the other': () => Promise.resolve(),
  'and spends one in between': (driver) => {
    const [held] = driver.tickets;
    return held === undefined ? Promise.resolve() : spent(driver, held, 'as it was');
  },
  'within half a minute': (driver) => driver.advance(30_000),
} as const satisfies Record<string, (driver: SessionDriver) => Promise<void>>;

export type Counted = keyof typeof COUNTED;
/** The ways in which the tickets of `mintTooMany` are used. */
export const ALL_COUNTED = Object.keys(COUNTED) as readonly Counted[];

/** Mints more tickets in a minute than one user may. Sandbox only. */
export function mintTooMany(counted: Counted): SessionStep {
  return step({
    words: `the outsider mints ${TOO_MANY} tickets ${counted}`,
    ready: ({ isControlled, isStrict }) => isControlled && isStrict,
    run: async (driver) => {
      // Tickets minted before the sequence count for a minute.
      await driver.advance(61_000);
      for (let n = 0; n < TOO_MANY; n += 1) {
        await driver.mint('outsider', 0);
        if (n === TOO_MANY / 2) await COUNTED[counted](driver);
      }
      await driver.readClock();
    },
  });
}

/** A session of the clerk that no other step has used. */
function ofTheClerk(words: string, lifeMs: number, run: (driver: SessionDriver, held: HeldSocket) => Promise<unknown>) {
  return step({
    words: `${livingWords('clerk', lifeMs)} opens a session${words}`,
    ready: canHold('clerk'),
    run: async (driver) => {
      await driver.grant(['orders:trade']);
      await driver.open('clerk', { token: await driver.tokenOf('clerk', lifeMs) });
      const [held] = driver.sockets;
      if (held !== undefined) await run(driver, held);
    },
  });
}

/** Renewed, or not, several times, and then waited for: its last grant decides when it ends. */
export function renewalStory(
  lifeMs: number,
  renewals: readonly (readonly [presented: Presented, lifeMs: number])[],
  leftMs: number,
): SessionStep {
  const told = renewals.map(([presented, ms]) => `${presented} (${seconds(ms)})`).join(', then with ');
  return ofTheClerk(`, is authorised with ${told}, and it is ${whenOf(leftMs)}`, lifeMs, async (driver, held) => {
    for (const [presented, ms] of renewals) await present(driver, held, presented, ms);
    await driver.advanceTo(leftMs);
  });
}

/** What may happen between the clearing of a grant and an order over the session. */
const MEANWHILE = {
  nothing: () => Promise.resolve(),
  'an op auth that is refused': (driver, held) => present(driver, held, "a colleague's token", 0),
  'an order that is sent before': (driver, held) => driver.submit(held, driver.driver.nextLetter()),
  'an op auth': (driver, held) => present(driver, held, 'a fresh token', 3_600_000),
} as const satisfies Record<string, (driver: SessionDriver, held: HeldSocket) => Promise<void>>;

export type Meanwhile = keyof typeof MEANWHILE;
/** What may happen in the story of a cleared grant. */
export const ALL_MEANWHILE = Object.keys(MEANWHILE) as readonly Meanwhile[];

/**
 * Under a new key, so that it is no replay: until the next op auth the order is its owner's to judge, not the
 * grant's.
 */
export function clearingStory(meanwhile: Meanwhile): SessionStep {
  const words = `, may not trade any more, and sends an order over it (meanwhile: ${meanwhile})`;
  return ofTheClerk(words, 3_600_000, async (driver, held) => {
    await driver.grant(['credentials:propose']);
    await MEANWHILE[meanwhile](driver, held);
    await driver.submit(held, driver.driver.nextLetter());
  });
}

export type Way = 'over the session' | 'over HTTP';

/** One key and one order, sent over several transports. */
export function submitBothWays(ways: readonly Way[]): SessionStep {
  return ofTheClerk(`, and one order goes ${ways.join(', then ')}`, 3_600_000, async (driver, held) => {
    const letter = driver.driver.nextLetter();
    for (const way of ways) {
      if (way === 'over HTTP') await driver.submitBeside('clerk', letter);
      else await driver.submit(held, letter);
    }
  });
}

/** The session's lease ends while an order that was sent over it waits for its verdict. */
export function submitToTheEnd(lifeMs: number): SessionStep {
  return ofTheClerk(', and it ends while an order waits for its verdict', lifeMs, (driver, held) =>
    driver.submitToTheEnd(held),
  );
}

/** The ticket expires before it is spent. */
export function spendLate(holder: Holder, lifeMs: number, spelling: Spelling): SessionStep {
  return step({
    words: `${livingWords(holder, lifeMs)} mints a ticket that is spent when it has expired, spelled ${spelling}`,
    ready: (driver) => canHold(holder)(driver) && driver.isControlled,
    run: async (driver) => {
      await driver.mint(holder, lifeMs);
      await driver.advance(10_000);
      const [held] = driver.tickets;
      if (held !== undefined) await spent(driver, held, spelling);
    },
  });
}

/** A spent ticket stays spent, whatever happens in between. */
const FORGETTING = {
  'a renewal': (driver) => {
    const [held] = driver.sockets;
    return held === undefined ? Promise.resolve() : present(driver, held, 'a fresh token', 3_600_000);
  },
  'a restart': (driver) => driver.restart(),
  'another ticket': (driver) => driver.mint('trader', 0),
  'some seconds': (driver) => driver.advance(5_000),
} as const satisfies Record<string, (driver: SessionDriver) => Promise<void>>;

export type Forgetting = keyof typeof FORGETTING;
/** What may happen between the two uses of a ticket in `spendAgain`. */
export const ALL_FORGETTING = Object.keys(FORGETTING) as readonly Forgetting[];

/** Spends a ticket twice, with something of `FORGETTING` in between. */
export function spendAgain(holder: Holder, forgetting: Forgetting): SessionStep {
  return step({
    words: `${livingWords(holder, 3_600_000)} mints a ticket that is spent, and spent again after ${forgetting}`,
    ready: (driver) => canHold(holder)(driver) && driver.isControlled,
    run: async (driver) => {
      await driver.mint(holder, 3_600_000);
      const [held] = driver.tickets;
      if (held === undefined) return;
      await spent(driver, held, 'as it was');
      await FORGETTING[forgetting](driver);
      await spent(driver, held, 'as it was');
    },
  });
}

/** A ticket's lifetime depends on its own token, whatever sessions its user opened before. */
export function mintShorter(lifeMs: number, thenMs: number): SessionStep {
  return step({
    words: `${livingWords('clerk', lifeMs)} spends a ticket, and mints one with a token of ${seconds(thenMs)}`,
    ready: (driver) => canHold('clerk')(driver) && driver.isControlled,
    run: async (driver) => {
      await driver.mint('clerk', lifeMs);
      const [held] = driver.tickets;
      if (held !== undefined) await spent(driver, held, 'as it was');
      await driver.mint('clerk', thenMs);
    },
  });
}
