import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged, pageOf, SINGLE } from '../../../testing/sample-story.ts';
import { cursorsAreBound } from './t28-cursors-are-bound.ts';

const given = pageOf('/users?limit=1', 5, [{ userId: 1 }], { next: 'n' });
const givenLatest = pageOf('/users?limit=1&view=latest', 5, [{ userId: 1 }], { next: 'n' });
const givenOrders = pageOf('/orders?limit=1', 5, [{ orderId: '1' }], { next: 'n' });
const OURS = { strict: true, singleMember: true };
const served = (path: string, over = {}) => pageOf(path, 5, [], over);
const refused = (path: string, code = 'INVALID_CURSOR', status = 400) => answer(`GET ${path}`, { status, code });
const outsider = { actor: 'outsider' };

test.each([
  ['its own read', [given, served('/users?limit=3&cursor=n&include=total')], SINGLE, 'pass'],
  ['its own view by name', [given, served('/users?cursor=n&view=latest')], SINGLE, 'pass'],
  ['another collection, refused', [given, refused('/portfolios?cursor=n')], SINGLE, 'pass'],
  ['another collection', [given, served('/portfolios?cursor=n')], {}, 'violated'],
  ['another filter', [given, served('/users?cursor=n&status=ACTIVE')], {}, 'violated'],
  ['another view', [givenLatest, served('/users?cursor=n&view=approved')], {}, 'violated'],
  [
    'another view than the default one of the sandbox',
    [given, served('/users?cursor=n&view=approved')],
    OURS,
    'violated',
  ],
  ['another view than an unknown default', [given, served('/users?cursor=n&view=approved')], {}, 'pass'],
  ['a default view that may be another', [given, refused('/users?cursor=n&view=latest')], SINGLE, 'pass'],
  ['a default view, and another filter', [given, served('/users?cursor=n&view=approved&status=X')], {}, 'violated'],
  [
    'the default view of a collection with one view',
    [givenOrders, served('/orders?cursor=n&view=approved')],
    {},
    'violated',
  ],
  ['another organisation', [given, served('/users?cursor=n', outsider)], {}, 'violated'],
  [
    'another collection, refused with another code',
    [given, refused('/portfolios?cursor=n', 'MALFORMED_REQUEST')],
    {},
    'violated',
  ],
  [
    'another instance',
    [
      pageOf('/algos/instances/1/configs?limit=1', 5, [{ seq: 1 }], { next: 'n' }),
      served('/algos/instances/2/configs?cursor=n'),
    ],
    {},
    'violated',
  ],
  ['its own read, refused', [given, refused('/users?cursor=n')], SINGLE, 'violated'],
  ['its own read, refused by another member', [given, refused('/users?cursor=n')], {}, 'pass'],
  [
    'one text that two reads issued',
    [given, pageOf('/orgs?limit=1', 5, [{ orgId: 1 }], { next: 'n' }), served('/orgs?cursor=n')],
    SINGLE,
    'pass',
  ],
  ['made up, refused', [refused('/users?cursor=x')], SINGLE, 'pass'],
  ['made up, and a page', [served('/users?cursor=x')], SINGLE, 'pass'],
  ['made up, and a failure', [refused('/users?cursor=x', 'INTERNAL_ERROR', 500)], SINGLE, 'violated'],
  ['another collection, at a busy member', [given, refused('/portfolios?cursor=n', 'NOT_PRIMED', 503)], SINGLE, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(cursorsAreBound, samples, target)).toBe(verdict));
