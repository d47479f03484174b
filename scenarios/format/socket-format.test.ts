import { describe, expect, test } from 'vitest';
import { problemsOf } from '../testing/sample-problems.ts';
import { readScenario } from './read.ts';

const HEAD = 'id: one\nstory: A story.\n';

const storm = (...steps: readonly string[]) => `${HEAD}storm:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
const OPEN = '{ as: trader, open: one }';

describe('a socket step that cannot be played is reported with its place and advice', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['a ticket of nobody', storm('mint: first'), /^one\.yaml:4:5: mint needs as: the principal/],
    ['a token of nobody', storm('issue: short'), /^one\.yaml:4:5: issue needs as: the principal/],
    ['a token for a time that is none', storm('{ as: trader, issue: short, expiresIn: soon }'), /^one\.yaml:4:44: expiresIn "soon" is not a duration/],
    ['a ticket twice', storm('{ as: trader, mint: a }', '{ as: trader, mint: a }'), /^one\.yaml:5:25: a ticket 'a' exists/],
    ['a socket that nobody opens', storm('open: one'), /^one\.yaml:4:5: open needs as, bearer or ticket/],
    ['a socket that is none', storm('{ as: trader, open: one, socket: tradin }'), /^one\.yaml:4:38: socket 'tradin' is not one of .*'trading'\?$/],
    ['a credential where none is taken', storm('{ as: trader, open: one, socket: market-data }'), /^one\.yaml:4:5: the market-data socket takes no credential/],
    ['two bearers', storm('{ as: trader, issue: t }', '{ as: trader, bearer: t, open: one }'), /^one\.yaml:5:5: open has as .* or bearer/],
    [
      'a ticket that nobody minted',
      storm('{ as: trader, mint: first }', '{ open: one, ticket: frist }'),
      /^one\.yaml:5:26: no earlier step has a ticket 'frist'; did you mean 'first'\?$/,
    ],
    ['a token that nobody issued', storm('{ open: one, bearer: short }'), /^one\.yaml:4:26: no earlier step has a token 'short'$/],
    ['a socket twice', storm(OPEN, OPEN), /^one\.yaml:5:25: a socket 'one' exists already/],
    ['an op over nothing', storm('op: auth'), /^one\.yaml:4:5: op needs on/],
    ['an op over another socket', storm(OPEN, '{ op: auth, on: on }'), /^one\.yaml:5:21: no earlier step has a socket 'on'; did you mean 'one'\?$/],
    ['an op of anonymous', storm(OPEN, '{ op: auth, on: one, as: anonymous }'), /^one\.yaml:5:5: as anonymous has no token/],
    ['two ops of one reqId', storm(OPEN, '{ op: x, on: one, reqId: a }', '{ op: x, on: one, reqId: a }'), /^one\.yaml:6:30: 'a' was sent over one before/],
    ['a background op without a name', storm(OPEN, '{ op: x, on: one, background: true }'), /^one\.yaml:5:5: background needs name/],
    [
      'a background op that expects',
      storm(OPEN, '{ op: x, on: one, name: a, background: true, expect: {} }'),
      /^one\.yaml:5:5: a background op has no expect or save/,
    ],
    [
      'a background op never awaited',
      storm(OPEN, '{ op: x, on: one, name: a, background: true }'),
      /^one\.yaml:5:5: 'a' is sent in the background and never awaited/,
    ],
    [
      'a status of an op',
      storm(OPEN, '{ op: x, on: one, name: a, background: true }', '{ await: a, expect: { status: 200 } }'),
      /^one\.yaml:6:27: 'a' is an op, and its answer has frame, no status$/,
    ],
    [
      'a frame of a request',
      storm('{ as: trader, request: GET /me, name: a, background: true }', '{ await: a, expect: { frame: {} } }'),
      /^one\.yaml:5:27: 'a' is a request, and its answer has status, headers and body, no frame$/,
    ],
    ['a body of an op', storm(OPEN, '{ op: x, on: one, expect: { body: {} } }'), /^one\.yaml:5:33: unknown key 'body' in expect/],
    ['nothing to send', storm(OPEN, 'send: one'), /^one\.yaml:5:5: send has frame \(JSON\) or text/],
    ['two things to send', storm(OPEN, '{ send: one, frame: {}, text: x }'), /^one\.yaml:5:5: send has frame \(JSON\) or text/],
    ['a hearing of nobody', storm('hear: one'), /^one\.yaml:4:11: no earlier step has a socket 'one'$/],
    ['a close code that is none', storm(OPEN, '{ hear: one, expect: { closed: 17 } }'), /^one\.yaml:5:36: closed is a close code from 1000 to 4999/],
    [
      'a frame and a close',
      storm(OPEN, '{ hear: one, expect: { closed: true, frame: {} } }'),
      /^one\.yaml:5:26: expect has frame, closed or answer, one of them/,
    ],
    [
      'a frame, and that none comes',
      storm(OPEN, '{ hear: one, expect: { answer: none, frame: {} } }'),
      /^one\.yaml:5:26: expect has frame, closed or answer, one of them/,
    ],
    ['an event of a close', storm(OPEN, '{ hear: one, event: x, expect: { closed: true } }'), /^one\.yaml:5:5: a close is not an event/],
    ['a value of silence', storm(OPEN, '{ hear: one, expect: { frame: none }, save: { a: $.b } }'), /^one\.yaml:5:5: save needs a frame/],
    ['a matcher that is none', storm(OPEN, '{ hear: one, expect: { frame: { a: { $match: x } } } }'), /'\$match' must be the only key of its mapping/],
    [
      'an event that no socket sends',
      storm(OPEN, '{ hear: one, event: sessionOpend }'),
      /^one\.yaml:5:25: the trading socket sends no event 'sessionOpend'; did you mean 'sessionOpened'\?$/,
    ],
    [
      'an expected event that no socket sends',
      storm(OPEN, '{ hear: one, expect: { frame: { event: orderFilled } } }'),
      /^one\.yaml:5:44: the trading socket sends no event 'orderFilled' \(known: sessionOpened, .*executionRecorded\)$/,
    ],
    [
      'an expected msgType that no socket sends',
      storm(OPEN, '{ hear: one, expect: { frame: { msgType: sessionClosed } } }'),
      /^one\.yaml:5:46: the trading socket sends no event 'sessionClosed'; did you mean 'sessionClosing'\?$/,
    ],
    [
      'an event of the other socket',
      storm(OPEN, '{ hear: one, event: quote }'),
      /^one\.yaml:5:25: the trading socket sends no event 'quote', the market-data socket does \(known/,
    ],
    [
      'a fault of a frame that no socket sends',
      storm('fault: { on: { edge: frame, frame: sumbit }, garble: true }'),
      /^one\.yaml:4:40: no socket sends a frame 'sumbit'; did you mean 'submit'\?$/,
    ],
    [
      'a fault of a frame of the other socket',
      storm('fault: { on: { socket: market-data, frame: submit }, garble: true }'),
      /^one\.yaml:4:48: the market-data socket sends no frame 'submit', the trading socket does \(known/,
    ],
    ['a close of nothing', storm('close: one'), /^one\.yaml:4:12: no earlier step has a socket 'one'$/],
    ['a fault of an unknown edge', storm('fault: { on: { edge: first-fram }, hold: h }'), /did you mean 'first-frame'\?$/],
    ['a drop of an unknown thing', storm('fault: { on: { edge: frame }, drop: frames }'), /drop 'frames' is not one of answer, handshake, frame, .*; did/],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toMatch(message);
    for (const line of problemsOf(text).split('\n')) expect(line).toMatch(/^one\.yaml:\d+:\d+: \S/);
  });
});

test('silence may also be stated in the wording of answers', () => {
  const heard = (expected: string) => {
    const step = readScenario(storm(OPEN, `{ hear: one, expect: ${expected} }`), 'one.yaml').steps[1];
    return step?.kind === 'hear' ? step.expect : undefined;
  };
  expect(heard('{ answer: none }')).toEqual({ frame: 'none' });
  expect(heard('{ answer: none }')).toEqual(heard('{ frame: none }'));
});

test('defaults are filled in', () => {
  const { steps } = readScenario(
    storm(
      '{ as: trader, mint: first }',
      '{ as: outsider, issue: short, expiresIn: 90s }',
      '{ open: one, ticket: first }',
      '{ bearer: short, open: two }',
      '{ op: auth, on: one, as: outsider }',
      '{ open: quotes, as: anonymous }',
    ),
    'one.yaml',
  );
  // biome-ignore format: an aligned table
  expect(steps.map(({ n: _, phase: __, at: ___, ...step }) => JSON.parse(JSON.stringify(step)))).toEqual([
    { kind: 'mint', name: 'first', as: 'trader', body: { stream: 'trading' }, save: {} },
    { kind: 'issue', name: 'short', as: 'outsider', claims: {}, expiresInMs: 90_000 },
    { kind: 'open', name: 'one', socket: 'trading', ticket: 'first', save: {} },
    { kind: 'open', name: 'two', socket: 'trading', bearer: { issued: 'short' }, save: {} },
    { kind: 'op', socket: 'one', op: 'auth', reqId: 'step5', params: {}, bearer: { as: 'outsider' }, background: false, save: {} },
    { kind: 'open', name: 'quotes', socket: 'trading', save: {} },
  ]);
});
