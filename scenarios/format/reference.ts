/**
 * What each step and each key of a scenario file is for, in the words that an editor shows and that scenarios/README.md
 * lists. The types hold the table to the shapes: a key without its words does not compile.
 */
import type { z } from 'zod';
import { CONTROL_FORMS } from './control-steps.ts';
import type { anyExpect, expectHear } from './expectations.ts';
import type { STEP_SHAPES, scenarioShape } from './format.ts';
import type { MATCHERS } from './matchers.ts';

/** Of every step; `note` is the same in all. */
type StepWords = {
  readonly [Kind in keyof typeof STEP_SHAPES]: {
    readonly does: string;
    readonly keys: Readonly<Record<Exclude<keyof z.input<(typeof STEP_SHAPES)[Kind]>, 'note'>, string>>;
    readonly example: string;
  };
};

const NAME = 'A name: a letter, then letters, digits, _ . -';
const AS = 'The principal that sends it, or anonymous.';
/** Of `save`, in every step that has it. */
export const SAVE = `Values of the answer for later steps, as \${name}: a path into the body ($.orderId, $.items[0].status) or headers.NAME.`;

/** Of each kind of step: what it does, what its keys are for, an example. */
export const STEP_WORDS = {
  request: {
    does: 'Sends an HTTP request, waits for the answer and compares it with `expect`.',
    keys: {
      as: AS,
      request: 'Method and path, such as GET /orders. Absent with `repeat`: those of the repeated request.',
      bearer: 'Sends it with the token of an issue step.',
      key: 'The Idempotency-Key.',
      query: 'Parameters of the query, written out and encoded.',
      headers: 'Request headers; values are texts.',
      body: 'The JSON body.',
      text: 'The body as text, sent as it is.',
      repeat: 'Sends an earlier request again: `last`, or the name of one. What is stated here replaces its part.',
      name: `${NAME}, for \`repeat\` and \`await\`.`,
      background: 'true: sent, not waited for; a later `await` takes the answer.',
      unchecked: 'true: not compared with the contract document, for a request that is wrong on purpose.',
      within: 'Sends it again until the answer is as expected, for this long.',
      expect: 'What the answer has to be.',
      save: SAVE,
    },
    example: '{ as: trader, request: GET /me, expect: { status: 200 } }',
  },
  await: {
    does: 'Waits for the answer to a background request or op.',
    keys: { await: 'The name of the request or op.', expect: 'What the answer has to be.', save: SAVE },
    example: '{ await: first, expect: { status: 201 } }',
  },
  parallel: {
    does: 'Plays branches at the same time, round by round: the next request of every branch is sent before any answer is awaited.',
    keys: { parallel: 'The branches, each a sequence of steps.' },
    example: '{ parallel: [[{ as: trader, request: GET /orders }], [{ as: admin, request: GET /users }]] }',
  },
  steps: {
    does: `Plays its steps several times; \${pass} is the number of the pass, from 1.`,
    keys: {
      steps: 'The steps.',
      times: 'How many times, up to 1000.',
      counter: 'Another name for pass.',
    },
    example: `{ times: 3, steps: [{ as: trader, request: GET /orders, query: { limit: '\${pass}' } }] }`,
  },
  wait: {
    does: "Lets time pass on the target's clock: a virtual clock moves, a real one is waited for.",
    keys: { wait: 'How long.' },
    example: '{ wait: 2s }',
  },
  advance: {
    does: 'Moves a virtual clock; refused on any other.',
    keys: { advance: 'How far.' },
    example: '{ advance: 24h }',
  },
  fault: {
    does: 'Adds a fault until the end of the scenario or its `clear`.',
    keys: {
      fault: 'Where, what, how often, how long.',
      name: `${NAME}, for \`clear\`; absent: that of its hold.`,
      fires: 'How often it has to fire at least; absent: once. Fewer and the scenario is inconclusive. 0: it need not.',
    },
    example: '{ fault: { on: { edge: inbox }, delay: 500ms, times: 1 } }',
  },
  clear: {
    does: 'Removes a fault, or all of them.',
    keys: { clear: 'The name of the fault, or all.' },
    example: '{ clear: all }',
  },
  release: {
    does: 'Lets go what a fault holds.',
    keys: { release: 'The name of the hold.' },
    example: '{ release: orders-verdict }',
  },
  mint: {
    does: 'Mints a ticket (POST /v1/ws-tickets) and saves it by its name.',
    keys: {
      mint: 'The name of the ticket.',
      as: 'The principal whose ticket it is.',
      body: 'The JSON body; absent: none.',
      expect: 'What the answer has to be.',
      save: SAVE,
    },
    example: '{ mint: ticket, as: trader }',
  },
  issue: {
    does: "Has the sandbox's issuer make a token to measure and saves it by its name.",
    keys: {
      issue: 'The name of the token.',
      as: 'The principal that the token names.',
      expiresIn: 'When it expires; absent: after an hour.',
      claims: "Claims that replace the principal's own; null removes one.",
      forged: 'How the token is wrong: header, rawClaims, key and tamper, as in POST /identity/mint.',
    },
    example: '{ issue: short, as: trader, expiresIn: 30s }',
  },
  open: {
    does: 'Opens a WebSocket.',
    keys: {
      open: 'The name of the socket.',
      socket: 'trading (the default) or market-data.',
      as: 'Opens it with the token of this principal; anonymous: with no credential.',
      bearer: 'Opens it with the token of an issue step.',
      ticket: 'Opens it with the ticket of a mint step.',
      origin: 'The Origin header, as a page sends it.',
      query: 'Query parameters of the address, as stated, such as a ticket that no step mints.',
      expect: 'What the answer to the handshake has to be: status 101 opens it.',
    },
    example: '{ open: session, as: trader }',
  },
  op: {
    does: 'Sends an op over a socket and waits for its answer.',
    keys: {
      op: 'The op: auth, submit, cancel, subscribe and so on.',
      on: 'The name of the socket.',
      as: 'Puts the token of this principal into params.token.',
      bearer: 'Puts the token of an issue step into params.token.',
      reqId: 'Its reqId; absent: its name, or stepN.',
      params: 'The parameters of the op.',
      name: `${NAME}, for \`await\`.`,
      background: 'true: sent, not waited for; a later `await` takes the answer.',
      expect: 'What the answer has to be.',
      save: SAVE,
    },
    example: '{ op: auth, on: session, as: trader, expect: { frame: { success: true } } }',
  },
  send: {
    does: 'Sends a frame that is not an op, or text that is not a frame.',
    keys: { send: 'The name of the socket.', frame: 'The frame as JSON.', text: 'The frame as text.' },
    example: "{ send: session, text: 'not json' }",
  },
  hear: {
    does: 'Waits for what a session sends unasked: an event, its close, or silence.',
    keys: {
      hear: 'The name of the socket.',
      event: 'The event to wait for; others before it stay for later steps.',
      within: 'How long to wait.',
      expect: 'What it has to be.',
      save: SAVE,
    },
    example: '{ hear: session, event: sessionExpiring, within: 5m }',
  },
  close: {
    does: 'Closes a socket.',
    keys: { close: 'The name of the socket.' },
    example: '{ close: session }',
  },
  ...CONTROL_FORMS,
} as const satisfies StepWords;

/** Of a scenario file: what it is, what its keys are for. */
export const FILE_WORDS = {
  does: 'A scenario: an incident, played step by step.',
  keys: {
    id: 'kebab-case; by convention the name of the file.',
    story: 'What happens, in a sentence or two.',
    client: 'What a client should do, in one line.',
    theme: 'The group that it is listed under, such as deploy window.',
    proves: 'The requirements that it is about, such as [IDEM-11].',
    world: 'The world that it is played in: its seed, and the contract versions of its members.',
    storm: 'The first steps: what goes wrong.',
    calm: 'The steps after it: how a client comes out of it.',
    holds: 'What must hold at the end: reads, hear and await, each with `expect`.',
  },
} as const satisfies {
  readonly does: string;
  readonly keys: Readonly<Record<keyof z.input<typeof scenarioShape>, string>>;
};

/** Of `expect`: of an answer over HTTP, of a frame, of what a session sends unasked. */
export const EXPECT_WORDS = {
  status: "A number, a class such as 2xx, 'not 5xx', or a sequence of which one holds.",
  code: 'error.code, or the code of a frame: one, or a sequence of which one holds.',
  headers: 'Headers by name, in any case; null: absent.',
  body: 'The JSON body: values and matchers. A key that starts with `$.` is a path into it.',
  frame: 'The frame, as `body`.',
  answer: "none: no answer comes (a request's connection ends, an op is not answered, a session says nothing).",
  closed: 'The close code, several of which one holds, or true for any.',
} as const satisfies Readonly<Record<keyof z.input<typeof anyExpect> | keyof z.input<typeof expectHear>, string>>;

/** A matcher is the one key of its mapping. A mapping without one holds for a value that has at least its keys. */
export const MATCHER_WORDS = {
  $present: '`{ $present: true }`: there is a value; false: there is none.',
  $matches: '`{ $matches: "^ts-" }`: a text or number that the regular expression matches.',
  $oneOf: '`{ $oneOf: [OPEN, FILLED] }`: one of these, which may be matchers.',
  $not: '`{ $not: null }`: anything that this does not hold for.',
  $decimal: '`{ $decimal: "1.5" }`: a decimal of this value, also a saved one, however it is written: "1.50", "01.5"..',
  $length: '`{ $length: 2 }`: a sequence of so many items.',
  $contains: '`{ $contains: { orderId: "7" } }`: a sequence with such an item, or a text with this text in it.',
  $inOrder: '`{ $inOrder: [1, 3] }`: a sequence that has these items in this order, others between them or not.',
  $equals: '`{ $equals: {} }`: exactly this: no further keys.',
} as const satisfies Readonly<Record<keyof typeof MATCHERS, string>>;
