import { describe, expect, test } from 'vitest';
import { unanswered } from '../../../testing/sample-history.ts';
import { judged, me, refusedAt, STRICT, wrote } from '../../../testing/sample-story.ts';
import { proposedByAnother } from './t40-proposed-by-another.ts';

const who = [me('admin', 1, 1, []), me('deputy', 2, 1, [])];
const row = { chainPolicyId: 7 };
const path = '/chain-policies/7';
const by = (actor: 'admin' | 'deputy') => ({ actor });
const create = (actor: 'admin' | 'deputy') => wrote('POST /chain-policies', 2, row, by(actor));
const amend = (position: number, actor: 'admin' | 'deputy') => wrote(`PUT ${path}`, position, row, by(actor));
const does = (arm: string, position: number, actor: 'admin' | 'deputy') =>
  wrote(`POST ${path}/${arm}`, position, row, by(actor));
const refused = (arm: string, position: number, code: string, actor: 'admin' | 'deputy') =>
  refusedAt(`POST ${path}/${arm}`, position, code, by(actor));

const credential = (line: string, position: number, actor: 'admin' | 'deputy') =>
  wrote(line, position, { credentialId: 7 }, by(actor));

describe('on any target', () => {
  test.each([
    ['approved by another', [create('admin'), does('approve', 3, 'deputy')], 'pass'],
    ['approved by the proposer', [create('admin'), does('approve', 3, 'admin')], 'violated'],
    ['refused to the proposer', [create('admin'), refused('approve', 3, 'SELF_APPROVAL', 'admin')], 'pass'],
    ['refused to another', [create('admin'), refused('approve', 3, 'SELF_APPROVAL', 'deputy')], 'violated'],
    ['withdrawn by the proposer', [create('admin'), does('withdraw', 3, 'admin')], 'pass'],
    ['withdrawn by another', [create('admin'), does('withdraw', 3, 'deputy')], 'violated'],
    ['not withdrawn for another', [create('admin'), refused('withdraw', 3, 'NOT_PROPOSER', 'deputy')], 'pass'],
    ['not withdrawn for the proposer', [create('admin'), refused('withdraw', 3, 'NOT_PROPOSER', 'admin')], 'violated'],
    [
      'an amendment approved by its proposer',
      [create('admin'), does('approve', 3, 'deputy'), amend(4, 'deputy'), does('approve', 5, 'deputy')],
      'violated',
    ],
    [
      'an amendment approved by another',
      [create('admin'), does('approve', 3, 'deputy'), amend(4, 'deputy'), does('approve', 5, 'admin')],
      'pass',
    ],
    [
      'an amendment that was refused',
      [create('admin'), does('approve', 3, 'deputy'), refused('approve', 5, 'SELF_APPROVAL', 'admin')],
      'pass',
    ],
    ['of a row whose proposal was not seen', [does('approve', 3, 'admin')], 'pass'],
    [
      'after a write whose answer was lost',
      [create('admin'), unanswered(`PUT ${path}`, { key: 'k', actor: 'deputy' }), does('approve', 3, 'admin')],
      'pass',
    ],
    ['halted by the proposer', [create('admin'), does('approve', 3, 'deputy'), does('halt', 4, 'admin')], 'pass'],
    [
      'of rows without reviews',
      [wrote('POST /orgs', 2, { orgId: 7 }), wrote('POST /orgs/7/approve', 3, { orgId: 7 })],
      'pass',
    ],
    [
      'a credential of two proposers approved by one of them',
      [
        credential('POST /credentials', 2, 'admin'),
        credential('PUT /credentials/7', 3, 'deputy'),
        credential('POST /credentials/7/approve', 4, 'admin'),
      ],
      'pass',
    ],
    [
      'a rotation approved by its proposer',
      [
        credential('POST /credentials', 2, 'admin'),
        credential('POST /credentials/7/approve', 3, 'deputy'),
        credential('POST /credentials/7/rotate', 4, 'deputy'),
        credential('POST /credentials/7/approve', 5, 'deputy'),
      ],
      'violated',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(proposedByAnother, [...who, ...samples])).toBe(verdict));
});

test.each([
  ['approved by its first proposer', [create('admin'), amend(3, 'deputy'), does('approve', 4, 'admin')], 'pass'],
  [
    'approved by the user who restated it',
    [create('admin'), amend(3, 'deputy'), does('approve', 4, 'deputy')],
    'violated',
  ],
  ['withdrawn by its first proposer', [create('admin'), amend(3, 'deputy'), does('withdraw', 4, 'admin')], 'violated'],
])('on the sandbox, restating a pending row makes the caller its proposer: %s', (_, samples, verdict) => {
  expect(judged(proposedByAnother, [...who, ...samples], STRICT)).toBe(verdict);
  expect(judged(proposedByAnother, [...who, ...samples])).toBe('pass');
});
