/** Combinations that are rare by chance, each as one step of a sequence over tickets and sessions; and those sequences. */
import fc from 'fast-check';
import type { HeldSocket, SessionDriver } from './session-driver.ts';
import type { Presented } from './session-steps.ts';
import {
  canHold,
  holder,
  holderInWords,
  leftMs,
  lifetimeMs,
  mint,
  open,
  present,
  presented,
  SESSION_STEPS,
  seconds,
  spelling,
  spend,
  whenInWords,
} from './session-steps.ts';
import type { Sequence, Step, Weighted } from './step.ts';
import { drawn, sequencesOf, step } from './step.ts';

type Act = (driver: SessionDriver, held: HeldSocket) => Promise<void>;

const HOUR_MS = 3_600_000;
/** More tickets than a user may mint in a minute. */
const TOO_MANY = 62;

/** What happens between two halves of the tickets: a minted ticket counts for a minute, whether it was used or not. */
const COUNTED: Readonly<Record<string, (driver: SessionDriver) => Promise<void>>> = {
  'one after the other': () => Promise.resolve(),
  'and spends one in between': (driver) => spend(driver, driver.tickets[0]),
  'within half a minute': (driver) => driver.advance(30_000),
};

/** What may happen between the clearing of a grant and an order over the session. */
const MEANWHILE: Readonly<Record<string, Act>> = {
  nothing: () => Promise.resolve(),
  'an op auth that is refused': (driver, held) => present(driver, held, "a colleague's token", 0),
  'an order that is sent before': (driver, held) => driver.submit(held, driver.driver.nextLetter()),
  'an op auth': (driver, held) => present(driver, held, 'a fresh token', HOUR_MS),
};

/** What may happen between the two uses of a ticket: a spent ticket stays spent. */
const BETWEEN_USES: Readonly<Record<string, (driver: SessionDriver) => Promise<void>>> = {
  'a renewal': async (driver) => {
    const [held] = driver.sockets;
    if (held !== undefined) await present(driver, held, 'a fresh token', HOUR_MS);
  },
  'a restart': (driver) => driver.restart(),
  'another ticket': (driver) => driver.mint('trader', 0),
  'some seconds': (driver) => driver.advance(5_000),
};

const anyOf = (table: Readonly<Record<string, unknown>>) => fc.constantFrom(...Object.keys(table));
const isControlled = (driver: SessionDriver): boolean => driver.isControlled;

/** A step on a session of the clerk that no other step has used. */
function onClerksSession(words: string, ms: number, run: Act): Step<SessionDriver> {
  return step(
    `${holderInWords('clerk', ms)} opens a session${words}`,
    async (driver) => {
      await driver.grant(['orders:trade']);
      await driver.open('clerk', { token: await driver.tokenOf('clerk', ms) });
      const [held] = driver.sockets;
      if (held !== undefined) await run(driver, held);
    },
    canHold('clerk'),
  );
}

/** Renewed, or not, several times, and then waited for: its last grant decides when it ends. */
function renewal(ms: number, renewals: readonly (readonly [Presented, number])[], left: number): Step<SessionDriver> {
  const words = renewals.map(([token, of]) => `${token} (${seconds(of)})`).join(', then with ');
  return onClerksSession(`, is authorised with ${words}, and it is ${whenInWords(left)}`, ms, async (driver, held) => {
    for (const [token, of] of renewals) await present(driver, held, token, of);
    await driver.advanceTo(left);
  });
}

/** A ticket's lifetime depends on its own token, whatever sessions its user opened before. */
function mintShorter(ms: number, thenMs: number): Step<SessionDriver> {
  return step(
    `${holderInWords('clerk', ms)} spends a ticket, and mints one with a token of ${seconds(thenMs)}`,
    async (driver) => {
      await driver.mint('clerk', ms);
      await spend(driver, driver.tickets[0]);
      await driver.mint('clerk', thenMs);
    },
    (driver) => canHold('clerk')(driver) && driver.isControlled,
  );
}

/** Mints more tickets in a minute than one user may. Sandbox only. */
function mintTooMany(counted: string): Step<SessionDriver> {
  return step(
    `the outsider mints ${TOO_MANY} tickets ${counted}`,
    async (driver) => {
      // Tickets minted before the sequence count for a minute.
      await driver.advance(61_000);
      for (let n = 0; n < TOO_MANY; n += 1) {
        await driver.mint('outsider', 0);
        if (n === TOO_MANY / 2) await COUNTED[counted]?.(driver);
      }
      await driver.readClock();
    },
    (driver) => driver.isControlled && driver.isStrict,
  );
}

const ways = fc.array(fc.constantFrom('over the session', 'over HTTP'), { minLength: 2, maxLength: 3 });
const renewals = fc.array(fc.tuple(presented, lifetimeMs), { minLength: 2, maxLength: 4 });

const STORIES: readonly Weighted<SessionDriver>[] = [
  drawn(4, [holder, lifetimeMs, spelling], (of, ms, spelled) =>
    step(
      `${holderInWords(of, ms)} mints a ticket that is spent when it has expired, spelled ${spelled}`,
      async (driver) => {
        await driver.mint(of, ms);
        await driver.advance(10_000);
        await spend(driver, driver.tickets[0], spelled);
      },
      (driver) => canHold(of)(driver) && driver.isControlled,
    ),
  ),
  drawn(4, [fc.constantFrom(130_000, HOUR_MS), fc.constantFrom(5_000, 20_000)], mintShorter),
  drawn(8, [holder, anyOf(BETWEEN_USES)], (of, between) =>
    step(
      `${holderInWords(of, HOUR_MS)} mints a ticket that is spent, and spent again after ${between}`,
      async (driver) => {
        await driver.mint(of, HOUR_MS);
        const [held] = driver.tickets;
        if (held === undefined) return;
        await spend(driver, held);
        await BETWEEN_USES[between]?.(driver);
        await spend(driver, held);
      },
      (driver) => canHold(of)(driver) && isControlled(driver),
    ),
  ),
  drawn(10, [lifetimeMs, renewals, leftMs], renewal),
  // Under a new key, so that it is no replay: until the next op auth the order is its owner's to judge, not the grant's.
  drawn(6, [anyOf(MEANWHILE)], (meanwhile) =>
    onClerksSession(
      `, may no longer trade, and sends an order over it (meanwhile: ${meanwhile})`,
      HOUR_MS,
      async (driver, held) => {
        await driver.grant(['credentials:propose']);
        await MEANWHILE[meanwhile]?.(driver, held);
        await driver.submit(held, driver.driver.nextLetter());
      },
    ),
  ),
  drawn(4, [lifetimeMs], (ms) =>
    onClerksSession(', and it ends while an order waits for its verdict', ms, (driver, held) =>
      driver.submitToTheEnd(held),
    ),
  ),
  drawn(5, [ways], (some) =>
    onClerksSession(`, and one order is sent ${some.join(', then ')}`, HOUR_MS, async (driver, held) => {
      const letter = driver.driver.nextLetter();
      for (const way of some) {
        if (way === 'over HTTP') await driver.submitOverHttp('clerk', letter);
        else await driver.submit(held, letter);
      }
    }),
  ),
  drawn(4, [fc.constantFrom('and spends one in between', ...Object.keys(COUNTED))], mintTooMany),
];

/** Tickets are minted and spent; sessions are opened, renewed, granted and waited for. */
export function sessionSequences(): fc.Arbitrary<Sequence<SessionDriver>> {
  const openings = [drawn(1, [holder, lifetimeMs], open), drawn(1, [holder, lifetimeMs], mint)];
  return sequencesOf([...SESSION_STEPS, ...STORIES], openings);
}
