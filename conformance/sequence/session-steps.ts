/** What happens to tickets and sessions, each as a command that makes sense where its sequence has come to. */
import type fc from 'fast-check';
import { frameAt } from '../client/conversation.ts';
import { spelledOtherwise } from '../model/minted-tickets.ts';
import type { Letter } from './driver.ts';
import type { HeldSocket, HeldTicket, Holder, SessionDriver } from './session-driver.ts';
import type { Back } from './step.ts';

/** The driver itself is the model: what is open is what its sockets say. */
export type SessionStep = fc.AsyncCommand<{ readonly driver: SessionDriver }, SessionDriver>;

interface Definition {
  readonly words: string;
  /** Absent: at any time. */
  ready?(driver: SessionDriver): boolean;
  run(driver: SessionDriver): Promise<unknown>;
}

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

export const canHold = (holder: Holder) => (driver: SessionDriver) => holder !== 'clerk' || driver.clerk !== undefined;

export function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

export function livingWords(holder: Holder, lifeMs: number): string {
  return holder === 'clerk' ? `the clerk, with a token of ${seconds(lifeMs)},` : `the ${holder}`;
}

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

export function spend(back: Back, spelling: Spelling): SessionStep {
  return step({
    words: `the ${NTH[back]} ticket is spent, spelled ${spelling}`,
    ...withTicket(back, (driver, held) => spent(driver, held, spelling)),
  });
}

export function spent(driver: SessionDriver, { holder, ticket, mark }: HeldTicket, spelling: Spelling): Promise<void> {
  return driver.open(holder, {
    ticket: SPELLINGS[spelling](ticket),
    ...(spelling === 'as it was' ? {} : { label: spelledOtherwise(mark) }),
  });
}

export function spendAtOnce(back: Back): SessionStep {
  return step({
    words: `the ${NTH[back]} ticket is spent three times at once`,
    ...withTicket(back, (driver, { holder, ticket }) =>
      Promise.all([1, 2, 3].map(() => driver.open(holder, { ticket }))),
    ),
  });
}

export function open(holder: Holder, lifeMs: number): SessionStep {
  return step({
    words: `${livingWords(holder, lifeMs)} opens a session`,
    ready: canHold(holder),
    run: async (driver) =>
      driver.open(holder, holder === 'clerk' ? { token: await driver.tokenOf(holder, lifeMs) } : {}),
  });
}

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

export function authorise(back: Back, presented: Presented, lifeMs: number): SessionStep {
  return step({
    words: `the ${NTH[back]} session is authorised with ${presented} (${seconds(lifeMs)} where it is the clerk's)`,
    ...onSocket(back, (driver, held) => present(driver, held, presented, lifeMs)),
  });
}

export async function present(
  driver: SessionDriver,
  held: HeldSocket,
  presented: Presented,
  lifeMs: number,
): Promise<void> {
  await driver.authorise(held, await PRESENTED[presented](driver, held, lifeMs));
}

/** What a member answers with a reqId of null, or closes the session over (decision A98). */
export const UNREADABLE = {
  'no JSON': '{',
  'an array': '[]',
  'no op': '{"reqId":"x"}',
  'a reqId with an escape': '{"op":"auth","reqId":"\\u0061","params":{}}',
  'a reqId that is a number': '{"op":"auth","reqId":7,"params":{}}',
} as const;

export type Unreadable = keyof typeof UNREADABLE;

export function sayUnreadable(back: Back, what: Unreadable): SessionStep {
  return step({
    words: `the ${NTH[back]} session is sent ${what}`,
    ...onSocket(back, async (_, { socket }) => {
      await socket.send(UNREADABLE[what]);
      // By whatever reqId a member names it.
      await socket.next((frame) => frameAt(frame, 'success') === false, 2_000);
    }),
  });
}

export function askUnknown(back: Back): SessionStep {
  return step({
    words: `the ${NTH[back]} session is asked for an op that there is none of`,
    ...onSocket(back, (driver, held) => driver.ask(held, 'levitate', {})),
  });
}

/** Ops that wait for the answer to an op auth before them. */
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

/** Only over a session whose record shows whose it is; what its ops are is assumed. */
function onOrderly(back: Back, run: (driver: SessionDriver, held: HeldSocket) => Promise<unknown>) {
  const { ready, run: runOn } = onSocket(back, run);
  const isOrderly = ({ isStrict, sockets }: SessionDriver) => isStrict && sockets[back]?.byBearer === true;
  return { ready: (driver: SessionDriver) => ready(driver) && isOrderly(driver), run: runOn };
}

export function submitOver(back: Back, letter: Letter): SessionStep {
  return step({
    words: `an order goes over the ${NTH[back]} session under key ${letter}`,
    ...onOrderly(back, (driver, held) => driver.submit(held, letter)),
  });
}

export function submitBeside(holder: Holder, letter: Letter): SessionStep {
  return step({
    words: `the ${holder} submits an order over HTTP under key ${letter}`,
    ready: (driver) => driver.isStrict && canHold(holder)(driver),
    run: (driver) => driver.submitBeside(holder, letter),
  });
}

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

export function grant(capabilities: readonly string[]): SessionStep {
  return step({
    words: `the admin grants the clerk ${capabilities.join(' and ') || 'nothing'}`,
    ready: ({ clerk }) => clerk !== undefined,
    run: (driver) => driver.grant(capabilities),
  });
}

/** What the clerk holds is read on both sides of a grant. */
export function readMe(): SessionStep {
  return step({
    words: 'the clerk reads /me',
    ready: ({ clerk }) => clerk !== undefined,
    run: ({ driver }) => driver.get('clerk', '/me'),
  });
}

export function pass(ms: number): SessionStep {
  return step({
    words: `${seconds(ms)} pass`,
    ready: ({ isControlled }) => isControlled,
    run: (driver) => driver.advance(ms),
  });
}

export function whenOf(leftMs: number): string {
  const when = leftMs > 0 ? `${seconds(leftMs)} before` : leftMs === 0 ? 'at' : `${seconds(-leftMs)} after`;
  return `${when} the end of the newest session`;
}

export function passTo(leftMs: number): SessionStep {
  return step({
    words: `it is ${whenOf(leftMs)}`,
    ready: ({ isControlled, sockets }) => isControlled && sockets.length > 0,
    run: (driver) => driver.advanceTo(leftMs),
  });
}

export function restart(): SessionStep {
  return step({
    words: 'the members are started anew',
    ready: ({ isControlled }) => isControlled,
    run: (driver) => driver.restart(),
  });
}
