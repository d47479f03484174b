/** Steps on tickets and sessions, each with its precondition. */
import fc from 'fast-check';
import { frameAt } from '../member/exchange/conversation.ts';
import { spelledDifferently } from '../model/labels.ts';
import { anyLetter } from './order-steps.ts';
import type { HeldSocket, HeldTicket, Holder, SessionDriver } from './session-driver.ts';
import type { Step, Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Back } from './writes.ts';
import { backOf } from './writes.ts';

export const holder = fc.constantFrom<Holder[]>('clerk', 'clerk', 'clerk', 'trader', 'outsider');
const back = fc.constantFrom<Back[]>(0, 0, 0, 1);
/** The lifetime of the clerk's token: shorter than the lead time of sessionExpiring, just longer, and past another lease. */
export const lifetimeMs = fc.constantFrom(5_000, 20_000, 70_000, 130_000, 3_600_000);
/** The time left of the newest session's lease. */
export const leftMs = fc.constantFrom(60_000, 59_000, 1_000, 0, -3_000);

type SessionStep = Step<SessionDriver>;

/** Whether the target can mint tokens for this holder: needed for the clerk only. */
export const canHold = (of: Holder) => (driver: SessionDriver) => of !== 'clerk' || driver.clerk !== undefined;
const isControlled = (driver: SessionDriver): boolean => driver.isControlled;
const hasClerk = ({ clerk }: SessionDriver): boolean => clerk !== undefined;

/** Milliseconds as words in seconds: `1500` is `1.5 s`. */
export function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

/** The holder in words, with the lifetime of the clerk's token. */
export function holderInWords(of: Holder, ms: number): string {
  return of === 'clerk' ? `the clerk, with a token of ${seconds(ms)},` : `the ${of}`;
}

/** Mints a ticket; skipped where the target allows no further one. */
export function mint(of: Holder, ms: number): SessionStep {
  return step(
    `${holderInWords(of, ms)} mints a ticket`,
    (driver) => driver.mint(of, ms),
    (driver) => canHold(of)(driver) && driver.mayMint,
  );
}

/** Opens a session with a bearer token. */
export function open(of: Holder, ms: number): SessionStep {
  return step(
    `${holderInWords(of, ms)} opens a session`,
    async (driver) => driver.open(of, of === 'clerk' ? { token: await driver.tokenOf(of, ms) } : {}),
    canHold(of),
  );
}

/** The spelling of a ticket in the address. */
const SPELLINGS = {
  'as it was': (ticket) => ticket,
  'with padding': (ticket) => `${ticket}=`,
  'with other trailing bits': (ticket) => `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`,
} as const satisfies Record<string, (ticket: string) => string>;

export type Spelling = keyof typeof SPELLINGS;
export const spelling = fc.constantFrom<Spelling[]>(
  ...(['as it was', 'as it was', 'as it was'] as const),
  ...(Object.keys(SPELLINGS) as Spelling[]),
);

/** Opens a session with a ticket; the handshake is labelled where the ticket is spelled differently. */
export function spend(
  driver: SessionDriver,
  held: HeldTicket | undefined,
  spelled: Spelling = 'as it was',
): Promise<void> {
  if (held === undefined) return Promise.resolve();
  const label = spelled === 'as it was' ? {} : { label: spelledDifferently(held.mark) };
  return driver.open(held.holder, { ticket: SPELLINGS[spelled](held.ticket), ...label });
}

/** A step on one of the newest tickets. */
function onTicket(at: Back, words: string, run: (driver: SessionDriver, held: HeldTicket) => unknown): SessionStep {
  return step(
    `${backOf('ticket', at)} ${words}`,
    (driver) => {
      const held = driver.tickets[at];
      return held && run(driver, held);
    },
    ({ tickets }) => tickets[at] !== undefined,
  );
}

/** A step on one of the newest sessions. */
function onSocket(
  at: Back,
  words: string,
  run: (driver: SessionDriver, held: HeldSocket) => unknown,
  ready: (driver: SessionDriver) => boolean = () => true,
): SessionStep {
  return step(
    words,
    (driver) => {
      const held = driver.sockets[at];
      return held && run(driver, held);
    },
    (driver) => driver.sockets[at] !== undefined && ready(driver),
  );
}

/** Only over a session whose record shows its user; the form of order ops is assumed. */
const takesOrders =
  (at: Back) =>
  ({ isStrict, sockets }: SessionDriver): boolean =>
    isStrict && sockets[at]?.byBearer === true;

/** The tokens that an op auth may present. */
const PRESENTED = {
  'a fresh token': (driver, of, ms) => driver.tokenOf(of.holder, ms),
  "a colleague's token": (driver, of) => driver.scene[of.holder === 'outsider' ? 'trader' : 'admin'].token(),
  "a stranger's token": (driver, of) => driver.scene[of.holder === 'outsider' ? 'admin' : 'outsider'].token(),
  'the token that it has': async (_, { token }) => token ?? 'no.token.at-all',
  'no token at all': async () => 'no.token.at-all',
} as const satisfies Record<string, (driver: SessionDriver, held: HeldSocket, ms: number) => Promise<string>>;

export type Presented = keyof typeof PRESENTED;
export const presented = fc.constantFrom<Presented[]>(
  ...(['a fresh token', 'a fresh token'] as const),
  ...(Object.keys(PRESENTED) as Presented[]),
);

/** Sends an op auth with one of the tokens of `PRESENTED`. */
export async function present(driver: SessionDriver, held: HeldSocket, token: Presented, ms: number): Promise<void> {
  await driver.authorise(held, await PRESENTED[token](driver, held, ms));
}

/** Frames that a member answers with a reqId of null, or over which it closes the session (decision A98). */
const UNREADABLE: Readonly<Record<string, string>> = {
  'no JSON': '{',
  'an array': '[]',
  'no op': '{"reqId":"x"}',
  'a reqId with an escape': '{"op":"auth","reqId":"\\u0061","params":{}}',
  'a reqId that is a number': '{"op":"auth","reqId":7,"params":{}}',
};

/** Never without a capability: whether such a user awaits admission again is the platform's decision. */
const GRANTS = [['orders:trade'], ['orders:trade'], ['credentials:propose'], ['credentials:propose', 'orders:trade']];

/** A moment in words; `ms` is the time left of the newest session's lease, negative after its end. */
export function whenInWords(ms: number): string {
  const when = ms > 0 ? `${seconds(ms)} before` : ms === 0 ? 'at' : `${seconds(-ms)} after`;
  return `${when} the end of the newest session`;
}

export const SESSION_STEPS: readonly Weighted<SessionDriver>[] = [
  drawn(10, [holder, lifetimeMs], mint),
  drawn(14, [back, spelling], (at, spelled) =>
    onTicket(at, `is spent, spelled ${spelled}`, (driver, held) => spend(driver, held, spelled)),
  ),
  drawn(3, [back], (at) =>
    onTicket(at, 'is spent three times at once', (driver, held) =>
      Promise.all([1, 2, 3].map(() => driver.open(held.holder, { ticket: held.ticket }))),
    ),
  ),
  drawn(10, [holder, lifetimeMs], open),
  drawn(4, [], () =>
    step(
      'the clerk is disabled between the handshake and the first frame of a session',
      (driver) => driver.openRevoked(),
      hasClerk,
    ),
  ),
  drawn(14, [back, presented, lifetimeMs], (at, token, ms) =>
    onSocket(
      at,
      `${backOf('session', at)} is authorised with ${token} (${seconds(ms)} where it is the clerk's)`,
      (driver, held) => present(driver, held, token, ms),
    ),
  ),
  drawn(12, [back, fc.constantFrom(...Object.keys(UNREADABLE))], (at, what) =>
    onSocket(at, `${backOf('session', at)} is sent ${what}`, async (_, { socket }) => {
      await socket.send(UNREADABLE[what] ?? '');
      // The reply may have any reqId.
      await socket.next((frame) => frameAt(frame, 'success') === false, 2_000);
    }),
  ),
  drawn(3, [back], (at) =>
    onSocket(at, `${backOf('session', at)} is sent an op that does not exist`, (driver, held) =>
      driver.ask(held, 'levitate', {}),
    ),
  ),
  drawn(12, [back, anyLetter], (at, letter) =>
    onSocket(
      at,
      `an order is sent over ${backOf('session', at)} under key ${letter}`,
      (driver, held) => driver.submit(held, letter),
      takesOrders(at),
    ),
  ),
  drawn(5, [fc.constantFrom<Holder[]>('clerk', 'clerk', 'trader'), anyLetter], (of, letter) =>
    step(
      `the ${of} submits an order over HTTP under key ${letter}`,
      (driver) => driver.submitOverHttp(of, letter),
      (driver) => driver.isStrict && canHold(of)(driver),
    ),
  ),
  drawn(4, [back, anyLetter], (at, letter) =>
    onSocket(
      at,
      `the newest order is cancelled over ${backOf('session', at)} under key ${letter}`,
      async (driver, held) => {
        const [orderId] = driver.orders;
        const commandKey = driver.driver.keyOf(held.holder, letter);
        if (orderId !== undefined) await driver.ask(held, 'cancel', { orderId, commandKey });
      },
      takesOrders(at),
    ),
  ),
  drawn(8, [fc.constantFrom(...GRANTS)], (capabilities) =>
    step(`the admin grants the clerk ${capabilities.join(' and ')}`, (driver) => driver.grant(capabilities), hasClerk),
  ),
  drawn(4, [], () => step('the clerk reads GET /me', ({ driver }) => driver.get('clerk', '/me'), hasClerk)),
  drawn(5, [fc.constantFrom(1_000, 9_000, 11_000, 30_000)], (ms) =>
    step(`${seconds(ms)} pass`, (driver) => driver.advance(ms), isControlled),
  ),
  drawn(8, [leftMs], (ms) =>
    step(
      `it is ${whenInWords(ms)}`,
      (driver) => driver.advanceTo(ms),
      (driver) => driver.isControlled && driver.sockets.length > 0,
    ),
  ),
  drawn(2, [], () => step('the members are restarted', (driver) => driver.restart(), isControlled)),
  // Ops that wait for the reply to an op auth before them.
  drawn(4, [back, presented, lifetimeMs], (at, shown, ms) =>
    onSocket(
      at,
      `${backOf('session', at)} is sent, at once, op auth with ${shown} and two ops that do not exist`,
      async (driver, held) => {
        const token = await PRESENTED[shown](driver, held, ms);
        const others = [1, 2].map(() => () => driver.ask(held, 'levitate', {}));
        await Promise.all([() => driver.authorise(held, token), ...others].map((ask) => ask()));
      },
    ),
  ),
];
