import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unreadableCharset } from './unreadable-charset.check.ts';

const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const owner = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 });
const unsupported = answer('POST /orders', { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });

test.each([
  ['refused', owner, [door, door], 'pass'],
  ['read as UTF-8', owner, [door, owner], 'violated'],
  ['another status', owner, [door, unsupported], 'violated'],
  ['UTF-8 refused too', door, [door, door], 'inconclusive'],
])('%s', (_, readable, unreadable, verdict) => {
  expect(judged(unreadableCharset, historyOf({ readable, unreadable })).verdict).toBe(verdict);
});
