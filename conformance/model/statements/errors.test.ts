import { answer } from '../../testing/sample-history.ts';
import { cases, refusedByOwner, turnedAway } from '../../testing/sample-story.ts';

const got = (id: string, over = {}) => answer('GET /me', { status: 200, headers: { 'X-Request-Id': id }, ...over });
const stated = { sent: { 'X-Request-Id': 'mine-mine' } };

// biome-ignore format: an aligned table
cases('T30', [
  ['pass',     'the envelope',                 [turnedAway('a')]],
  ['violated', 'no envelope',                  [turnedAway('a', { body: 'no' })]],
  ['violated', 'no retryable',                 [turnedAway('a', { body: { error: { code: 'X', message: 'x', requestId: 'request-1' } } })]],
  ['violated', 'another request',              [turnedAway('a', { body: { error: { code: 'X', message: 'x', requestId: 'other', retryable: false } } })]],
  ['pass',     'no envelope before 0.12.0',    [turnedAway('a', { body: 'no' })], { rest: '0.11.4' }],
  ['pass',     'two ids',                      [got('one'), got('two')]],
  ['violated', 'one id twice',                 [got('one'), got('one')]],
  ['pass',     "one id of the caller's twice", [got('mine-mine', stated), got('mine-mine', stated)]],
]);

const refused = (code: string, status: number) => answer('POST /orders', { status, code, key: code });

// biome-ignore format: an aligned table
cases('T31', [
  ['pass',     'the published one',                     [refused('TICK_SIZE_VIOLATION', 422)]],
  ['violated', 'another than the published one',        [refused('TICK_SIZE_VIOLATION', 400)]],
  ['pass',     'an unpublished code with one status',   [refused('OURS', 409), refused('OURS', 409)]],
  ['violated', 'an unpublished code with two statuses', [refused('OURS', 409), refused('OURS', 422)]],
  ['pass',     'one that is named without a status',    [refused('WRONG_CREDENTIAL', 409), refused('WRONG_CREDENTIAL', 409)]],
]);

const full = (retryable: boolean) => answer('POST /orders', { status: 429, code: 'INBOX_FULL', retryable, key: 'k' });

// biome-ignore format: an aligned table
cases('T32', [
  ['pass',     "a busy member's refusal is retryable",     [full(true)]],
  ['violated', "a busy member's refusal is not retryable", [full(false)]],
  ['pass',     'a recorded refusal is not retryable',      [refusedByOwner('a', 2)]],
  ['violated', 'a recorded refusal is retryable',          [refusedByOwner('a', 2, { retryable: true })]],
  ['pass',     'no retryable before 0.12.0',               [full(false)], { rest: '0.11.4' }],
]);

const busy = (status: number, value: string | null) =>
  answer('POST /orders', { status, code: 'X', key: 'k', headers: { 'Retry-After': value } });

// biome-ignore format: an aligned table
cases('T33', [
  ['pass',     'seconds',                   busy(429, '1')],
  ['pass',     'none to wait',              busy(503, '0')],
  ['pass',     'a date',                    busy(503, 'Wed, 21 Oct 2026 07:28:00 GMT')],
  ['violated', 'nothing',                   busy(429, null)],
  ['pass',     'nothing before 0.12.0',     busy(429, null), { rest: '0.11.4' }],
  ['violated', 'not a time',                busy(503, 'soon')],
  ['violated', 'a negative time',           busy(429, '-1')],
  ['pass',     'absent, on another status', busy(409, null)],
]);
