import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { mint, rateLimited } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { bodyIsClosed } from './body-is-closed.check.ts';

const LABELS = [
  'another stream',
  'another spelling',
  'a list of streams',
  'no stream by value',
  'a stream of another type',
  'no stream',
  'another field',
  'a list',
  'a string',
  'nothing',
  'no JSON',
  'no body',
];
const refused = (over = {}) =>
  answer('POST /v1/ws-tickets', { status: 400, code: 'MALFORMED_REQUEST', message: 'stream: trading alone', ...over });
const minted = mint('<ticket 1>', 0, 10);
const withoutKey = answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' });

function judged(over: Readonly<Record<string, Sample>>) {
  const usual = Object.fromEntries(LABELS.map((label) => [label, refused()]));
  return judge(bodyIsClosed, historyOf({ 'well formed': minted, ...usual, ...over })).verdict;
}

test.each<[string, Readonly<Record<string, Sample>>, string]>([
  ['each refused', {}, 'pass'],
  ['another stream minted for', { 'another stream': mint('<ticket 2>', 0, 10) }, 'violated'],
  ['no body taken', { 'no body': mint('<ticket 2>', 0, 10) }, 'violated'],
  ['another code', { 'no JSON': refused({ code: 'INVALID_FIELD' }) }, 'violated'],
  ['another status', { nothing: refused({ status: 422 }) }, 'violated'],
  ['a position', { 'a list': refused({ position: 7n }) }, 'violated'],
  ['a ticket in the message', { 'another field': refused({ message: 'for <ticket 2>' }) }, 'violated'],
  ['past the limit by then (A88)', { 'no stream': rateLimited() }, 'inconclusive'],
  ['one of several members is without a key', { 'no stream': withoutKey }, 'inconclusive'],
  ['a member without a key', { 'well formed': withoutKey }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(over)).toBe(verdict);
});
