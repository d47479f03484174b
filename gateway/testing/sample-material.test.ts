import { expect, test } from 'vitest';
import { leakOf, legsOfA, legsOfB } from './sample-material.ts';

const legs = legsOfB('', 'pem');
const text = legs['privateKey'] ?? '';
const body = text.split('\n')[1] ?? '';

test.each([
  ['it all', text],
  ['one line of it', `a message: ${body}.`],
  ['twelve characters of it', `${body.slice(30, 42)}...`],
  ['it in JSON', JSON.stringify({ said: text })],
  ['it in a URL', `https://host/?key=${encodeURIComponent(text)}`],
  ['it in hexadecimal', Buffer.from(body).toString('hex')],
  ['it in base64', Buffer.from(text).toString('base64')],
  ['it in base64 of more', Buffer.from(`{"x":"${body}"}`).toString('base64url')],
])('finds %s', (_, shown) => {
  expect(leakOf(legsOfA(), legs)(shown)).toBeDefined();
});

test.each([
  ['an empty text', ''],
  ['other material', JSON.stringify([legsOfA(), legsOfB('', 'body').key])],
  ['eleven characters of it', body.slice(30, 41)],
  ['the frame of a PEM', '-----BEGIN PRIVATE KEY-----'],
])('finds none in %s', (_, shown) => {
  expect(leakOf(legs)(shown)).toBeUndefined();
});
