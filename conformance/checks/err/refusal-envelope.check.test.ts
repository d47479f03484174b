import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { refusalEnvelope } from './refusal-envelope.check.ts';

const whole = { code: 'NOT_FOUND', message: 'no such order', requestId: 'request-1', retryable: false };
const refusal = (body: unknown, headers = {}) => answer('GET /orders/1', { status: 404, body, headers });

test.each([
  ['the envelope', refusal({ error: whole }), 'pass'],
  ['a newer member beside it', refusal({ error: { ...whole, currentVersion: 3 } }), 'pass'],
  ['a problem type', refusal({ error: whole }, { 'Content-Type': 'application/problem+json' }), 'pass'],
  ['text', refusal('Not Found', { 'Content-Type': 'text/plain' }), 'violated'],
  ['JSON under another type', refusal({ error: whole }, { 'Content-Type': 'text/plain; charset=utf-8' }), 'violated'],
  ['no envelope', refusal(whole), 'violated'],
  ['no code', refusal({ error: { ...whole, code: undefined } }), 'violated'],
  ['an empty code', refusal({ error: { ...whole, code: '' } }), 'violated'],
  ['no message', refusal({ error: { ...whole, message: undefined } }), 'violated'],
  ['no requestId', refusal({ error: { ...whole, requestId: null } }), 'violated'],
  ['retryable as a word', refusal({ error: { ...whole, retryable: 'false' } }), 'violated'],
  ['what the web server answered itself', answer('GET /x', { status: 431, body: '' }), 'inconclusive'],
  ['nothing refused', answer('GET /me', { status: 200 }), 'inconclusive'],
])('%s', (_, answered, verdict) => {
  expect(judged(refusalEnvelope, historyOf([answered])).verdict).toBe(verdict);
});
