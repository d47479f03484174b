/** Steps on tickets and sessions, each with the condition under which it makes sense. */
import type fc from 'fast-check';
import { frameAt } from '../member/exchange/conversation.ts';
import { spelledDifferently } from '../model/labels.ts';
import type { Letter } from './driver.ts';
import type { HeldSocket, HeldTicket, Holder, SessionDriver } from './session-driver.ts';
import type { Back } from './step.ts';

/** The driver itself is the model: its sockets show what is open. */
export type SessionStep = fc.AsyncCommand<{ readonly driver: SessionDriver }, SessionDriver>;

interface Definition {
  readonly words: string;
  /** Absent: at any time. */
  ready?(driver: SessionDriver): boolean;
  run(driver: SessionDriver): Promise<unknown>;
}

/** A step of a sequence from its words, its condition and its action. */
export function step({ words, ready, run }: Definition): SessionStep {
  return {
    check: ({ driver }) => ready?.(driver) ?? true,
    run: async (_, driver) => {
      await run(driver);
    },
    toString: () => words,
  };
}

const NTH = ['newest', 'one before the newest'] as const satisfies Record<Back, string>;

/** Whether the target can mint tokens for this holder: needed for the clerk only. */
export const canHold = (holder: Holder) => (driver: SessionDriver) => holder !== 'clerk' || driver.clerk !== undefined;

/** Milliseconds as words in seconds: `1500` is `1.5 s`. */
export function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

/** The holder in words, with the lifetime of the clerk's token. */
export function livingWords(holder: Holder, lifeMs: number): string {
  return holder === 'clerk' ? `the clerk, with a token of ${seconds(lifeMs)},` : `the ${holder}`;
}

/** Mints a ticket; skipped where the target allows no more. */
export function mint(holder: Holder, lifeMs: number): SessionStep {
  return step({
    words: `${livingWords(holder, lifeMs)} mints a ticket`,
    ready: (driver) => canHold(holder)(driver) && driver.mayMint,
    run: (driver) => driver.mint(holder, lifeMs),
  });
}

/** The spelling of a ticket in the address. */
const SPELLINGS = {
  'as it was': (ticket) => ticket,
  'with padding': (ticket) => `${ticket}=`,
  'with other trailing bits': (ticket) => `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`,
} as const satisfies Record<string, (ticket: string) => string>;

export type Spelling = keyof typeof SPELLINGS;
/** The ways to spell a ticket in the address. */
export const ALL_SPELLINGS = Object.keys(SPELLINGS) as readonly Spelling[];

function withTicket(back: Back, run: (driver: SessionDriver, held: HeldTicket) => Promise<unknown>) {
  return {
    ready: ({ tickets }: SessionDriver) => tickets[back] !== undefined,
    run: async (driver: SessionDriver) => {
      const held = driver.tickets[back];
      if (held !== undefined) await run(driver, held);
    },
  };
}

/** Opens a session with one of the newest tickets, in a given spelling. */
export function spend(back: Back, spelling: Spelling): SessionStep {
  return step({
    words: `the ${NTH[back]} ticket is spent, spelled ${spelling}`,
    ...withTicket(back, (driver, held) => spent(driver, held, spelling)),
  });
}

/** Opens a session with a ticket; the handshake is labelled where the ticket is spelled differently. */
export function spent(driver: SessionDriver, { holder, ticket, mark }: HeldTicket, spelling: Spelling): Promise<void> {
  return driver.open(holder, {
    ticket: SPELLINGS[spelling](ticket),
    ...(spelling === 'as it was' ? {} : { label: spelledDifferently(mark) }),
  });
}

/** Opens three sessions at once with one ticket. */
export function spendAtOnce(back: Back): SessionStep {
  return step({
    words: `the ${NTH[back]} ticket is spent three times at once`,
    ...withTicket(back, (driver, { holder, ticket }) =>
      Promise.all([1, 2, 3].map(() => driver.open(holder, { ticket }))),
    ),
  });
}

/** Opens a session with a bearer token. */
export function open(holder: Holder, lifeMs: number): SessionStep {
  return step({
    words: `${livingWords(holder, lifeMs)} opens a session`,
    ready: canHold(holder),
    run: async (driver) =>
      driver.open(holder, holder === 'clerk' ? { token: await driver.tokenOf(holder, lifeMs) } : {}),
  });
}

/** Opens a session whose user is disabled before its first frame. */
export function openRevoked(): SessionStep {
  return step({
    words: 'the clerk is disabled between the handshake and the first frame of a session',
    ready: ({ clerk }) => clerk !== undefined,
    run: (driver) => driver.openRevoked(),
  });
}

function onSocket(back: Back, run: (driver: SessionDriver, held: HeldSocket) => Promise<unknown>) {
  return {
    ready: ({ sockets }: SessionDriver) => sockets[back] !== undefined,
    run: async (driver: SessionDriver) => {
      const held = driver.sockets[back];
      if (held !== undefined) await run(driver, held);
    },
  };
}

/** The tokens that an op auth may present. */
export const PRESENTED = {
  'a fresh token': (driver, { holder }, lifeMs) => driver.tokenOf(holder, lifeMs),
  "a colleague's token": (driver, { holder }) =>
    (holder === 'outsider' ? driver.scene.trader : driver.scene.admin).token(),
  "a stranger's token": (driver, { holder }) =>
    (holder === 'outsider' ? driver.scene.admin : driver.scene.outsider).token(),
  'the token that it has': (_, { token }) => Promise.resolve(token ?? 'no.token.at-all'),
  'no token at all': () => Promise.resolve('no.token.at-all'),
} as const satisfies Record<string, (driver: SessionDriver, held: HeldSocket, lifeMs: number) => Promise<string>>;

export type Presented = keyof typeof PRESENTED;

/** Sends an op auth over one of the newest sessions. */
export function authorise(back: Back, presented: Presented, lifeMs: number): SessionStep {
  return step({
    words: `the ${NTH[back]} session is authorised with ${presented} (${seconds(lifeMs)} where it is the clerk's)`,
    ...onSocket(back, (driver, held) => present(driver, held, presented, lifeMs)),
  });
}

/** Sends an op auth with one of the tokens of `PRESENTED`. */
export async function present(
  driver: SessionDriver,
  held: HeldSocket,
  presented: Presented,
  lifeMs: number,
): Promise<void> {
  await driver.authorise(held, await PRESENTED[presented](driver, held, lifeMs));
}

/** Frames that a member answers with a reqId of null, or over which it closes the session (decision A98). */
export const UNREADABLE = {
  'no JSON': '{',
  'an array': '[]',
  'no op': '{"reqId":"x"}',
  'a reqId with an escape': '{"op":"auth","reqId":"\\u0061","params":{}}',
  'a reqId that is a number': '{"op":"auth","reqId":7,"params":{}}',
} as const;

export type Unreadable = keyof typeof UNREADABLE;

/** Sends one of the frames of `UNREADABLE`, and waits for the refusal. */
export function sayUnreadable(back: Back, what: Unreadable): SessionStep {
  return step({
    words: `the ${NTH[back]} session is sent ${what}`,
    ...onSocket(back, async (_, { socket }) => {
      await socket.send(UNREADABLE[what]);
      // The reply may have any reqId.
      await socket.next((frame) => frameAt(frame, 'success') === false, 2_000);
    }),
  });
}

/** Sends an op of an unknown name. */
export function askUnknown(back: Back): SessionStep {
  return step({
    words: `the ${NTH[back]} session is asked for an op that there is none of`,
    ...onSocket(back, (driver, held) => driver.ask(held, 'levitate', {})),
  });
}

/** Ops that wait for the reply to an op auth before them. */
export function askAtOnce(back: Back, presented: Presented, lifeMs: number): SessionStep {
  return step({
    words: `the ${NTH[back]} session is asked, at once, for op auth with ${presented} and for two ops that there are none of`,
    ...onSocket(back, async (driver, held) => {
      const token = await PRESENTED[presented](driver, held, lifeMs);
      const others = ['levitate', 'levitate'].map((op) => () => driver.ask(held, op, {}));
      await Promise.all([() => driver.authorise(held, token), ...others].map((ask) => ask()));
    }),
  });
}

/** Only over a session whose record shows its user; the form of order ops is assumed. */
function onOrderly(back: Back, run: (driver: SessionDriver, held: HeldSocket) => Promise<unknown>) {
  const { ready, run: runOn } = onSocket(back, run);
  const isOrderly = ({ isStrict, sockets }: SessionDriver) => isStrict && sockets[back]?.byBearer === true;
  return { ready: (driver: SessionDriver) => ready(driver) && isOrderly(driver), run: runOn };
}

/** Submits an order over a session. */
export function submitOver(back: Back, letter: Letter): SessionStep {
  return step({
    words: `an order goes over the ${NTH[back]} session under key ${letter}`,
    ...onOrderly(back, (driver, held) => driver.submit(held, letter)),
  });
}

/** Submits the order of a key over HTTP instead of a session. Sandbox only. */
export function submitBeside(holder: Holder, letter: Letter): SessionStep {
  return step({
    words: `the ${holder} submits an order over HTTP under key ${letter}`,
    ready: (driver) => driver.isStrict && canHold(holder)(driver),
    run: (driver) => driver.submitBeside(holder, letter),
  });
}

/** Cancels the newest order over a session. */
export function cancelOver(back: Back, letter: Letter): SessionStep {
  return step({
    words: `the newest order is cancelled over the ${NTH[back]} session under key ${letter}`,
    ...onOrderly(back, async (driver, held) => {
      const [orderId] = driver.orders;
      const commandKey = driver.driver.keyOf(held.holder, letter);
      if (orderId !== undefined) await driver.ask(held, 'cancel', { orderId, commandKey });
    }),
  });
}

/** Sets the clerk's capabilities. */
export function grant(capabilities: readonly string[]): SessionStep {
  return step({
    words: `the admin grants the clerk ${capabilities.join(' and ') || 'nothing'}`,
    ready: ({ clerk }) => clerk !== undefined,
    run: (driver) => driver.grant(capabilities),
  });
}

/** The clerk's capabilities are read before and after a grant. */
export function readMe(): SessionStep {
  return step({
    words: 'the clerk reads /me',
    ready: ({ clerk }) => clerk !== undefined,
    run: ({ driver }) => driver.get('clerk', '/me'),
  });
}

/** Advances the virtual clock by `ms` milliseconds. */
export function pass(ms: number): SessionStep {
  return step({
    words: `${seconds(ms)} pass`,
    ready: ({ isControlled }) => isControlled,
    run: (driver) => driver.advance(ms),
  });
}

/** A moment in words; `leftMs` is the time left of the newest session's lease, negative after its end. */
export function whenOf(leftMs: number): string {
  const when = leftMs > 0 ? `${seconds(leftMs)} before` : leftMs === 0 ? 'at' : `${seconds(-leftMs)} after`;
  return `${when} the end of the newest session`;
}

/** Advances the virtual clock to `leftMs` milliseconds before the end of the newest session's lease. */
export function passTo(leftMs: number): SessionStep {
  return step({
    words: `it is ${whenOf(leftMs)}`,
    ready: ({ isControlled, sockets }) => isControlled && sockets.length > 0,
    run: (driver) => driver.advanceTo(leftMs),
  });
}

/** Restarts all members. */
export function restart(): SessionStep {
  return step({
    words: 'the members are started anew',
    ready: ({ isControlled }) => isControlled,
    run: (driver) => driver.restart(),
  });
}
