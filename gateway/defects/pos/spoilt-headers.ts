import { AS_OF_HEADER, POSITION_HEADER } from '../../answers.ts';
import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';

const ONE_EXECUTION = /^\/executions\/[^/]+$/;

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

export const SPOILT_HEADERS: readonly Defect[] = [
  {
    name: 'serves-an-execution-without-its-position',
    breaks: ['POS-01'],
    story: 'answers GET /executions/{id} without X-Service-Global-Sequence',
    spoil: (answer, { path }) =>
      ONE_EXECUTION.test(path) && answer.status === 200 ? without(answer, POSITION_HEADER) : answer,
  },
  {
    name: 'misses-an-execution-without-its-position',
    breaks: ['POS-01'],
    story: 'answers the 404 of GET /executions/{id} without X-Service-Global-Sequence',
    spoil: (answer, { path }) =>
      ONE_EXECUTION.test(path) && answer.status === 404 ? without(answer, POSITION_HEADER) : answer,
  },
  {
    name: 'serves-an-operation-without-its-time',
    breaks: ['POS-02'],
    story: 'answers GET /operations/{key} without X-Service-As-Of-Seq-Ts',
    spoil: (answer, { path }) =>
      path.startsWith('/operations/') && answer.status === 200 ? without(answer, AS_OF_HEADER) : answer,
  },
  {
    name: 'misses-an-execution-without-its-time',
    breaks: ['POS-02'],
    story: 'answers the 404 of GET /executions/{id} without X-Service-As-Of-Seq-Ts',
    spoil: (answer, { path }) =>
      ONE_EXECUTION.test(path) && answer.status === 404 ? without(answer, AS_OF_HEADER) : answer,
  },
  {
    name: 'names-a-time-on-a-replayed-refusal',
    breaks: ['POS-03'],
    story: "answers the replay of an owner's refusal with X-Service-As-Of-Seq-Ts",
    spoil: (answer) =>
      answer.status === 422 && answer.headers['Idempotent-Replay'] === 'true'
        ? withHeader(answer, AS_OF_HEADER, '1767571200000000000')
        : answer,
  },
  {
    name: 'names-a-position-on-a-method-not-taken',
    breaks: ['POS-04'],
    story: 'answers 405 with X-Service-Global-Sequence',
    spoil: (answer) => (answer.status === 405 ? withHeader(answer, POSITION_HEADER, '7') : answer),
  },
  {
    name: 'names-a-position-on-an-unknown-parameter',
    breaks: ['POS-04'],
    story: 'answers the refusal of a query parameter with X-Service-Global-Sequence',
    spoil: (answer, { request }) =>
      answer.status === 400 && request.method === 'GET' ? withHeader(answer, POSITION_HEADER, '7') : answer,
  },
  {
    name: 'serves-a-page-of-another-position',
    breaks: ['POS-06'],
    story: 'names the position before in the body of a page of executions',
    spoil: (answer, { path }) => (path === '/executions' ? pageWith(answer, 'globalSequence') : answer),
  },
  {
    name: 'serves-a-page-of-another-time',
    breaks: ['POS-06'],
    story: 'names a nanosecond before in the body of a page of executions',
    spoil: (answer, { path }) => (path === '/executions' ? pageWith(answer, 'asOfSeqTsNs') : answer),
  },
];

function pageWith(answer: Answer, member: string): Answer {
  if (answer.status !== 200) return answer;
  return rewriteBody(answer, (page) => ({ ...page, [member]: String(BigInt(String(page[member])) - 1n) }));
}
