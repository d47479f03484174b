import { expect, test } from 'vitest';
import { presetsOf } from './published-presets.ts';

const documentOf = (method: string, path: string, capabilities: object) => ({
  paths: {
    [path]: {
      [method]: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
      },
    },
  },
  components: { schemas: { Body: { type: 'object', properties: { capabilities } } } },
});
const list = { type: 'array', items: { enum: ['orders:trade', 'TRADER', 'DESK'] } };

test.each([
  ['of a creation', documentOf('post', '/users', list), ['TRADER', 'DESK']],
  ['of a restatement', documentOf('put', '/users/{userId}', list), ['TRADER', 'DESK']],
  [
    'in alternatives',
    documentOf('post', '/users', { items: { anyOf: [{ enum: ['orders:trade'] }, { const: 'TRADER' }] } }),
    ['TRADER'],
  ],
  ['of something else', documentOf('post', '/orgs', list), []],
  ['any text', documentOf('post', '/users', { type: 'array', items: { type: 'string' } }), []],
  ['no list', documentOf('post', '/users', {}), []],
  ['no document', {}, []],
])('%s', (_, document, presets) => {
  expect(presetsOf(document)).toEqual(presets);
});
