import type { Answered } from '../caller.ts';
import { type Change, of, seen } from './change.ts';

const saidBy = ({ json }: Answered) => Object.keys(of(json, 'error') ?? {});

/** Of a line of text: no JSON is in it. */
const form = ({ status, headers, json }: Answered) => [status, headers['content-type'], of(json, 'error', 'code')];

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** 0.12.0 to 0.14.0: refusals, pages, and the tickets. */
export const ANSWER_CHANGES: readonly Change[] = [
  {
    at: '0.12.0',
    gate: 'errors.complete-envelope',
    what: 'a row that is not held, and a body that is no JSON',
    see: async (member) => [
      saidBy(await member.get('/orders/1')),
      saidBy(await member.send({ method: 'POST', path: '/orders', key: 'walk-malformed', body: '{' })),
    ],
    before: [['code'], ['code', 'message']],
    since: [
      ['code', 'message', 'requestId', 'retryable'],
      ['code', 'message', 'requestId', 'retryable'],
    ],
  },
  {
    at: '0.12.0',
    gate: 'errors.every-envelope',
    what: 'an unknown path, a method that is not taken, a body too long, a failure of the member',
    async see(member, { world }) {
      const key = world.key();
      const { id } = world.sample.faults.add({ on: { edge: 'inbox', key }, fail: true });
      const failed = await member.order({}, key);
      world.sample.faults.remove(id);
      const other = await member.send({ method: 'DELETE', path: '/orders' });
      return [
        form(await member.get('/nowhere')),
        [...form(other), other.headers['allow']],
        form(await member.send({ method: 'POST', path: '/orders', body: Buffer.alloc(1_048_577, ' ') })),
        form(failed),
      ];
    },
    before: [
      [404, TEXT, undefined],
      [405, TEXT, undefined, 'GET, POST'],
      [413, TEXT, undefined],
      [500, TEXT, undefined],
    ],
    since: [
      [404, JSON_TYPE, 'ROUTE_NOT_FOUND'],
      [405, JSON_TYPE, 'METHOD_NOT_ALLOWED', 'GET, POST'],
      [413, JSON_TYPE, 'PAYLOAD_TOO_LARGE'],
      [500, JSON_TYPE, 'INTERNAL_ERROR'],
    ],
  },
  {
    at: '0.12.0',
    gate: 'requests.correlated',
    what: 'the X-Request-Id of an answer, and of the document',
    async see(member) {
      const { headers } = await member.send({ method: 'GET', path: '/me', requestId: 'walked-here' });
      return [headers['x-request-id'], JSON.stringify(await member.document()).includes('X-Request-Id')];
    },
    before: [undefined, false],
    since: ['walked-here', true],
  },
  {
    at: '0.13.0',
    gate: 'pages.cursors',
    what: 'a page of one row with its total, and a limit that is none',
    async see(member) {
      const { json } = await member.get('/portfolios?limit=1&include=total');
      const document = JSON.stringify((await member.document()).paths['/portfolios']);
      return {
        has: Object.keys(json as object),
        rows: (of(json, 'items') as unknown[]).length,
        zero: (await member.get('/portfolios?limit=0')).status,
        published: document.includes('"limit"') && document.includes('"cursor"'),
      };
    },
    before: { has: ['globalSequence', 'items'], rows: 3, zero: 200, published: false },
    since: {
      has: ['globalSequence', 'asOfSeqTsNs', 'items', 'nextCursor', 'prevCursor', 'total'],
      rows: 1,
      zero: 400,
      published: true,
    },
  },
  {
    at: '0.13.0',
    gate: 'pages.cursors',
    what: 'a cursor of the newest member, and one that is none',
    async see(member, { world }) {
      const cursor = of((await world.newest.get('/portfolios?limit=1')).json, 'nextCursor');
      const rows = of((await member.get(`/portfolios?limit=1&cursor=${cursor}`)).json, 'items') as unknown[];
      const whole = of((await world.newest.get('/portfolios')).json, 'items') as unknown[];
      const goesOn = JSON.stringify(rows) === JSON.stringify(whole.slice(1, 2));
      return [goesOn, rows.length, seen(await member.get('/portfolios?cursor=made-up'))];
    },
    before: [false, 3, { status: 200, placed: true }],
    since: [true, 1, { status: 400, code: 'INVALID_CURSOR' }],
  },
  {
    at: '0.13.0',
    gate: 'pages.fixed-orders',
    what: 'the order of orders',
    async see(member) {
      const orders = of((await member.get('/orders')).json, 'items') as { readonly orderId: string }[];
      const ids = orders.map(({ orderId }) => BigInt(orderId));
      return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id)) ? 'ascending' : 'descending';
    },
    before: 'ascending',
    since: 'descending',
  },
  {
    at: '0.13.0',
    gate: 'positions.as-of',
    what: 'the as-of header of a page, a row, a 404 and GET /me, and of the document',
    async see(member, { landmarks }) {
      const answers = [
        await member.get('/orders'),
        await member.get(`/orders/${landmarks.order}`),
        await member.get('/orders/1'),
        await member.get('/me'),
      ];
      const inDocument = JSON.stringify(await member.document()).includes('X-Service-As-Of-Seq-Ts');
      return [...answers.map(({ headers }) => 'x-service-as-of-seq-ts' in headers), inDocument];
    },
    before: [false, false, false, false, false],
    since: [true, true, true, true, true],
  },
  {
    at: '0.13.0',
    gate: 'queries.closed',
    what: 'a parameter that nobody knows, of a page, a row and GET /me',
    see: async (member, { landmarks }) => [
      (await member.get('/orders?nonsense=1')).status,
      (await member.get(`/orders/${landmarks.order}?nonsense=1`)).status,
      (await member.get('/me?nonsense=1')).status,
    ],
    before: [200, 200, 200],
    since: [400, 400, 400],
  },
  {
    at: '0.14.0',
    gate: 'routes.ws-tickets',
    what: 'a ticket, and its path and code in the document',
    async see(member) {
      const { status } = await member.send({ method: 'POST', path: '/v1/ws-tickets', body: '{"stream":"trading"}' });
      const document = JSON.stringify(await member.document());
      return [status, document.includes('/v1/ws-tickets'), document.includes('TICKETS_UNAVAILABLE')];
    },
    before: [404, false, false],
    since: [200, true, true],
  },
];
