import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { withoutTokens } from './without-tokens.ts';

const TOKEN = ['{"alg":"ES256"}', '{"sub":"usr-2"}', 'signature-of-it']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

/** base64url of this many pseudorandom bytes, derived from `of`. */
function randomText(bytes: number, of = 'a'): string {
  const digests = [1, 2, 3].map((n) => createHash('sha256').update(`${n} ${of}`).digest());
  return Buffer.concat(digests).subarray(0, bytes).toString('base64url');
}

describe('withoutTokens', () => {
  test.each([
    ['unchanged', `/orders/${TOKEN}`, '/orders/[token]'],
    ['percent-encoded', `/orders/${TOKEN.replaceAll('.', '%2E')}`, '/orders/[token]'],
    ['cut after its payload', `/x/${TOKEN.split('.').slice(0, 2).join('.')}`, '/x/[token]'],
    ['in base64', `/x/${Buffer.from(TOKEN).toString('base64')}`, '/x/[token]'],
    ['in base64 with its scheme', Buffer.from(`Bearer ${TOKEN}`).toString('base64'), '[token]'],
    ['twice', `${TOKEN} ${TOKEN}`, '[token] [token]'],
  ])('redacts a token %s', (_, text, expected) => {
    expect(withoutTokens(text)).toBe(expected);
  });

  const TICKET = randomText(90);
  test.each([
    ['a ticket below a path', `/v1/ws/trading/${TICKET}`, '/v1/ws/trading/[token]'],
    ['a ticket behind a misspelt mark', `/v1/ws/trading&ticket=abc`, '/v1/ws/trading&ticket=[token]'],
    ['a ticket behind an escaped mark', `/v1/ws/trading%3Fticket%3D${TICKET}`, '/v1/ws/trading%3Fticket%3D[token]'],
    ['the signature of a token', `op ${randomText(64)}`, 'op [token]'],
    ['a client secret', `/me/${randomText(32)}`, '/me/[token]'],
    ['a ticket in hexadecimal', `/x/${createHash('sha512').update('t').digest('hex')}`, '/x/[token]'],
  ])('removes %s', (_, text, expected) => {
    expect(withoutTokens(text)).toBe(expected);
  });

  test('removes any client secret, ticket or signature: none of 10,000 is left', () => {
    const left = Array.from({ length: 10_000 }, (_, n) => randomText(32, `${n}`)).filter(
      (text) => withoutTokens(text) !== '[token]',
    );
    expect(left).toEqual([]);
  });

  test.each([
    '/orders',
    '/operations/ord-2026-01-05-000001',
    '/operations/3b241101-e2bb-4255-8caf-4136c566a962',
    `/operations/${'a'.repeat(64)}`,
    '/operations/RestingOrder-2026-01-05-of-the-Trading-Desk-attempt-0001',
    `/operations/${createHash('sha256').update('k').digest('hex')}`,
    '/journal/export',
    'the price is finer than the tick',
  ])('leaves %s unchanged', (text) => {
    expect(withoutTokens(text)).toBe(text);
  });
});
