import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { accepted, judged, keyReused, submitted, turnedAway } from '../../../testing/sample-story.ts';
import { attach } from './t16-attach.ts';

const inFlight = { sentAtMs: 1, answeredAtMs: 9 };
const meanwhile = { sentAtMs: 2, answeredAtMs: 3 };
const busy = answer('POST /orders', { status: 429, code: 'IN_FLIGHT_FULL', key: 'a', ...meanwhile });

test.each([
  ['both are answered', [submitted('a', 1, inFlight), submitted('a', 1, { sentAtMs: 2, answeredAtMs: 9 })], 'pass'],
  ['both are promised', [accepted('a', inFlight), accepted('a', { sentAtMs: 2, answeredAtMs: 9 })], 'pass'],
  ['the second is promised sooner', [submitted('a', 1, inFlight), accepted('a', meanwhile)], 'pass'],
  ['the second is called reused', [submitted('a', 1, inFlight), keyReused('a', 'POST /orders', meanwhile)], 'violated'],
  ['the second is refused at the door', [accepted('a', inFlight), turnedAway('a', meanwhile)], 'violated'],
  ['the second is refused because the member is busy', [submitted('a', 1, inFlight), busy], 'pass'],
  ['both are refused at the door', [turnedAway('a', inFlight), turnedAway('a', meanwhile)], 'pass'],
  [
    'another body is called reused',
    [submitted('a', 1, inFlight), keyReused('a', 'POST /orders', { ...meanwhile, sentBody: {} })],
    'pass',
  ],
  [
    'a later one is not in flight',
    [submitted('a', 1, meanwhile), keyReused('a', 'POST /orders', { sentAtMs: 5, answeredAtMs: 6 })],
    'pass',
  ],
  ['the Location names another key', [accepted('a', { headers: { Location: '/operations/b' } })], 'violated'],
  ['the Location is missing', [accepted('a', { headers: {} })], 'violated'],
])('%s', (_, samples, verdict) => expect(judged(attach, samples)).toBe(verdict));
