import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';
import { without } from '../defect.ts';

const HEADER = 'X-Request-Id';

export const SPOILT_REQUEST_ID: readonly Defect[] = [
  {
    name: 'serves-its-contract-without-a-request-id',
    breaks: ['RID-01'],
    story: 'answers GET /openapi.json without X-Request-Id',
    spoil: (answer, { path }) => (path === '/openapi.json' ? without(answer, HEADER) : answer),
  },
  {
    name: 'accepts-a-write-without-a-request-id',
    breaks: ['RID-01'],
    story: 'answers 202 without X-Request-Id',
    spoil: (answer) => (answer.status === 202 ? without(answer, HEADER) : answer),
  },
  {
    name: 'replaces-long-request-ids',
    breaks: ['RID-02'],
    story: 'replaces a request id of more than 64 characters on what it serves',
    spoil: (answer) =>
      answer.status === 200 && (answer.headers[HEADER]?.length ?? 0) > 64
        ? { ...answer, headers: { ...answer.headers, [HEADER]: 'replaced-for-its-length' } }
        : answer,
  },
  {
    name: 'echoes-short-request-ids',
    breaks: ['RID-03'],
    story: 'echoes a request id of fewer than 8 characters',
    spoil(answer, { request }) {
      const sent = request.headers['x-request-id'];
      return typeof sent === 'string' && sent.length < 8 && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, [HEADER]: sent } }
        : answer;
    },
  },
  {
    name: 'refuses-other-request-ids',
    breaks: ['RID-03'],
    story: 'refuses a request whose X-Request-Id holds white space',
    stages: {
      authenticate: (good) => ({
        ...good,
        async run(known, proceed) {
          if (/\s/.test(String(known.request.headers['x-request-id']))) {
            throw new Refusal('MALFORMED_REQUEST', 'X-Request-Id: not 8 to 128 of A-Z a-z 0-9 . _ -');
          }
          return good.run(known, proceed);
        },
      }),
    },
  },
];
