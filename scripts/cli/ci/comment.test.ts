import { expect, test } from 'vitest';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { placeComment } from './comment.ts';

// biome-ignore format: an aligned table
test.each([
  [200, 'the comment was changed',                    ['GET', 'PATCH']],
  [403, 'a comment was written',                      ['GET', 'PATCH', 'POST']],
  [404, 'a comment was written',                      ['GET', 'PATCH', 'POST']],
  [500, 'no comment: the API answered 500',           ['GET', 'PATCH']],
] as const)('a change of its comment that is answered %i: %s', async (status, said, sent) => {
  const asked: string[] = [];
  const stub = await startStub(({ method }) => {
    asked.push(`${method}`);
    if (method === 'GET') return { status: 200, body: [{ id: 1, body: '<!-- mark -->\nold', user: { type: 'Bot' } }] };
    return { status: method === 'PATCH' ? status : 201, body: {} };
  });
  const change = () => ['PATCH', '/comments/1'] as const;
  const place = { api: { url: stub.baseUrl, token: 't' }, list: '/comments', change, most: 65_536, refused: 'no' };
  expect(await placeComment(place, '<!-- mark -->', 'new')).toBe(said);
  expect(asked).toEqual(sent);
  await stub.close();
});
