import type { Answer } from '../../stage.ts';
import type { Defect } from '../defect.ts';

function rewritten(answer: Answer, from: string, to: string): Answer {
  return typeof answer.body === 'string' ? { ...answer, body: answer.body.replaceAll(from, to) } : answer;
}

export const SPOILT_PAGE_OF_THE_CONTRACT: readonly Defect[] = [
  {
    name: 'serves-its-page-as-text',
    breaks: ['SVC-03'],
    story: 'serves GET /docs as text/plain, which a browser shows and does not run',
    spoil: (answer, { path }) =>
      path === '/docs' && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } }
        : answer,
  },
  {
    name: 'shows-another-contract',
    breaks: ['SVC-03'],
    story: 'its interactive page loads the contract of something else',
    spoil: (answer, { path }) => (path.startsWith('/docs') ? rewritten(answer, '/openapi.json', '/petstore') : answer),
  },
  {
    name: 'takes-its-page-from-elsewhere',
    breaks: ['SVC-03'],
    story: 'its page loads its library from another server, so it is blank where there is none',
    spoil: (answer, { path }) =>
      path === '/docs' ? rewritten(answer, 'src="/docs/swagger', 'src="https://unpkg.test/swagger') : answer,
  },
];
