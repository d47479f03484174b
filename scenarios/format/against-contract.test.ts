import { expect, test } from 'vitest';
import { contractProblems } from './against-contract.ts';
import { readScenario } from './read.ts';

const order = {
  type: 'object',
  additionalProperties: false,
  required: ['account', 'qty'],
  properties: { account: {}, instrument: {}, qty: {}, price: {} },
};
const DOCUMENT = {
  components: { schemas: { Order: order } },
  paths: {
    '/orders': {
      get: {},
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
    },
    '/orders/{orderId}': { get: {} },
    '/me': { get: {} },
  },
};

const messages = (step: string) =>
  contractProblems(readScenario(`{ id: a, story: s, storm: [${step}] }`, 'a.yaml'), DOCUMENT).map(
    ({ message }) => message,
  );

test.each([
  [
    'a path',
    '{ as: trader, request: GET /oders }',
    "/oders is not a path of the target's contract; did you mean '/orders'?",
  ],
  ['a path below another', '{ as: trader, request: GET /orders/7/fills }', '/orders/7/fills is not a path'],
  ['a method', '{ as: trader, request: DELETE /orders }', '/orders takes GET, POST, not DELETE'],
  [
    'a property',
    '{ as: trader, request: POST /orders, body: { account: a, qty: "1", prize: "1" }, expect: { status: 201 } }',
    "the body of POST /orders has no 'prize'; did you mean 'price'?",
  ],
  [
    'a property that is missing',
    '{ as: trader, request: POST /orders, body: { account: a }, expect: { status: 2xx } }',
    "the body of POST /orders lacks 'qty', which the contract requires",
  ],
  [
    'what is awaited later',
    '{ as: trader, request: POST /orders, body: { qty: "1" }, name: a, background: true }, { await: a, expect: { status: 201 } }',
    "lacks 'account'",
  ],
])('%s that the contract does not have is reported, with the way out', (_, step, message) => {
  const [only, ...others] = messages(step);
  expect(only).toContain(message);
  expect(only).toMatch(/; unchecked: true sends it all the same$/);
  expect(others).toEqual([]);
  expect(messages(step.replace('as: trader', 'unchecked: true, as: trader'))).toEqual([]);
});

test.each([
  ['what it has', '{ as: trader, request: GET /orders?limit=2 }'],
  ['an id from an earlier answer', `{ as: trader, request: 'GET /orders/\${fixtures.account.id}' }`],
  ['a path that is to be unknown', '{ as: trader, request: GET /nothing, expect: { status: 404 } }'],
  ['a method that is to be refused', '{ as: trader, request: DELETE /orders, expect: { status: [405] } }'],
  ['a body that is to be refused', '{ as: trader, request: POST /orders, body: { x: 1 }, expect: { status: 400 } }'],
  ['a body of which nothing is expected', '{ as: trader, request: POST /orders, body: { x: 1 } }'],
  ['the document itself', '{ as: trader, request: GET /openapi.json }'],
])('%s is sent', (_, step) => {
  expect(messages(step)).toEqual([]);
});

test('a step of a loop is reported once', () => {
  expect(messages('{ times: 3, steps: [{ as: trader, request: GET /oders }] }')).toHaveLength(1);
});

test('a document that lists nothing says nothing', () => {
  expect(
    contractProblems(readScenario('{ id: a, story: s, storm: [{ as: trader, request: GET /x }] }', 'a'), {}),
  ).toEqual([]);
});

test('a request body that the document refers to is followed', () => {
  const { requestBody } = DOCUMENT.paths['/orders'].post;
  const post = { requestBody: { $ref: '#/components/requestBodies/Order' } };
  const document = {
    components: { ...DOCUMENT.components, requestBodies: { Order: requestBody } },
    paths: { '/orders': { post } },
  };
  const step = '{ as: trader, request: POST /orders, body: { account: a }, expect: { status: 201 } }';
  const scenario = readScenario(`{ id: a, story: s, storm: [${step}] }`, 'a.yaml');
  expect(contractProblems(scenario, document).map(({ message }) => message)).toEqual([
    expect.stringContaining("lacks 'qty'"),
  ]);
});
