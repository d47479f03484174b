import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ed25519Key } from './ed25519-key.check.ts';
import { otherLegsAreRefused } from './other-legs-are-refused.check.ts';

const POST = 'POST /credentials';
const taken = answer(POST, { status: 201, position: 9, body: { credentialId: 7 } });
const door = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });

type Case = readonly [
  name: string,
  changed: Record<string, Sample | readonly Sample[]>,
  deployed: string,
  strict: string,
];

const BOTH: readonly Case[] = [
  ['refused at the door', {}, 'pass', 'pass'],
  ['one is taken', { wrong: [door, taken] }, 'violated', 'violated'],
  ['the right are refused too', { right: [door, door] }, 'inconclusive', 'inconclusive'],
  ['nothing was sent', { right: [], wrong: [] }, 'inconclusive', 'inconclusive'],
  ['no wrong was sent', { wrong: [] }, 'inconclusive', 'inconclusive'],
  ['another code', { wrong: answer(POST, { status: 400, code: 'INVALID_MATERIAL' }) }, 'pass', 'violated'],
];

describe.each([
  [
    'legs',
    otherLegsAreRefused,
    [
      ['another status', { wrong: answer(POST, { status: 422, code: 'INVALID_FIELD' }) }, 'violated', 'violated'],
      [
        'recorded',
        { wrong: answer(POST, { status: 400, code: 'MALFORMED_REQUEST', position: 9 }) },
        'violated',
        'violated',
      ],
      ['the right of one family refused', { right: [taken, door] }, 'inconclusive', 'inconclusive'],
    ],
  ],
  [
    'an Ed25519 key',
    ed25519Key,
    [
      ['another status', { wrong: answer(POST, { status: 422, code: 'INVALID_FIELD' }) }, 'pass', 'violated'],
      ['refused as PEM', { right: [door, taken] }, 'violated', 'violated'],
      ['refused as its body', { right: [taken, door] }, 'violated', 'violated'],
      ['too deep', { wrong: answer(POST, { status: 500, code: 'INTERNAL_ERROR' }) }, 'violated', 'violated'],
    ],
  ],
] as [string, typeof ed25519Key, Case[]][])('%s', (_, check, own) => {
  test.each([...BOTH, ...own])('%s', (__, changed, deployed, strict) => {
    const good = { right: [taken, taken], wrong: [door, door] };
    const verdicts = [false, true].map(
      (is) => judged(check, historyOf({ ...good, ...changed }, { strict: is })).verdict,
    );
    expect(verdicts).toEqual([deployed, strict]);
  });
});
