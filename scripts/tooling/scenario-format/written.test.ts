import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readScenario } from '../../../scenarios/index.ts';
import { onDisk } from '../../tidy/source-files.ts';
import { schemaText, withReference } from './written.ts';

const read = (path: string) => readFileSync(onDisk(path), 'utf8');
const validate = new Ajv({ strict: false, allErrors: false }).compile(JSON.parse(schemaText()) as object);

test('the schema and the reference are those of the format: npm run scenario-format writes them', () => {
  expect(read('scenarios/scenario.schema.json')).toBe(schemaText());
  expect(withReference(read('scenarios/README.md'))).toBe(read('scenarios/README.md'));
});

describe('every scenario of the library', () => {
  test.each(readdirSync(onDisk('scenarios/library')))('%s fits the schema, and names it for editors', (name) => {
    const text = read(`scenarios/library/${name}`);
    expect(text.split('\n', 1)[0]).toBe('# yaml-language-server: $schema=../scenario.schema.json');
    expect(validate(parse(text)), JSON.stringify(validate.errors?.slice(-2))).toBe(true);
  });
});

const file = (step: string) => `{ id: a, story: a, storm: [${step}] }`;

describe('what the reader refuses by its shape the schema refuses', () => {
  const get = 'as: trader, request: GET /me';
  test.each([
    // no step, or another
    ...['{ as: trader }', '{ wait: 1s, release: a }', '{ steps: [{ wait: 1s }] }', '{ note: 1, wait: 1s }'],
    // requests
    ...['{ request: GET /me }', '{ as: trader, request: /me }', '{ as: somebody, request: GET /me }'],
    ...[`{ ${get}, expects: { status: 200 } }`, `{ ${get}, key: 17 }`, `{ ${get}, body: {}, text: x }`],
    ...[`{ ${get}, within: 5s }`, `{ ${get}, background: true }`],
    `{ ${get}, name: a, background: true, expect: { status: 200 } }`,
    ...[
      `{ ${get}, save: { order: orderId } }`,
      `{ ${get}, save: { a: header.etag } }`,
      `{ ${get}, save: { 1a: $.x } }`,
    ],
    // expectations
    ...[
      `{ ${get}, expect: { status: 1000 } }`,
      `{ ${get}, expect: { status: 2x } }`,
      `{ ${get}, expect: { code: no } }`,
    ],
    ...[`{ ${get}, expect: { answer: all } }`, `{ ${get}, expect: { stauts: 200 } }`],
    ...[
      '$match: x',
      '$present: 1',
      '$oneOf: []',
      '$oneOf: [{ $a: 1 }]',
      '$decimal: 1.5',
      '$length: -1',
      '$inOrder: 1',
    ].map((matcher) => `{ ${get}, expect: { body: { items: [{ ${matcher} }] } } }`),
    `{ ${get}, expect: { body: { a: { $present: true, $length: 1 } } } }`,
    `{ ${get}, expect: { body: { a: { $not: { $wrong: 1 } } } } }`,
    `{ ${get}, expect: { headers: { etag: { $match: 1 } } } }`,
    // faults and time
    ...['{ wait: soon }', '{ times: 2, steps: [{ wait: soon }] }', '{ member: m1, skew: soon }'],
    ...['{ fault: { on: {} } }', '{ fault: { on: {}, fail: true, hold: h } }', '{ fault: { on: {}, hodl: h } }'],
    ...['{ fault: { on: { edge: nowhere }, delay: 1s } }', '{ fault: { on: {}, refuse: inbox } }'],
    ...['{ fault: { on: {}, fail: true, times: 0 } }', '{ clear: "1 2" }'],
    // loops and branches
    ...['{ parallel: [{ wait: 1s }, { wait: 1s }] }', '{ parallel: [[{ wait: 1s }]] }', '{ steps: [], times: 2 }'],
    ...['{ times: 0, steps: [{ wait: 1s }] }', '{ times: 1001, steps: [{ wait: 1s }] }'],
    // sockets
    ...['{ mint: t }', '{ issue: t }', '{ issue: t, as: anonymous }', '{ open: s }', '{ op: auth }', '{ send: s }'],
    ...['{ open: s, as: trader, bearer: t }', '{ open: s, as: trader, socket: market-data }'],
    ...[
      '{ op: auth, on: s, as: anonymous }',
      '{ op: submit, on: s, background: true }',
      '{ send: s, frame: {}, text: x }',
    ],
    ...['{ hear: s, expect: { closed: 17 } }', '{ hear: s, expect: { closed: true, frame: {} } }'],
    ...['{ hear: s, event: a, expect: { closed: true } }', '{ hear: s, save: { a: $ }, expect: { closed: true } }'],
    // the platform
    ...['{ member: m1 }', '{ member: m1, does: stall, lag: 2s }', '{ member: m1, deploy: { version: newest } }'],
    ...['{ owner: orders }', '{ roll: up }', '{ snapshot: "a b" }', '{ reset: -1 }', '{ route: "m 2" }'],
    ...['{ fill: 17 }', '{ fill: "7", qty: "-1" }', '{ reject: "7" }', '{ reject: "7", reason: BORED }'],
    ...['{ balance: main, asset: USD, total: "1" }', '{ balance: 1, total: "1" }', '{ quote: x, bid: "1", ask: "2" }'],
  ])('%s', (step) => {
    expect(() => readScenario(file(step), 'a.yaml')).toThrow();
    expect(validate(parse(file(step)))).toBe(false);
  });

  test.each([
    ...['story: a', 'story: a, storm: []', 'story: a, id: A b, calm: [{ wait: 1s }]', 'calm: [{ wait: 1s }]'],
    ...['story: a, proves: [idem11], calm: [{ wait: 1s }]', 'story: a, strom: [{ wait: 1s }]'],
    ...['story: a, world: { members: [newest] }, calm: [{ wait: 1s }]', 'story: a, world: { members: [] }, calm: []'],
    ...[`story: a, holds: [{ ${get} }]`, 'story: a, holds: [{ advance: 1s }]'],
    'story: a, holds: [{ as: trader, request: POST /orders, expect: { status: 201 } }]',
  ])('a file of %s', (rest) => {
    const text = rest.includes('id:') ? `{ ${rest} }` : `{ id: a, ${rest} }`;
    expect(() => readScenario(text, 'a.yaml')).toThrow();
    expect(validate(parse(text))).toBe(false);
  });

  test.each([
    '{ as: trader, request: GET /me, expect: { status: 2xx }, save: { etag: headers.etag } }',
    '{ parallel: [[{ as: trader, request: GET /me }], [{ as: admin, request: GET /me }]] }',
    `{ times: 3, steps: [{ as: trader, request: 'GET /orders', query: { limit: '\${pass}' } }] }`,
    '{ as: trader, request: GET /me, expect: { body: { a: { $oneOf: [{ $decimal: "1.5" }, null] }, "$.b[0].c": { $not: 1 } } } }',
    '{ member: m1, skew: -3s }',
    '{ open: s, socket: market-data }',
    '{ open: s, as: anonymous }',
    '{ fault: { on: { edge: verdict }, hold: h, times: { every: 2 }, for: 1m } }',
    '{ fill: "7", qty: "0.4", price: "99.5" }',
    '{ reject: "7", reason: RATE_CEILING }',
    '{ balance: 1, asset: USD, total: "250.00" }',
  ])('and takes %s, as the reader does', (step) => {
    expect(readScenario(file(step), 'a.yaml').steps.length).toBeGreaterThan(0);
    expect(validate(parse(file(step))), JSON.stringify(validate.errors?.slice(-2))).toBe(true);
  });
});
