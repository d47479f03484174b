import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, brief, briefly, ORDER, raw, type SampleRequest, submit } from '../testing/sample-client.ts';
import { FIRST, serve, tokenOf } from '../testing/sample-platform.ts';

describe('a body', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Partial<SampleRequest> & { body: string | Uint8Array }, string]>([
    ['is not there', { body: '' }, 'the body is missing'],
    ['is not JSON', { body: '{' }, 'not JSON'],
    ['is not UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 'not UTF-8'],
    ['begins with a byte order mark', { body: `\uFEFF${JSON.stringify(ORDER)}` }, 'not JSON'],
    ['declares utf-16', { body: JSON.stringify(ORDER), headers: { 'content-type': 'application/json; charset=utf-16' } }, 'Content-Type'],
    ['declares an unknown charset', { body: JSON.stringify(ORDER), headers: { 'content-type': 'application/json; charset=bogus' } }, 'Content-Type'],
    ['declares another media type', { body: JSON.stringify(ORDER), headers: { 'content-type': 'text/plain' } }, 'Content-Type'],
    ['declares gzip and is not compressed', { body: JSON.stringify(ORDER), headers: { 'content-encoding': 'gzip' } }, 'Content-Encoding'],
    ['names a user', { body: JSON.stringify({ ...ORDER, userId: 12 }) }, 'userId: not a member'],
    ['names a scale', { body: JSON.stringify({ ...ORDER, priceScale: 2 }) }, 'priceScale: not a member'],
    ['contradicts the key', { body: JSON.stringify({ ...ORDER, clientOrderId: 'another-key' }) }, 'clientOrderId: contradicts the Idempotency-Key'],
    ['names no account', { body: JSON.stringify({ ...ORDER, account: undefined, accountId: 0 }) }, 'accountId or account is required'],
    ['has half a character', { body: '{"account":"main\\ud800"}' }, 'account: a text holds half'],
    ['has a price in a number', { body: JSON.stringify({ ...ORDER, price: 100 }) }, 'price: '],
    ['has a price of 19 places', { body: JSON.stringify({ ...ORDER, price: `1.${'0'.repeat(18)}1` }) }, '18 fractional digits'],
    ['has a quantity past 64 bits', { body: JSON.stringify({ ...ORDER, qty: '9223372036854775808' }) }, '64-bit'],
    ['disagrees about the account', { body: JSON.stringify({ ...ORDER, accountId: 9 }) }, 'accountId: names another row'],
    ['is a list', { body: '[]' }, 'the body'],
    ['is null', { body: 'null' }, 'the body'],
  ])('that %s is refused, no command is sent, and the key is free', async (_, { body, headers }, message) => {
    await using serving = await serve();
    const all = { 'idempotency-key': 'k-1', 'content-type': 'application/json', ...headers };
    const bad = { ...submit('k-1'), body, headers: all };
    const refused = await ask(serving, bad);
    expect(brief(refused)).toBe('400 MALFORMED_REQUEST');
    expect(refused.body.error.message).toContain(message);
    expect(serving.platform.submitted).toEqual([]);
    expect(await briefly(serving, submit('k-1'))).toBe('201 at 2');
  });

  test.each(['/orders', '/me', '/openapi.json'])('over the limit is refused on a read too: GET %s', async (path) => {
    await using serving = await serve();
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\n`;
    const long = `Content-Length: 1048577\r\n\r\n${'x'.repeat(1_048_577)}`;
    expect(await raw(serving, head + long)).toContain('PAYLOAD_TOO_LARGE');
  });

  // biome-ignore format: an aligned table
  test.each([
    ['refused by its length', 3_000_000, (long: string) => `Content-Length: ${long.length}\r\n\r\n${long}`],
    ['refused by its chunks', 3_000_000, (long: string) => `Transfer-Encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`],
    ['that is sent without authentication', 3_000_000, (long: string) => `Authorization: none\r\nContent-Length: ${long.length}\r\n\r\n${long}`],
  ])(
    '%s is read to its end, so that the client gets the response and the connection stays open',
    async (_, length, sent) => {
      await using serving = await serve();
      const head = `POST /orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\n`;
      const next = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const answers = await raw(serving, head + sent('x'.repeat(length)) + next);
      expect(answers).toMatch(/^HTTP\/1.1 4(13|01)/);
      expect(answers).toContain('HTTP/1.1 404');
    },
  );

  test('without end is cut off', async () => {
    await using serving = await serve();
    const socket = connect(serving.port, '127.0.0.1').on('error', () => undefined);
    socket.write('POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n');
    const megabyte = Buffer.alloc(1_048_576);
    let sent = 0;
    while (!socket.destroyed && sent < 200) {
      sent += 1;
      const written = socket.write(megabyte);
      if (!written) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    expect(socket.destroyed).toBe(true);
  });

  test('passes every byte to the decoder as sent', async () => {
    await using serving = await serve();
    const account = Array.from({ length: 0x100 }, (_, index) => String.fromCodePoint(index + 0x20))
      .join('')
      .slice(0, 120);
    expect(await briefly(serving, submit('k-1', { ...ORDER, account }))).toBe('422 ACCOUNT_NOT_ACTIVE');
  });
});
