/** Scenarios that cannot be played: each problem is one line with its place and what to do. */
import { expect, test } from 'vitest';
import { deployed, HEAD, OPEN, problemsOf, ROLL, SEND, storm } from '../testing/sample-problems.ts';
import { MOST_STEPS } from './read.ts';
import { MOST_BYTES } from './yaml-document.ts';

const CALM = `${HEAD}calm:\n  - wait: 1s\n`;

/** The problems without the name of the file, which begins each line. */
function problemOf(text: string): string {
  const problems = problemsOf(text);
  if (!problems.includes(' more problems'))
    for (const line of problems.split('\n')) expect(line).toMatch(/^one\.yaml:\d+:\d+: \S/);
  return problems.replaceAll(/^one\.yaml:/gm, '');
}

// biome-ignore format: an aligned table
test.each<[string, string, RegExp]>([
  ['no YAML', 'id: [', /^1:\d+: /],
  ['a tab', `${HEAD}storm:\n\t- {}\n`, /^4:1: /],
  ['a key twice', `${HEAD}id: two\n`, /^3:1: the key 'id' is in this mapping twice: delete one of them$/],
  ['no mapping', '- 1\n', /^1:1: a scenario is a mapping of id, story/],
  ['empty', '', /^1:1: a scenario is a mapping/],
  ['no story', 'id: one\nstorm:\n  - wait: 1s\n', /^1:1: story is missing$/],
  ['no step', HEAD, /^1:1: a scenario needs a step/],
  ['an id that is none', 'id: One two\nstory: s\ncalm: [{ wait: 1s }]\n', /^1:5: id is kebab-case/],
  ['an unknown key', `${HEAD}strom:\n  - wait: 1s\n`, /^3:1: unknown key 'strom' in a scenario; did you mean 'storm'\?$/],
  ['two unknown keys', `${HEAD}a1: 1\nb2: 2\ncalm: [{ wait: 1s }]\n`, /^3:1: .*'a1'.*\n4:1: .*'b2'.*$/],
  ['a requirement that is none', `${HEAD}proves: [idem11]\ncalm: [{ wait: 1s }]\n`, /^3:10: a requirement is/],
  ['a step that is none', storm('wait'), /^4:5: a step is a mapping with one of fault, clear/],
  ['an unknown step', storm('relase: a'), /^4:5: unknown step 'relase'; did you mean 'release'\?$/],
  ['a step of no kind', storm('{ zebra: 1 }'), /^4:5: a step needs one of fault/],
  ['two steps in one', storm('{ wait: 1s, release: a }'), /^4:17: a step does one thing: .*both wait and release/],
  ['a bad duration', storm('advance: 2 sec'), /^4:14: advance "2 sec" is not a duration: write 250ms, 2s/],
  ['a bad edge', storm('fault: { on: { edge: verdikt }, fail: true }'), /^4:26: edge 'verdikt' is not one of .*did you mean 'verdict'\?$/],
  ['a fault of two effects', storm('fault: { on: {}, fail: true, hold: h }'), /^4:12: .*exactly one of .*hold and fail$/],
  ['a fault of no effect', storm('fault: { on: {} }'), /exactly one of .*this one has none$/],
  ['an unknown fault key', storm('fault: { on: {}, hodl: h }'), /^4:22: unknown key 'hodl' in a fault; did you mean 'hold'\?/],
  ['a bad number of times', storm('fault: { on: {}, fail: true, times: 0 }'), /^4:41: times must be at least 1$/],
  ['an unknown operation', storm('do: restrtMember'), /^4:9: the control plane has no operation 'restrtMember'; did you mean 'restartMember'\?$/],
  ['an operation without its parameter', storm('do: restartMember'), /^4:9: restartMember needs params: { name: ... }$/],
  ['an unknown parameter', storm('{ do: endWorld, params: { nme: a, name: a } }'), /^4:36: endWorld has no params 'nme'; did you mean 'name'\?$/],
  ['an unknown property of its body', storm('{ do: reset, body: { sed: 1 } }'), /^4:24: body must not have the property 'sed'$/],
  ['a wrong value in its body', storm('{ do: fillOrder, params: { orderId: "1" }, body: { qty: 1 } }'), /^4:61: body.qty must be string$/],
  ['no body', storm('do: moveQuote'), /^4:9: moveQuote needs a body$/],
  ['a body too many', storm('{ do: readClock, body: {} }'), /^4:28: readClock has no body$/],
  ['a code in small letters', storm('fault: { on: {}, refuse: inbox }'), /^4:30: a refusal code is written LIKE_THIS/],
  ['a fault twice', storm('fault: { on: {}, hold: h }', 'fault: { on: {}, hold: h }'), /^5:5: a fault 'h' exists already/],
  ['a release of nothing', storm('fault: { on: {}, hold: verdict }', 'release: verdikt'),
    /^5:14: no earlier step has a hold 'verdikt'; did you mean 'verdict'\?$/],
  ['a clear of nothing', storm('clear: slow'), /^4:12: no earlier step has a fault 'slow'$/],
  ['a request that is none', storm('{ as: trader, request: GETS /orders }'), /^4:28: request is a method and a path/],
  ['a principal that is none', storm('{ as: tradr, request: GET /me }'), /^4:11: as 'tradr' is not one of .*mean 'trader'\?$/],
  ['no principal', storm('{ request: GET /me }'), /^4:5: a request needs as/],
  ['a number for a key', storm('{ as: trader, request: POST /orders, key: 17 }'), /^4:47: key must be text: put it in quotes$/],
  ['a body twice', storm('{ as: trader, request: POST /orders, body: {}, text: x }'), /body \(JSON\) or text \(as it is\), not both/],
  ['within nothing', storm('{ as: trader, request: GET /me, within: 5s }'), /within needs expect/],
  ['a bad status', storm('{ as: trader, request: GET /me, expect: { status: 2x } }'), /^4:55: status "2x" is not a number/],
  ['an unknown expectation', storm('{ as: trader, request: GET /me, expect: { stauts: 200 } }'),
    /^4:47: unknown key 'stauts' in expect; did you mean 'status'\?/],
  ['an unknown matcher', storm('{ as: trader, request: GET /me, expect: { body: { a: { $match: x } } } }'),
    /'\$match' must be the only key of its mapping, and one of \$present, \$matches/],
  ['a bad pattern', storm('{ as: trader, request: GET /me, expect: { headers: { etag: { $matches: "(" } } } }'),
    /^4:64: \$matches takes a regular expression/],
  ['a bad way', storm('{ as: trader, request: GET /me, save: { order: orderId } }'), /^4:52: 'orderId' is not a path into a body/],
  ['a name that nothing saves', `${HEAD}storm:\n${SEND}  - as: trader\n    request: GET /orders/\${order}\n`,
    /^9:14: \$\{order\} is saved by no earlier step/],
  ['a repeat of nothing', storm('{ as: trader, request: POST /orders, repeat: last }'), /^4:50: no earlier POST \/orders to repeat/],
  ['a background without a name', storm('{ as: trader, request: GET /me, background: true }'), /background needs name/],
  ['an await of nothing', storm('await: first'), /^4:12: no earlier step has a background request 'first'/],
  ['a background never awaited', storm('{ as: trader, request: GET /me, name: a, background: true }'),
    /^4:5: 'a' is sent in the background and never awaited/],
  ['a wrong step in a loop, once', storm('{ times: 3, steps: [{ wait: soon }] }'), /^4:33: wait "soon" is not a duration[^\n]*$/],
  ['a loop past all bounds', storm('{ times: 1000, steps: [{ times: 1000, steps: [{ wait: 1s }] }] }'), /the scenario has more than 5000 steps/],
  ['one branch', storm('{ parallel: [[{ wait: 1s }]] }'), /^4:17: parallel has at least two branches$/],
  ['a branch that sends again and again', storm('{ parallel: [[{ as: trader, request: GET /me, within: 1s, expect: { status: 200 } }], [{ wait: 1s }]] }'),
    /^4:\d+: within sends again and again/],
  ['a change among what must hold', `${HEAD}holds:\n${SEND}`, /^4:5: holds has only reads, hear and await: request changes something; put it in calm$/],
  ['a read of which nothing must hold', `${HEAD}holds:\n  - { as: trader, request: GET /me }\n`, /^4:5: a step of holds needs expect: what has to hold$/],
  ['a restore of nothing', storm('restore: before'), /^4:14: no earlier step has a snapshot 'before'/],
  ['a quote without a price', storm('{ quote: 1, bid: "1.00" }'), /^4:5: ask is missing$/],
  ['a saved value of no answer', storm('{ as: trader, request: GET /me, save: { a: header.etag } }'),
    /^4:48: 'header\.etag' is not a path into a body.*and not headers\.NAME$/],

  // Steps of sockets.
  ['a ticket without a principal', storm('mint: first'), /^4:5: mint needs as: the principal/],
  ['a token without a principal', storm('issue: short'), /^4:5: issue needs as: the principal/],
  ['a token for a time that is none', storm('{ as: trader, issue: short, expiresIn: soon }'), /^4:44: expiresIn "soon" is not a duration/],
  ['a ticket twice', storm('{ as: trader, mint: a }', '{ as: trader, mint: a }'), /^5:25: a ticket 'a' exists/],
  ['a socket without a credential', storm('open: one'), /^4:5: open needs as, bearer or ticket/],
  ['a socket that is none', storm('{ as: trader, open: one, socket: tradin }'), /^4:38: socket 'tradin' is not one of .*'trading'\?$/],
  ['a credential where none is taken', storm('{ as: trader, open: one, socket: market-data }'), /^4:5: the market-data socket takes no credential/],
  ['two bearers', storm('{ as: trader, issue: t }', '{ as: trader, bearer: t, open: one }'), /^5:5: open has as .* or bearer/],
  ['a ticket that was not minted', storm('{ as: trader, mint: first }', '{ open: one, ticket: frist }'),
    /^5:26: no earlier step has a ticket 'frist'; did you mean 'first'\?$/],
  ['a token that was not issued', storm('{ open: one, bearer: short }'), /^4:26: no earlier step has a token 'short'$/],
  ['a socket twice', storm(OPEN, OPEN), /^5:25: a socket 'one' exists already/],
  ['an op over nothing', storm('op: auth'), /^4:5: op needs on/],
  ['an op over another socket', storm(OPEN, '{ op: auth, on: on }'), /^5:21: no earlier step has a socket 'on'; did you mean 'one'\?$/],
  ['an op of anonymous', storm(OPEN, '{ op: auth, on: one, as: anonymous }'), /^5:5: as anonymous has no token/],
  ['two ops of one reqId', storm(OPEN, '{ op: x, on: one, reqId: a }', '{ op: x, on: one, reqId: a }'), /^6:30: 'a' was sent over one before/],
  ['a background op without a name', storm(OPEN, '{ op: x, on: one, background: true }'), /^5:5: background needs name/],
  ['a background op that expects', storm(OPEN, '{ op: x, on: one, name: a, background: true, expect: {} }'), /^5:5: a background op has no expect or save/],
  ['a background op never awaited', storm(OPEN, '{ op: x, on: one, name: a, background: true }'), /^5:5: 'a' is sent in the background and never awaited/],
  ['a status of an op', storm(OPEN, '{ op: x, on: one, name: a, background: true }', '{ await: a, expect: { status: 200 } }'),
    /^6:27: 'a' is an op, and its answer has frame, no status$/],
  ['a frame of a request', storm('{ as: trader, request: GET /me, name: a, background: true }', '{ await: a, expect: { frame: {} } }'),
    /^5:27: 'a' is a request, and its answer has status, headers and body, no frame$/],
  ['a body of an op', storm(OPEN, '{ op: x, on: one, expect: { body: {} } }'), /^5:33: unknown key 'body' in expect/],
  ['nothing to send', storm(OPEN, 'send: one'), /^5:5: send has frame \(JSON\) or text/],
  ['two things to send', storm(OPEN, '{ send: one, frame: {}, text: x }'), /^5:5: send has frame \(JSON\) or text/],
  ['a hear step without a socket', storm('hear: one'), /^4:11: no earlier step has a socket 'one'$/],
  ['a close code that is none', storm(OPEN, '{ hear: one, expect: { closed: 17 } }'), /^5:36: closed is a close code from 1000 to 4999/],
  ['a frame and a close', storm(OPEN, '{ hear: one, expect: { closed: true, frame: {} } }'), /^5:26: expect has frame, closed or answer, one of them/],
  ['a frame, and that none comes', storm(OPEN, '{ hear: one, expect: { answer: none, frame: {} } }'),
    /^5:26: expect has frame, closed or answer, one of them/],
  ['an event of a close', storm(OPEN, '{ hear: one, event: x, expect: { closed: true } }'), /^5:5: a close is not an event/],
  ['a value of silence', storm(OPEN, '{ hear: one, expect: { frame: none }, save: { a: $.b } }'), /^5:5: save needs a frame/],
  ['a matcher that is none', storm(OPEN, '{ hear: one, expect: { frame: { a: { $match: x } } } }'), /'\$match' must be the only key of its mapping/],
  ['an event that no socket sends', storm(OPEN, '{ hear: one, event: sessionOpend }'),
    /^5:25: the trading socket sends no event 'sessionOpend'; did you mean 'sessionOpened'\?$/],
  ['an expected event that no socket sends', storm(OPEN, '{ hear: one, expect: { frame: { event: orderFilled } } }'),
    /^5:44: the trading socket sends no event 'orderFilled' \(known: sessionOpened, .*executionRecorded\)$/],
  ['an expected msgType that no socket sends', storm(OPEN, '{ hear: one, expect: { frame: { msgType: sessionClosed } } }'),
    /^5:46: the trading socket sends no event 'sessionClosed'; did you mean 'sessionClosing'\?$/],
  ['an event of the other socket', storm(OPEN, '{ hear: one, event: quote }'),
    /^5:25: the trading socket sends no event 'quote', the market-data socket does \(known/],
  ['a fault of a frame that no socket sends', storm('fault: { on: { edge: frame, frame: sumbit }, garble: true }'),
    /^4:40: no socket sends a frame 'sumbit'; did you mean 'submit'\?$/],
  ['a fault of a frame of the other socket', storm('fault: { on: { socket: market-data, frame: submit }, garble: true }'),
    /^4:48: the market-data socket sends no frame 'submit', the trading socket does \(known/],
  ['a close of nothing', storm('close: one'), /^4:12: no earlier step has a socket 'one'$/],
  ['a fault of an unknown edge', storm('fault: { on: { edge: first-fram }, hold: h }'), /did you mean 'first-frame'\?$/],
  ['a drop of an unknown thing', storm('fault: { on: { edge: frame }, drop: frames }'), /drop 'frames' is not one of command, reply, record, .*; did/],

  // Steps of the platform.
  ['a member without a change', deployed('member: m1'), /^5:5: a member step has exactly one of .*has none$/],
  ['two things at once', deployed('{ member: m1, does: stall, lag: 2s }'), /one of .*has does and lag$/],
  ['what no member does', deployed('{ member: m1, does: stal }'), /^5:25: does 'stal' is not one of .*'stall'\?$/],
  ['a member that is not there', deployed('{ member: m3, does: stall }'), /^5:15: no earlier step has a member 'm3'/],
  ['a version that is none', deployed('{ member: m1, deploy: { version: newest } }'), /version is a contract version, such as 0\.13\.0$/],
  ['a skew that is no time', deployed('{ member: m1, skew: soon }'), /^5:25: skew "soon" is not a duration/],
  ['a route to nowhere', deployed('route: m9'), /^5:12: no earlier step has a member 'm9'/],
  ['an owner that does nothing', deployed('owner: orders'), /^5:5: does is missing$/],
  ['a roll without a plan', deployed('roll: up'), /^5:5: roll needs plan/],
  ['a plan of another member', deployed('{ roll: up, plan: [{ member: m7, do: drain }] }'), /^5:34: .*'m7'/],
  ['a fill of no order', deployed('fill: the-order'), /^5:11: fill is the id of an order in quotes, or a saved one/],
  ['an order id that YAML rounds', deployed('fill: 1767571200000000000'), /^5:11: fill must be text: put it in/],
  ['a quantity that is none', deployed('{ fill: "7", qty: 1e3 }'), /^5:23: qty must be text: put it in quotes$/],
  ['a price too fine', deployed('{ fill: "7", price: "0.0000000000000000001" }'), /^5:25: price is a decimal in quotes/],
  ['a fill of what is not saved', deployed(`fill: '\${order}'`), /^5:11: \$\{order\} is saved by no earlier/],
  ['a rejection without a reason', deployed('reject: "7"'), /^5:5: reason is missing$/],
  ['a reason that is none', deployed('{ reject: "7", reason: RATE_CEILIN }'), /^5:28: reason 'RATE_CEILIN' is not one of .*did you mean 'RATE_CEILING'\?$/],
  ['a balance of nothing', deployed('{ balance: 1, total: "1" }'), /^5:5: asset is a symbol such as USD/],
  ['a balance of no account', deployed('{ balance: main, asset: USD, total: "1" }'), /^5:16: balance is the id of an account/],
  ['the next step of no roll', deployed(ROLL, 'next: down'), /^6:11: no earlier step has a roll 'down'/],
  ['a fault that fails in another way', deployed('fault: { on: { edge: log }, fail: full }'), /fail takes true, and of the edge log/],
  ['an edge that is none', deployed('fault: { on: { edge: replay }, crash: true }'), /edge 'replay' is not one of .*'reply'\?$/],
  ['a member that is no version', 'id: one\nstory: A story.\nworld: { members: [newest] }\nstorm: [{ route: m1 }]\n',
    /^3:20: a member is a contract version, such as 0\.13\.0, or a mapping/],
])('%s', (_, text, message) => {
  expect(problemOf(text)).toMatch(message);
});

const posting = (body: string) => storm(`{ as: trader, request: POST /orders, body: ${body} }`);
const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));
const laughs = (rows: number) =>
  `{ ${lines(
    rows,
    (n) =>
      `a${n}: &a${n} [${Array(9)
        .fill(n === 0 ? 'ha' : `*a${n - 1}`)
        .join(', ')}]`,
  ).join(', ')} }`;
const nested = (levels: number) => posting(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const waits = (count: number) => storm(...lines(count, () => '{ wait: 1s }'));
const long = (length: number) => 'x'.repeat(length);

// Each is played once its one defect is gone.
// biome-ignore format: an aligned table
test.each<[string, string, string, RegExp]>([
  ['more than 1 MiB', `${CALM}#${long(MOST_BYTES)}`,
    `${CALM}#${long(MOST_BYTES - CALM.length - 1)}`, /^1:1: the file is larger than 1 MiB, .*: split it into several files$/],
  ['an anchor within its own value', posting('&a { x: *a }'),
    posting('{ x: &a 1, y: *a }'), /^4:56: the alias \*a stands within its own value, which has no end: write the value out$/],
  ['an alias of nothing', posting('[*a]'), posting('[&a 1, *a]'), /^4:49: the alias \*a has no earlier anchor/],
  ['aliases of aliases', posting(laughs(9)), posting(laughs(4)), /^4:\d+: the file has more than 200000 values/],
  ['levels of aliases', posting(`[&a0 [1], ${lines(100, (n) => `&a${n + 1} [*a${n}]`).join(', ')}]`),
    posting(`[&a0 [1], ${lines(50, (n) => `&a${n + 1} [*a${n}]`).join(', ')}]`), /^4:\d+: the file is nested too deeply: a scenario has at most 100 levels$/],
  ['many levels', nested(99), nested(98), /^4:\d+: the file is nested too deeply: a scenario has at most 100/],
  ['levels past the stack', nested(20_000), nested(50), /^4:\d+: the file is nested too deeply/],
  ['brackets alone', `${HEAD}calm: ${'['.repeat(20_000)}`, CALM, /^3:\d+: the file is nested too deeply/],
  ['errors alone', `${HEAD}calm: [${','.repeat(20_000)}]`, `${HEAD}calm: [{ wait: 1s },]`, /^3:9: Unexpected , in/],
  ['closed and never opened', ']'.repeat(20_000), CALM, /^1:1: Unexpected flow-seq-end token/],
  ['steps', waits(MOST_STEPS + 1), waits(MOST_STEPS), /^5004:5: the scenario has more than 5000 steps/],
  ['wrong steps in loops in loops', storm('{ times: 1000, steps: [{ times: 1000, steps: [{ times: 1000, steps: [{ wiat: 1s }] }] }] }'),
    storm('{ times: 10, steps: [{ times: 10, steps: [{ times: 10, steps: [{ wait: 1s }] }] }] }'),
    /^4:\d+: the scenario has more than 5000 steps when .*\n4:\d+: unknown step 'wiat'; did you mean 'wait'\?$/],
  ['a long step many times', storm(`{ times: 1000, steps: [{ as: trader, request: POST /orders, text: ${long(60_000)} }] }`),
    storm(`{ times: 100, steps: [{ as: trader, request: POST /orders, text: ${long(60_000)} }] }`),
    /^4:28: the scenario has more than 50000000 characters when its loops are written out/],
  ['many keys', posting(`{ ${lines(1001, (n) => `a${n}: 1`).join(', ')} }`),
    posting(`{ ${lines(1000, (n) => `a${n}: 1`).join(', ')} }`), /^4:48: a mapping has at most 1000 keys$/],
  ['a key twice', posting('{ a: 1, b: 2, a: 3 }'), posting('{ a: 1, b: 2, c: 3 }'), /^4:62: the key 'a' is in this mapping twice: delete one of them$/],
  ['a mapping as a key', posting('{ [a]: 1 }'), posting('{ "[a]": 1 }'), /^4:50: a key must be text, not a mapping/],
  ['a tag of JavaScript', posting('!!js/function x'), posting('x'), /^4:48: a scenario has no YAML tags: .* tag js\/function/],
  ['a YAML tag', posting('!secret x'), posting('x'), /^4:48: a scenario has no YAML tags: .* tag secret/],
  ['a tag of bytes', posting('!!binary aGVsbG8='), posting('aGVsbG8='), /^4:\d+: a scenario has no YAML tags/],
  ['a tag of a time', posting('!!timestamp 2026-01-01'), posting('2026-01-01'), /^4:\d+: a scenario has no YAML/],
  ['two documents', `${CALM}---\n${CALM}`, CALM, /^5:1: a file has one scenario: delete the '---' or '\.\.\.', or/],
  ['directives', `%YAML 1.1\n---\n${CALM}`, CALM, /^1:1: a scenario has no YAML directives: delete the line/],
  ['a prototype', `${CALM}__proto__: { note: x }\n`, CALM, /^5:1: unknown key '__proto__' in a scenario/],
  ['a prototype of a step', storm('{ wait: 1s, __proto__: { note: x } }'),
    posting('{ __proto__: { note: x } }'), /^4:17: unknown key '__proto__' in a wait step/],
  ['no JSON number', posting('{ a: .inf }'), posting('{ a: ".inf" }'), /^4:53: Infinity is not a JSON number: put it/],
  ['a number of many digits', storm(`wait: ${'9'.repeat(5_000)}`),
    posting(`{ qty: ${'9'.repeat(5_000)} }`), /^4:11: wait 9{290,} \.\.\. 9+ is not a duration: write 250ms/],
  ['a long name', storm(`{ as: ${long(500_000)}, request: POST /orders }`),
    storm(`{ as: trader, request: POST /orders, text: ${long(500_000)} }`), /^4:11: as 'x{290,} \.\.\. [^\n]{290,300}$/],
  ['a long pattern', storm(`{ as: trader, request: GET /me, expect: { body: { a: { $matches: ${long(1_001)} } } } }`),
    storm(`{ as: trader, request: GET /me, expect: { body: { a: { $matches: ${long(1_000)} } } } }`),
    /\$matches takes a regular expression in quotes, of at most 1000 characters$/],
  ['more problems than are read', storm(...lines(30, () => 'restore: nothing')),
    CALM, /^(\d+:14: no earlier step has a snapshot 'nothing'\n){20}and 10 more problems$/],
])('%s', (_, hostile, without, message) => {
  expect(problemOf(hostile)).toMatch(message);
  expect(problemsOf(without)).toBe('none');
});

test.each([
  ['a byte order mark', `\uFEFF${CALM}`],
  ['line ends of Windows', CALM.replaceAll('\n', '\r\n')],
  ['an anchor that many steps use', storm('&me { as: trader, request: GET /me }', ...lines(500, () => '*me'))],
])('%s is no defect', (_, text) => {
  expect(problemsOf(text)).toBe('none');
});
