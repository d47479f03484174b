import { expect, test } from 'vitest';
import { judged, page } from '../../../testing/sample-story.ts';
import { pagePosition } from './t02-page-position.ts';

const bare = { globalSequence: '0', asOfSeqTsNs: null, items: [] };
const unheaded = { 'X-Service-Global-Sequence': null, 'X-Service-As-Of-Seq-Ts': null };

test.each([
  ['the same in body and headers', [page('', 3, [])], {}, 'pass'],
  ['nothing applied yet', [page('', 0, [], { headers: unheaded, body: bare })], {}, 'pass'],
  [
    'another position',
    [page('', 3, [], { body: { ...bare, globalSequence: '4', asOfSeqTsNs: '1030' } })],
    {},
    'violated',
  ],
  [
    'a position that is a number',
    [page('', 3, [], { body: { ...bare, globalSequence: 3, asOfSeqTsNs: '1030' } })],
    {},
    'violated',
  ],
  ['another time', [page('', 3, [], { asOf: 9 })], {}, 'violated'],
  ['a time with no header', [page('', 3, [], { headers: { 'X-Service-As-Of-Seq-Ts': null } })], {}, 'violated'],
  ['no time with a header', [page('', 3, [], { body: { ...bare, globalSequence: '3' } })], {}, 'violated'],
  ['a member older than pages', [page('', 3, [], { body: [] })], { rest: '0.12.0' }, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(pagePosition, samples, target)).toBe(verdict));
