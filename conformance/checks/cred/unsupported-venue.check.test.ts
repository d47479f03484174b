import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsupportedVenue } from './unsupported-venue.check.ts';

const POST = 'POST /credentials';
const taken = answer(POST, { status: 201, position: 9, body: { credentialId: 7 } });
const unsupported = (of: object = {}) => answer(POST, { status: 422, code: 'VENUE_UNSUPPORTED', ...of });
const door = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });
const GOOD = { supported: taken, unsupported: [unsupported(), unsupported()] };

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['unsupported', GOOD, 'pass', 'pass'],
  ['taken', { ...GOOD, unsupported: [unsupported(), taken] }, 'violated', 'violated'],
  [
    'the legs of the other family are refused for their form',
    { ...GOOD, unsupported: [unsupported(), door] },
    'pass',
    'violated',
  ],
  ['another code', { ...GOOD, unsupported: [door, door] }, 'violated', 'violated'],
  ['another status', { ...GOOD, unsupported: [unsupported({ status: 400 })] }, 'violated', 'violated'],
  ["the owner's", { ...GOOD, unsupported: [unsupported({ position: 9 })] }, 'pass', 'violated'],
  [
    'no credential is taken, and no venue is unsupported',
    { supported: door, unsupported: [door] },
    'inconclusive',
    'inconclusive',
  ],
  [
    'no credential is taken, and the venue is unsupported',
    { supported: door, unsupported: [unsupported()] },
    'pass',
    'pass',
  ],
  ['no such venue', {}, 'inconclusive', 'inconclusive'],
])('%s', (_, samples, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(unsupportedVenue, historyOf(samples, { strict: is })).verdict);
  expect(verdicts).toEqual([deployed, strict]);
});
