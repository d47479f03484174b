import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { materialFollowsTheJournal } from './material-follows-the-journal.check.ts';

const POST = 'POST /credentials';
const created = (of: object = {}) => answer(POST, { status: 201, position: 9, body: { credentialId: 7 }, ...of });
const denied = (of: object = {}) => answer(POST, { status: 403, code: 'CAPABILITY_DENIED', position: 10, ...of });
const busy = (code: string) => answer(POST, { status: 503, code, retryable: true, headers: { 'Retry-After': '1' } });
const away = busy('INTAKE_UNAVAILABLE');

const GOOD = {
  'admin first': created(),
  'admin again': created({ replay: true }),
  'trader first': denied(),
  'trader again': denied({ replay: true }),
};

test.each<[string, Record<string, Sample>, string]>([
  ['replayed', GOOD, 'pass'],
  ['the intake is asked', { ...GOOD, 'admin again': away }, 'violated'],
  ['the intake is asked of what was refused', { ...GOOD, 'trader again': away }, 'violated'],
  ['the member is busy', { ...GOOD, 'admin again': busy('NOT_PRIMED') }, 'inconclusive'],
  ['made anew', { ...GOOD, 'admin again': created({ position: 11 }) }, 'violated'],
  ['not taken', { ...GOOD, 'admin first': answer(POST, { status: 400, code: 'MALFORMED_REQUEST' }) }, 'inconclusive'],
  ['no such venue', {}, 'inconclusive'],
])('%s', (_, samples, verdict) => {
  expect(judged(materialFollowsTheJournal, historyOf(samples)).verdict).toBe(verdict);
});
