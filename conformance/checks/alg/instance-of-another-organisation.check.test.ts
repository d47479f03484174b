import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { instanceOfAnotherOrganisation } from './instance-of-another-organisation.check.ts';

const PATH = '/algos/instances/4';
const unheld = answer(`GET ${PATH}`, { status: 404, code: 'NOT_FOUND' });
const list = (...ids: number[]) =>
  answer('GET /algos/instances', { status: 200, body: { items: ids.map((instanceId) => ({ instanceId })) } });

test.each([
  ['nowhere', unheld, list(1, 2), 'pass'],
  ['its documents', answer(`GET ${PATH}/configs`, { status: 200 }), list(1), 'violated'],
  ['an empty page', answer(`GET ${PATH}/orders`, { status: 200, body: { items: [] } }), list(1), 'violated'],
  ['a refusal that gives it away', answer(`GET ${PATH}`, { status: 403, code: 'NOT_YOURS' }), list(1), 'violated'],
  ['stopped', answer(`POST ${PATH}/stop`, { status: 200 }), list(1), 'violated'],
  ['listed', unheld, list(1, 4), 'violated'],
])('%s', (_, second, listed, verdict) => {
  const history = historyOf({ asked: [unheld, second], list: listed });
  expect(judged(instanceOfAnotherOrganisation, history).verdict).toBe(verdict);
});
