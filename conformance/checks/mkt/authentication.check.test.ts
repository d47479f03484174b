import { judges, judgesOf } from '../../testing/judges.ts';
import { asked, but, event, probed, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import { BUSY, came, noted, type Sample, type SampleFrame, unanswered } from '../../testing/sample-history.ts';

const invalid = came({ op: 'auth', reqId: 'auth', success: false, error: 'invalid_token' });
const answered = (members: object) => session([asked('auth', 'auth'), came({ op: 'auth', reqId: 'auth', ...members })]);
const taken = answered({ success: true });
const turnedAway = answered({ success: false, error: 'invalid_token' });

{
  /** No answer to the handshake at all. */
  const unreached: Sample = (n, label) => ({
    ...session()(n, label),
    ...unanswered('GET /v1/ws/market-data')(n, label),
  });

  judgesOf('mkt/opens-without-credential', (sample: Sample) => ({ session: sample }), [
    ['opened, with an event', session([event('hello', {})]), 'pass'],
    ['closed for want of op auth (A100)', session([], { closed: { code: 1008 } }), 'pass'],
    ['busy', refusedHandshake(BUSY), 'inconclusive'],
    ['no answer', unreached, 'inconclusive'],
  ]);
}

{
  const taken = came({ op: 'auth', reqId: 'auth', success: true });
  const busy = but(invalid, { error: undefined, code: 'RATE_LIMITED', retryable: true });
  const other = but(invalid, { error: 'rate_limited' });
  const answered = (frame: typeof taken) => session([asked('auth', 'auth'), frame]);
  const good = { valid: answered(taken), invalid: answered(invalid) };
  const closedOn = (code: number) => session([asked('auth', 'auth')], { closed: { code } });
  const silent = session([asked('auth', 'auth')]);
  const notOpened = session([], { status: 503, code: 'NOT_PRIMED' });

  // biome-ignore format: an aligned table
  judges('mkt/auth-is-acknowledged', good, [
    ['no more than success', { valid: answered(came({ success: true })), invalid: answered(came({ success: false, error: 'invalid_token' })) }, 'pass'],
    ['more than success',                     { valid: answered(but(taken, { session: {}, serverTimeNs: '1' })) },                       'pass'],
    ['the value elsewhere',                   { invalid: answered(but(invalid, { error: { code: 'invalid_token' } })) },                 ['pass', 'violated']],
    ['turned away for now',                   { invalid: answered(but(invalid, { error: 'busy', retryable: true })) }, ['inconclusive', 'violated']],
    ['with another error value (A100)',       { invalid: answered(but(invalid, { error: 'INVALID_TOKEN' })) },                           ['pass', 'violated']],
    ['turned away without an error value',    { invalid: answered(but(invalid, { error: undefined })) },                                 ['pass', 'violated']],
    ['op auth is ignored',                    { valid: session([asked('auth', 'auth'), ...probed('askedLater')]) },                      'violated'],
    ['events in between',                     { valid: session([event('hello', {}), asked('auth', 'auth'), event('news', {}), taken]) }, 'pass'],
    ['an answer of another op before it',     { valid: session([...probed('p'), asked('auth', 'auth'), taken]) },                        'pass'],
    ['an invalid token is closed on',         { invalid: closedOn(1008) }, ['inconclusive', 'violated']],
    ['it goes away',                          { valid: closedOn(1001) },                                                                 'inconclusive'],
    ['it goes away before the invalid token', { invalid: closedOn(1001) },                                                               'inconclusive'],
    ['no answer in time',                     { valid: silent },                                                                         'inconclusive'],
    ['no answer in time to the invalid one',  { invalid: silent },                                                                       'inconclusive'],
    ['the session is busy',                   { valid: answered(busy) },                                                                 'inconclusive'],
    ['turned away for another reason',        { valid: answered(other) }, ['inconclusive', 'violated']],
    ['it does not open',                      { invalid: notOpened },                                                                    'inconclusive'],
  ]);
}

{
  const WRONG = ['exp in the past', 'nbf to come', 'another audience', 'no audience', 'another issuer', 'no issuer'];
  const good = { 'a good token': taken, ...Object.fromEntries(WRONG.map((label) => [label, turnedAway])) };

  // biome-ignore format: an aligned table
  judges('mkt/claims-are-checked', good, [
    ...WRONG.map((label) => [label, { [label]: taken }, 'violated'] as const),
    ['no answer in time',        { 'another issuer': session([asked('auth', 'auth')]) },                             'inconclusive'],
    ['it goes away',             { 'another issuer': session([asked('auth', 'auth')], { closed: { code: 1001 } }) }, 'inconclusive'],
    ['none is taken',            { 'a good token': turnedAway },                                                     'inconclusive'],
    ['one does not open',        { 'no audience': session([], { status: 429, code: 'RATE_LIMITED' }) },              'inconclusive'],
  ]);
}

{
  const refused = session([], { status: 429, code: 'RATE_LIMITED' });

  // biome-ignore format: an aligned table
  judges('mkt/forged-token', { 'its own token': taken, 'alg none': turnedAway, 'a changed claim': turnedAway }, [
    ['with another error value', { 'alg none': answered({ success: false, code: 'NO' }) },                     'pass'],
    ['closed on',                { 'alg none': session([asked('auth', 'auth')], { closed: { code: 4001 } }) }, 'pass'],
    ['one handshake too many',   { 'a changed claim': refused },                                               'pass'],
    ['no answer in time',        { 'alg none': session([asked('auth', 'auth')]) },                             'inconclusive'],
    ['it can no longer keep up',      { 'alg none': session([asked('auth', 'auth')], { closed: { code: 1013 } }) }, 'inconclusive'],
    ['none is taken',            { 'its own token': turnedAway },                                              'inconclusive'],
    ['it does not open',         { 'its own token': refused },                                                 'inconclusive'],
  ]);

  judges('mkt/forged-token', { 'its own token': taken }, [
    ['a token of which nothing can be forged leaves it open', {}, 'not-exercised'],
  ]);
}

{
  const acknowledged = came({ op: 'auth', reqId: 'auth', success: true });
  const authenticated = session([asked('auth', 'auth'), acknowledged]);
  const asks = [
    asked('subscribe', 'subscribe', undefined, { topics: ['quotes:BTC-USD'] }),
    asked('touchstoneProbe', 'probe'),
    asked('auth', 'auth'),
  ];
  const refused = (op: string, reqId: string) => refusedOp(op, reqId, 'UNAUTHENTICATED');
  const later = [asked('touchstoneProbe', 'later'), refused('touchstoneProbe', 'later')];
  const early = (...frames: readonly SampleFrame[]) => ({ early: session([...asks, ...frames, invalid, ...later]) });
  const served = (op: string, reqId: string | null) => came({ op, reqId, success: true });
  const good = {
    ...early(refused('subscribe', 'subscribe'), refused('touchstoneProbe', 'probe')),
    authenticated,
  };
  const quote = event('quote', { instrument: 'BTC-USD' });
  const hello = session([came({ hello: 1 }), ...asks, invalid, ...later]);

  // biome-ignore format: an aligned table
  judges('mkt/nothing-before-auth', good, [
    ['ignored',                      { early: session([...asks, ...later.slice(0, 1)]) },                      'pass'],
    ['closed on',                    { early: session(asks.slice(0, 1), { closed: { code: 1008 } }) },         'pass'],
    ['an unknown frame',             { early: hello },                                                         'pass'],
    ['an event that says nothing',   early(event('serverHello', {})),                                          ['pass', 'violated']],
    ['an event after it',            { authenticated: session([asked('auth', 'auth'), acknowledged, quote]) }, 'pass'],
    ['success without a request', early(came({ op: 'welcome', success: true })),                            ['pass', 'violated']],
    ['refused in an event',          early(event('refused', { code: 'AUTH_FIRST', topic: 'quotes:BTC-USD' })), ['pass', 'violated']],
    ['success without a reqId',      early(served('subscribe', null)),                                         ['pass', 'violated']],
    ['no token is taken',            { authenticated: session([asked('auth', 'auth'), invalid]) },             'inconclusive'],
    ['it does not open',             { early: session([], { status: 503, code: 'NOT_PRIMED' }) },              'inconclusive'],
  ]);
}

judges('mkt/token-of-another-audience', { 'its own token': taken, 'another audience': turnedAway }, [
  ['it is closed on', { 'another audience': session([asked('auth', 'auth')], { closed: { code: 1008 } }) }, 'pass'],
  ['its own token is not taken', { 'its own token': turnedAway }, 'inconclusive'],
]);

const life = noted(75_000);
const pastItsEnd = (ms: number, ...expired: readonly Sample[]) => ({ expired, 'past its end': noted(ms) });

judges('mkt/expired-token', { life, 'while it lives': taken, ...pastItsEnd(2_000, turnedAway) }, [
  ['acknowledged long after', pastItsEnd(122_000, taken, taken), 'violated'],
  ['not acknowledged while it lives', { 'while it lives': turnedAway }, 'inconclusive'],
]);
