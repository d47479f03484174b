/** Members of older contracts that do what came later, or not what they did. */
import type { Answer } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { rewriteBody } from '../defect.ts';
import { asks, before, ofVersions } from './of-versions.ts';

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' } as const;

function refusal(status: number, code: string): Answer {
  return { status, headers: JSON_TYPE, body: JSON.stringify({ error: { code, message: 'refused' } }) };
}

export const OLDER_MEMBERS: readonly Defect[] = [
  {
    name: 'envelopes-a-route-that-is-to-come',
    breaks: ['VER-02'],
    story: 'a member older than the algos routes answers them 404 in the envelope, which came with 0.12.0',
    stages: ofVersions(before('0.11.0'), (answer, known) =>
      asks(known, 'GET', /^\/algos\//) ? refusal(404, 'ROUTE_NOT_FOUND') : answer,
    ),
  },
  {
    name: 'says-a-route-to-come-is-not-implemented',
    breaks: ['VER-02'],
    story: 'a member older than the algos routes answers their writes 501',
    stages: ofVersions(before('0.11.0'), (answer, known) =>
      asks(known, 'POST', /^\/algos\//) ? { ...answer, status: 501 } : answer,
    ),
  },
  {
    name: 'names-a-time-too-early',
    breaks: ['VER-04'],
    story: 'a member of contract 0.12.0 names the time of the state behind GET /me',
    stages: ofVersions(['0.12.0'], (answer, known) => {
      if (!asks(known, 'GET', '/me')) return answer;
      return { ...answer, headers: { ...answer.headers, 'X-Service-As-Of-Seq-Ts': '1767571200000000000' } };
    }),
  },
  {
    name: 'calls-itself-by-its-neighbours-version',
    breaks: ['VER-04'],
    story: 'a member of contract 0.4.2 serves a document of version 0.4.1',
    stages: ofVersions(['0.4.2'], (answer, known) => {
      if (!asks(known, 'GET', '/openapi.json')) return answer;
      return rewriteBody(answer, (document) => ({
        ...document,
        info: { ...(document['info'] as object), version: '0.4.1' },
      }));
    }),
  },
  {
    name: 'takes-made-up-cursors-for-good',
    breaks: ['VER-04', 'VER-01'],
    story:
      'a member of contract 0.13.0 serves the first page under a cursor that does not decode, as those before it did',
    stages: ofVersions(['0.13.0'], (answer, known) => {
      if (!asks(known, 'GET', '/orders') || known.rawQuery !== 'cursor=made-up') return answer;
      return { ...answer, status: 200 };
    }),
  },
  {
    name: 'names-the-instance-of-older-orders',
    breaks: ['VER-06'],
    story: 'a member of contract 0.5.1 has algoInstanceId on the row of an order',
    stages: ofVersions(['0.5.1'], (answer, known) =>
      asks(known, 'GET', /^\/orders\/[0-9]+$/)
        ? rewriteBody(answer, (row) => ({ ...row, algoInstanceId: null }))
        : answer,
    ),
  },
  {
    name: 'cuts-older-collections',
    breaks: ['VER-07'],
    story: 'a member of contract 0.12.0 bounds a collection by a limit that it does not know',
    stages: ofVersions(['0.12.0'], (answer, known) => {
      if (!asks(known, 'GET', '/orders') || known.rawQuery !== 'limit=1') return answer;
      return rewriteBody(answer, (page) => ({ ...page, items: (page['items'] as unknown[]).slice(0, 1) }));
    }),
  },
  {
    name: 'closes-queries-too-early',
    breaks: ['VER-07'],
    story: 'a member of contract 0.12.0 refuses a parameter that GET /users does not take',
    stages: ofVersions(['0.12.0'], (answer, known) => {
      const isUnknown = asks(known, 'GET', '/users') && known.rawQuery.includes('no-such');
      return isUnknown ? refusal(400, 'MALFORMED_REQUEST') : answer;
    }),
  },
  {
    name: 'refuses-without-a-code',
    breaks: ['VER-08'],
    story: 'a member of contract 0.11.4 refuses an order that nobody holds in words alone',
    stages: ofVersions(['0.11.4'], (answer, known) =>
      asks(known, 'GET', '/orders/1') ? rewriteBody(answer, () => ({ error: { message: 'no such order' } })) : answer,
    ),
  },
  {
    name: 'numbers-its-refusals-too-early',
    breaks: ['VER-08'],
    story: 'a member of contract 0.11.4 has a requestId in the refusal of a caller whom it does not know',
    stages: ofVersions(['0.11.4'], (answer, known) => {
      if (answer.status !== 401 || !asks(known, 'GET', '/me')) return answer;
      return rewriteBody(answer, ({ error }) => ({ error: { ...(error as object), requestId: 'r-00000001' } }));
    }),
  },
  {
    name: 'takes-an-alias-too-early',
    // That it takes one is a change that it shows too early, besides.
    breaks: ['VER-09', 'VER-04'],
    story: 'a member of contract 0.4.3 takes the display name of an account in an order',
    stages: {
      'read-body': (good) => ({
        ...good,
        run(known, proceed) {
          const { services } = known;
          if (services.version !== '0.4.3') return good.run(known, proceed);
          const gates = { ...services.gates, 'orders.account-alias': true };
          return good.run({ ...known, services: { ...services, gates } }, proceed);
        },
      }),
    },
  },
  {
    name: 'knows-balances-by-their-filter',
    breaks: ['VER-10'],
    story: 'a member of contract 0.2.1 refuses the filter of a collection that it does not have',
    stages: ofVersions(['0.2.1'], (answer, known) => {
      const isFiltered = asks(known, 'GET', '/account-balances') && known.rawQuery !== '';
      return isFiltered ? refusal(400, 'MALFORMED_REQUEST') : answer;
    }),
  },
];
