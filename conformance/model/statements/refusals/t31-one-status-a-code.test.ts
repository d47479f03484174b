import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged } from '../../../testing/sample-story.ts';
import { oneStatusACode } from './t31-one-status-a-code.ts';

const refused = (code: string, status: number) => answer('POST /orders', { status, code, key: code });

test.each([
  ['the published one', [refused('TICK_SIZE_VIOLATION', 422)], 'pass'],
  ['another than the published one', [refused('TICK_SIZE_VIOLATION', 400)], 'violated'],
  ['an unpublished code with one status', [refused('OURS', 409), refused('OURS', 409)], 'pass'],
  ['an unpublished code with two statuses', [refused('OURS', 409), refused('OURS', 422)], 'violated'],
  ['one that is named without a status', [refused('WRONG_CREDENTIAL', 409), refused('WRONG_CREDENTIAL', 409)], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(oneStatusACode, samples)).toBe(verdict));
