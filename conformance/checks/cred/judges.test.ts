import { cases, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, BUSY, type Sample } from '../../testing/sample-history.ts';
import { ed25519Key, otherLegsAreRefused } from './legs.check.ts';

const POST = 'POST /credentials';
const door = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });
const taken = answer(POST, { status: 201, position: 9, body: { credentialId: 7 } });
const denied = (of: object = {}) => answer(POST, { status: 403, code: 'CAPABILITY_DENIED', position: 9, ...of });

{
  const sentBody = { exchangeId: 1, canReadBalances: true, canTrade: true };
  const created = (of: object = {}) =>
    answer('POST /credentials', { status: 201, position: 9, sentBody, body: { credentialId: 7, ...sentBody, ...of } });

  judges(
    'cred/created-with-its-venues-legs',
    { 'legs of A': created(), 'not the legs of A': door, 'legs of B': created(), 'not the legs of B': door },
    [
      ['A takes those of B', { 'legs of A': door, 'not the legs of A': created() }, 'violated'],
      ['its own legs are refused', { 'legs of A': door }, ['inconclusive', 'violated']],
      ['family A alone is named', { 'legs of B': [], 'not the legs of B': [] }, 'inconclusive'],
    ],
  );
}

for (const [check, own] of [
  [
    otherLegsAreRefused,
    [
      ['another status', { wrong: answer(POST, { status: 422, code: 'INVALID_FIELD' }) }, 'violated'],
      ['recorded', { wrong: answer(POST, { status: 400, code: 'MALFORMED_REQUEST', position: 9 }) }, 'violated'],
      ['the right of one family refused', { right: [taken, door] }, 'inconclusive'],
    ],
  ],
  [
    ed25519Key,
    [
      ['another status', { wrong: answer(POST, { status: 422, code: 'INVALID_FIELD' }) }, ['pass', 'violated']],
      ['refused as PEM', { right: [door, taken] }, 'violated'],
      ['refused as its body', { right: [taken, door] }, 'violated'],
      ['the member fails with 500', { wrong: answer(POST, { status: 500, code: 'INTERNAL_ERROR' }) }, 'violated'],
    ],
  ],
] as const satisfies readonly (readonly [typeof ed25519Key, Parameters<typeof judges>[2]])[]) {
  judges(check, { right: [taken, taken], wrong: [door, door] }, [
    ['one is taken', { wrong: [door, taken] }, 'violated'],
    ['the right are refused too', { right: [door, door] }, 'inconclusive'],
    ['no wrong was sent', { wrong: [] }, 'inconclusive'],
    ['another code', { wrong: answer(POST, { status: 400, code: 'INVALID_MATERIAL' }) }, ['pass', 'violated']],
    ...own,
  ]);
}

{
  const unsupported = (of: object = {}) => answer(POST, { status: 422, code: 'VENUE_UNSUPPORTED', ...of });

  // biome-ignore format: an aligned table
  judges('cred/unsupported-venue', { supported: taken, unsupported: [unsupported(), unsupported()] }, [
    ['taken',                                                   { unsupported: [unsupported(), taken] },           'violated'],
    ['the legs of the other family are refused for their form', { unsupported: [unsupported(), door] },            ['pass', 'violated']],
    ["the owner's",                                             { unsupported: [unsupported({ position: 9 })] },   ['pass', 'violated']],
    ['no credential is taken, and no venue is unsupported',     { supported: door, unsupported: [door] },          'inconclusive'],
    ['no credential is taken, and the venue is unsupported',    { supported: door, unsupported: [unsupported()] }, 'pass'],
  ]);
}

cases([
  [
    'cred/balances-only-of-family-b',
    'both refused',
    { trading: door, 'balances only': door },
    ['inconclusive', 'violated'],
  ],
]);

const reused = (of: object = {}) => answer(POST, { status: 409, code: 'INTAKE_KEY_REUSED', ...of });

// biome-ignore format: an aligned table
judges(
  'cred/intake-key-reused',
  {
    'not taken': answer(POST, { status: 503, code: 'OWNER_ABSENT' }),
    'other material': reused(),
    'the same material': taken,
  },
  [
    ['with the code of a reused key', { 'other material': reused({ code: 'IDEMPOTENCY_KEY_REUSED' }) },   ['pass', 'violated']],
    ['another status',                { 'other material': reused({ status: 422 }) },                      'violated'],
    ['the key is spent',              { 'the same material': reused() },                                  'violated'],
    ['taken at once',                 { 'not taken': taken },                                             'inconclusive'],
  ],
);

const limited = (of: object = {}) =>
  answer(POST, { status: 429, code: 'RATE_LIMITED', retryable: true, headers: { 'Retry-After': '40' }, ...of });

judges('cred/intake-rate', { proposed: [denied(), limited()], 'a minute later': denied() }, [
  ['still limited a minute later', { 'a minute later': limited() }, 'violated'],
  ['never limited', { proposed: [denied()] }, 'inconclusive'],
]);

{
  const created = (of: object = {}) => answer(POST, { status: 201, position: 9, body: { credentialId: 7 }, ...of });
  const denied = (of: object = {}) => answer(POST, { status: 403, code: 'CAPABILITY_DENIED', position: 10, ...of });

  // biome-ignore format: an aligned table
  judges(
    'cred/material-follows-the-journal',
    {
      'admin first': created(),
      'admin again': created({ replay: true }),
      'trader first': denied(),
      'trader again': denied({ replay: true }),
    },
    [
      ['the member is busy', { 'admin again': answer(POST, BUSY) },                                            'inconclusive'],
      ['not taken',          { 'admin first': answer(POST, { status: 400, code: 'MALFORMED_REQUEST' }) },      'inconclusive'],
    ],
  );
}

{
  const other = (of: Partial<AnswerOptions>) => answer('GET /credentials', { status: 200, ...of });

  judgesOf('cred/no-material-is-served', (sent: readonly Sample[], seen: Sample) => ({ created: sent, seen }), [
    ['nothing of it', [taken], other({ body: { items: [{ credentialId: 7 }] } }), 'pass'],
    ['encoded', [taken], other({ body: 'bm90 <material, base64>' }), 'violated'],
    ['none was taken', [door], other({}), 'inconclusive'],
    ['a mistake alone, which nothing repeats', [], other({}), 'pass'],
  ]);
}

{
  const LABELS = ['trader proposes', 'approver proposes', 'trader approves'];

  judges(
    'cred/capabilities-of-a-credential',
    {
      proposed: taken,
      ...Object.fromEntries(LABELS.map((label) => [label, denied()])),
    },
    [
      ['an arm of another body', { 'trader approves': door }, ['inconclusive', 'violated']],
      ['no credential is taken', { proposed: door }, 'inconclusive'],
    ],
  );
}

{
  const row = (status: string, credentialId = 7) =>
    answer('POST /credentials/7/arm', { status: 200, position: 9, body: { credentialId, status } });
  const notAdmitted = (of: object = {}) =>
    answer('POST /credentials/7/arm', { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 9, ...of });
  const door = answer('POST /credentials/7/suspend', { status: 400, code: 'MALFORMED_REQUEST' });
  const REFUSED = ['reactivate of what is proposed', 'approve of what is withdrawn', 'reactivate of what is revoked'];

  judges(
    'cred/moved-by-its-arms',
    {
      created: row('PROPOSED'),
      'another created': row('PROPOSED', 8),
      amend: row('PROPOSED'),
      approve: row('ACTIVE'),
      suspend: row('SUSPENDED'),
      reactivate: row('ACTIVE'),
      rotate: row('ACTIVE'),
      revoke: row('REVOKED'),
      withdraw: row('WITHDRAWN', 8),
      ...Object.fromEntries(
        REFUSED.flatMap((label) => [
          [label, notAdmitted()],
          [`${label}, again`, notAdmitted({ replay: true })],
        ]),
      ),
    },
    [
      ['another status', { suspend: row('PAUSED') }, ['pass', 'violated']],
      ['an arm not taken', { suspend: door }, ['inconclusive', 'violated']],
      ['refused at the door', { [`${REFUSED[0]}`]: notAdmitted({ position: undefined }) }, 'violated'],
      ['admitted', { [`${REFUSED[0]}`]: row('ACTIVE') }, ['inconclusive', 'violated']],
      ['not understood', { [`${REFUSED[0]}`]: door }, ['inconclusive', 'violated']],
      ['no credential is taken', { created: door }, 'inconclusive'],
    ],
  );
}

{
  const write = (pendingTransition: string | null | undefined) =>
    answer('POST /credentials/7/arm', { status: 200, position: 9, body: { credentialId: 7, pendingTransition } });
  const read = (pendingTransition: string | null, position = 9) =>
    answer('GET /credentials/7', { status: 200, position, asOf: 5, body: { credentialId: 7, pendingTransition } });
  const refused = answer('POST /credentials/7/approve', { status: 422, code: 'WRONG_CREDENTIAL', position: 9 });

  judges(
    'cred/rotation-pends',
    {
      created: write(null),
      approved: write(null),
      rotated: write('ROTATE'),
      waiting: read('ROTATE'),
      'rotation approved': write(null),
      after: read(null),
    },
    [
      ['absent where nothing pends', { 'rotation approved': write(undefined) }, 'pass'],
      ['the read is of an earlier position', { waiting: read(null, 8) }, 'inconclusive'],
      ['no venue knows the key', { approved: refused, rotated: refused }, ['inconclusive', 'violated']],
      ['the rotation is not approved', { 'rotation approved': refused }, ['inconclusive', 'violated']],
      ['no credential is taken', { created: refused }, 'inconclusive'],
    ],
  );
}

{
  const write = (of: object = {}) =>
    answer('POST /credentials/7/approve', { status: 200, position: 9, body: { credentialId: 7 }, ...of });
  const read = (scopeUnobserved: boolean | undefined, observedPermissions: unknown = [], position = 9) =>
    answer('GET /credentials/7', {
      status: 200,
      position,
      asOf: 5,
      body: { credentialId: 7, scopeUnobserved, observedPermissions },
    });
  const refused = (code: string) => answer('POST /credentials/7/approve', { status: 422, code, position: 9 });
  const notYet = { 'unscoped: read': read(undefined), 'unscoped: read again': read(undefined) };

  // biome-ignore format: an aligned table
  judges(
    'cred/unobserved-scope',
    {
      'unscoped: created': write(),
      'unscoped: read': read(true),
      'unscoped: approved': write(),
      'unscoped: read again': read(true),
      'scoped: approved': refused('SCOPE_MISMATCH'),
    },
    [
      ['observed only later',                { 'unscoped: read': read(undefined) },                           'pass'],
      ['not answered for',                   { ...notYet, 'unscoped: approved': refused('CONNECTION_DOWN') }, 'inconclusive'],
      ['the read is of an earlier position', { ...notYet, 'unscoped: read again': read(undefined, [], 8) },   'inconclusive'],
      ['no scope is read anywhere',          { 'scoped: approved': write() },                                 ['pass', 'violated']],
      ['no credential is taken',             { 'unscoped: created': refused('ANY') },                         'inconclusive'],
    ],
  );

  cases([['cred/unobserved-scope', 'no such venue: nothing to judge', {}, ['not-exercised', 'inconclusive']]]);
}
