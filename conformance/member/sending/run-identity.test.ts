import { describe, expect, test } from 'vitest';
import { runId } from '../../runner/run/fresh-keys.ts';
import { stubOfTest, targetOf, traderOf } from '../../testing/stub-member.ts';
import type { Manners } from './manners.ts';
import { isOwnRequestId } from './run-identity.ts';

const RUN = runId('a test');
const AGENT = `touchstone/1 (run ${RUN})`;
const OF_A_CHECK = `touchstone/1 (run ${RUN}; check rid/one)`;
const CHECK: Manners = { check: 'rid/one' };

/** The actor of the trader in one session, and the requests that the member received. */
async function acting(manners: Manners, run = RUN) {
  const token = { access_token: 'token-of-the-trader', expires_in: 3600 };
  const member = await stubOfTest(({ url }) => ({ status: 200, body: url === '/token' ? token : {} }));
  const { baseUrl } = member;
  const profile = {
    sockets: { trading: `${baseUrl.replace('http', 'ws')}/v1/ws/trading` },
    identity: { tokenEndpoint: `${baseUrl}/token` },
    principals: { trader: { clientId: 'trader', clientSecret: 'secret-of-the-trader' } },
  };
  const target = await targetOf(member, profile, { userAgent: 'touchstone/1', ...(run !== '' && { run }) });
  const session = target.session(manners);
  const trader = traderOf(session);
  await trader.token();
  const before = member.requests.length;
  const seen = () =>
    member.requests.slice(before).map(({ headers }) => [headers['user-agent'], headers['x-request-id']]);
  return { trader, session, seen, target, all: () => member.requests };
}

describe('in the logs of the member', () => {
  test('each request, handshake and raw connection names run and check, and the record has its id', async () => {
    const { trader, session, seen } = await acting(CHECK);
    await trader.get('/me');
    await trader.submit({ qty: '1' });
    await trader.raw(['GET /me HTTP/1.1', 'Host: <host>', 'Connection: close']);
    await trader.openSocket('trading');
    const recorded = [...session.exchanges(), ...session.conversations()];
    expect(seen()).toEqual(recorded.map(({ n }) => [OF_A_CHECK, `${RUN}-${n}`]));
    for (const { n, request } of recorded) {
      expect(Object.fromEntries(request.headers)).toMatchObject({
        'User-Agent': OF_A_CHECK,
        'X-Request-Id': `${RUN}-${n}`,
      });
    }
  });

  test('requests outside a check name the run, token requests too', async () => {
    const { all } = await acting(CHECK);
    const token = all().find(({ url }) => url === '/token')?.headers ?? {};
    expect([token['user-agent'], isOwnRequestId(`${token['x-request-id']}`)]).toEqual([AGENT, true]);
    expect(new Set(all().map(({ headers }) => headers['user-agent']))).toEqual(new Set([AGENT]));
  });

  test('no two requests of a run have the same number', async () => {
    const { trader, seen, target } = await acting(CHECK);
    await trader.get('/me');
    await target.session(CHECK).anonymous.get('/me');
    await target.session(CHECK).anonymous.get('/me');
    const ids = seen().map(([, id]) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => /^[A-Za-z0-9._-]{8,128}$/.test(`${id}`) && isOwnRequestId(`${id}`))).toBe(true);
  });

  test('an id that the check states is sent unchanged, and none is added if the check tests ids', async () => {
    const { trader, seen, target } = await acting(CHECK);
    await trader.get('/me', { headers: { 'x-request-id': 'stated-by-a-check' } });
    const about = target.session({ ...CHECK, statesRequestIds: false }).actors.get('trader');
    await about?.get('/me');
    await about?.raw(['GET /me HTTP/1.1', 'Host: <host>', 'Connection: close']);
    expect(seen()).toEqual([
      [OF_A_CHECK, 'stated-by-a-check'],
      [OF_A_CHECK, undefined],
      [OF_A_CHECK, undefined],
    ]);
  });

  test('bytes that are no request are unchanged', async () => {
    const { trader, session } = await acting(CHECK);
    await trader.raw(Buffer.from('NONSENSE\r\n\r\n'));
    await trader.raw(['GET /me HTTP/1.1', 'Connection: close']);
    expect(session.exchanges().map(({ request }) => request.headers)).toEqual([[], [['Connection', 'close']]]);
  });

  test('without a run only the tool is named, and each session counts from one', async () => {
    const { trader, session, seen } = await acting(CHECK, '');
    await trader.get('/me');
    expect(session.exchanges().map(({ n }) => n)).toEqual([1]);
    expect(seen()).toEqual([['touchstone/1', undefined]]);
  });
});
