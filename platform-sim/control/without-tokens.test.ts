import { describe, expect, test } from 'vitest';
import { withoutTokens } from './without-tokens.ts';

const TOKEN = ['{"alg":"ES256"}', '{"sub":"usr-2"}', 'signature-of-it']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

describe('withoutTokens', () => {
  test.each([
    ['as it is', `/orders/${TOKEN}`, '/orders/[token]'],
    ['percent-encoded', `/orders/${TOKEN.replaceAll('.', '%2E')}`, '/orders/[token]'],
    ['cut after its payload', `/x/${TOKEN.split('.').slice(0, 2).join('.')}`, '/x/[token]'],
    ['in base64', `/x/${Buffer.from(TOKEN).toString('base64')}`, '/x/[token]'],
    ['in base64 with its scheme', Buffer.from(`Bearer ${TOKEN}`).toString('base64'), '[token]'],
    ['twice', `${TOKEN} ${TOKEN}`, '[token] [token]'],
  ])('blots out a token %s', (_, text, expected) => {
    expect(withoutTokens(text)).toBe(expected);
  });

  test.each(['/orders', '/operations/ord-2026-01-05-000001', '/journal/export', 'the price is finer than the tick'])(
    'leaves %s alone',
    (text) => {
      expect(withoutTokens(text)).toBe(text);
    },
  );
});
