import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged, turnedAway } from '../../../testing/sample-story.ts';
import { refusalsKeepTheirEnvelope } from './t30-refusals-keep-their-envelope.ts';

const got = (id: string, over = {}) => answer('GET /me', { status: 200, headers: { 'X-Request-Id': id }, ...over });
const stated = { sent: { 'X-Request-Id': 'mine-mine' } };

test.each([
  ['the envelope', [turnedAway('a')], {}, 'pass'],
  ['no envelope', [turnedAway('a', { body: 'no' })], {}, 'violated'],
  [
    'no retryable',
    [turnedAway('a', { body: { error: { code: 'X', message: 'x', requestId: 'request-1' } } })],
    {},
    'violated',
  ],
  [
    'another request',
    [turnedAway('a', { body: { error: { code: 'X', message: 'x', requestId: 'other', retryable: false } } })],
    {},
    'violated',
  ],
  ['no envelope before 0.12.0', [turnedAway('a', { body: 'no' })], { rest: '0.11.4' }, 'pass'],
  ['two ids', [got('one'), got('two')], {}, 'pass'],
  ['one id twice', [got('one'), got('one')], {}, 'violated'],
  ["one id of the caller's twice", [got('mine-mine', stated), got('mine-mine', stated)], {}, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(refusalsKeepTheirEnvelope, samples, target)).toBe(verdict));
