import { describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Profile } from '../member/profile/profile.ts';
import { stubOfTest } from '../testing/stub-member.ts';
import { sampleCheck } from '../testing/stub-run.ts';
import type { WireAnswering } from '../testing/stub-target.ts';
import { stubTarget } from '../testing/stub-target.ts';
import type { Check } from './check.ts';
import { examine } from './doctor.ts';

const CHECKS = [sampleCheck(), sampleCheck({ id: 'test/control', needs: ['control'] })];

/** A target with routes: an unknown path is answered 404. */
const routed =
  (answerTo: WireAnswering): WireAnswering =>
  (request) =>
    request.path.startsWith('/touchstone-probes') ? refusal(404, 'ROUTE_NOT_FOUND') : answerTo(request);

async function findings(answerTo: WireAnswering, over: Partial<Profile> = {}) {
  const { target, stopwatch } = await stubTarget(routed(answerTo), over);
  const found = await examine(target, CHECKS, stopwatch);
  return (subject: string) =>
    found.filter((row) => row.subject === subject).map(({ level, words }) => `${level}: ${words}`);
}

const me = (capabilities: readonly string[]) => ({ status: 200, body: JSON.stringify({ user: {}, capabilities }) });
const refusal = (status: number, code: string) => ({ status, body: JSON.stringify({ error: { code } }) });

const TOO_MUCH = /^bad: should hold orders:trade alone; holds orders:trade, users/;
const REFUSED = /^bad: GET \/me answered 401 UNAUTHENTICATED; mend principals\.trader\.token or identity\.audience$/;

describe('the doctor reports a principal', () => {
  // biome-ignore format: an aligned table
  test.each<[string, keyof Profile['principals'], ReturnType<WireAnswering>, RegExp]>([
    ['which is what it claims',                       'trader',    me(['orders:trade']), /^ok: orders:trade alone$/],
    ['too much',                                      'trader',    me(['orders:trade', 'users:manage']), TOO_MUCH],
    ['too little',                                    'approver',  me([]), /^bad: should hold credentials:approve; holds none/],
    ['without capabilities where none are right',     'viewer',    me([]), /^ok/],
    ['with capabilities nested deeper',               'viewer',    { status: 200, body: '{"user":{"capabilities":[]}}' }, /^ok/],
    ['without any capabilities',                      'viewer',    { status: 200, body: '{}' }, /^note: GET \/me names no capabilities/],
    ['a capability that the interface does not name', 'trader',    me(['orders:trade', 'reports:read']), /^ok/],
    ['that is refused',                               'trader',    refusal(401, 'UNAUTHENTICATED'), REFUSED],
    ['that does not answer',                          'trader',    'reset', /^note: GET \/me gave no answer \(reset\)/],
    ['that is refused where that is right',           'disabled',  refusal(403, 'FORBIDDEN_PRINCIPAL'), /^ok/],
    ['that is refused with another code',             'suspended', refusal(403, 'FORBIDDEN_PRINCIPAL'), /^bad/],
    ['that is admitted where it must be refused',     'suspended', me([]), /^bad: GET \/accounts answered 200, and should be refused ORG_NOT_ACTIVE/],
  ])('%s', async (_, name, answer, words) => {
    let reached = false;
    const answerTo: WireAnswering = ({ path }) => {
      const first = !reached;
      reached = true;
      // The target is reachable: some of its routes answer.
      return first || path.startsWith('/orders') ? {} : answer;
    };
    const of = await findings(answerTo, { principals: { [name]: { token: 'some-token' } } });
    expect(of(name)[0]).toMatch(words);
  });

  test('that is absent', async () =>
    expect((await findings(() => me([])))('viewer')).toEqual(['note: absent (admitted, no capability)']));
});

describe('the doctor reports the clock', () => {
  const dated =
    (date: string): WireAnswering =>
    () => ({ ...me([]), headers: date === '' ? [] : [['Date', date]] });

  test.each([
    ['far off', 'Mon, 05 Jan 1998 00:00:00 GMT', /^bad: \d+ s off this machine's; synchronise/],
    ['not stated', '', /^note: the target states no Date/],
  ])('%s', async (_, date, words) => expect((await findings(dated(date)))('clock')[0]).toMatch(words));
});

// biome-ignore format: an aligned table
const NEEDS: readonly Check['needs'][] = [
  ['deputy'],
  ['viewer', 'control'],
  ['viewer', 'control', 'mint'],
  ['viewer', 'writes'],
  ['trader'],
];

test('the doctor reports each reason once, the most frequent first', async () => {
  const checks = NEEDS.map((needs, i) =>
    sampleCheck({ id: `test/c${i}`, proves: [i === 3 ? 'RID-02' : 'RID-01'], needs }),
  );
  const { target, stopwatch } = await stubTarget(routed(() => me(['orders:trade'])));
  const said = (await examine(target, checks, stopwatch)).filter(({ subject }) => subject === 'profile');
  expect(said.map(({ words }) => words)).toEqual([
    '4 of 5 checks cannot be exercised; one that lacks several things is counted with each',
    'the profile names no principal viewer: 3 checks; it would add RID-02',
    'only a sandbox shows it: a deployed member has no control plane: 2 checks',
    'the profile names no principal deputy: 1 check; it would add no requirement, and prove others further',
  ]);
});

describe('the doctor reports a socket', () => {
  // biome-ignore format: an aligned table
  test.each<[string, 'trading' | 'marketData', number, string | undefined, RegExp]>([
    ['a trading socket that refuses',   'trading',    401, '1.4.0',   /^ok: .*refuses whom it does not know with 401$/],
    ['one that opens',                  'trading',    101, '1.4.0',   /^bad: .*opens without a credential: is it the market data socket's .*sockets\.trading$/],
    ['one of an unknown version',       'trading',    101, undefined, /^bad: .*opens.*contract\.socket where it is before 1\.4\.0$/],
    ['one older than credentials',      'trading',    101, '1.1.0',   /^ok: .*opens without a credential$/],
    ['a market data socket that opens', 'marketData', 101, '1.4.0',   /^ok: .*opens without a credential$/],
    ['one that refuses',                'marketData', 401, '1.4.0',   /^bad: .*with 401: is it the trading socket's address\? mend sockets\.marketData$/],
    ['one that forbids',                'marketData', 403, undefined, /^bad: .*with 403: is it the trading socket's address\?/],
    ['a path that is not served',       'marketData', 404, '1.4.0',   /^bad: .*: 404; mend sockets\.marketData$/],
  ])('%s', async (_, name, status, socket, words) => {
    const member = await stubOfTest(() => ({ status: 200, body: {} }));
    const server = new WebSocketServer({ noServer: true });
    member.onUpgrade((request, raw, head) => {
      if (status === 101) server.handleUpgrade(request, raw, head, () => {});
      else raw.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    });
    const of = await findings(() => me(['orders:trade']), {
      contract: { rest: '0.14.0', ...(socket === undefined ? {} : { socket }) },
      sockets: { [name]: `${member.baseUrl.replace('http', 'ws')}/v1/ws` },
    });
    expect(of(name === 'trading' ? 'trading socket' : 'market data socket')[0]).toMatch(words);
  });
});

test('the doctor reports what the profile leaves out', async () => {
  const of = await findings(() => me(['orders:trade']));
  expect(of('profile')).toEqual([
    'note: 1 of 2 checks cannot be exercised',
    'note: only a sandbox shows it: a deployed member has no control plane: 1 check',
  ]);
  expect(of('fixtures')[0]).toMatch(/^note: absent: account, /);
  expect(of('target')).toEqual(['ok: http://stub.example, contract 0.14.0']);
});
