import { expect, test } from 'vitest';
import { stubTarget } from '../testing/stub-target.ts';
import type { Session } from './session.ts';

const BUSY = {
  status: 503,
  headers: [['Retry-After', '0'] as const],
  body: '{"error":{"code":"INBOX_FULL","retryable":true}}',
};
const PENDING = { status: 202, headers: [['Location', '/operations/key'] as const] };

/** What a session does with a member that answers `/busy` and writes in turn, and how often it rested. */
async function restsIn(act: (session: Session) => Promise<unknown> | undefined): Promise<number> {
  const answered = new Set<string>();
  const { target } = await stubTarget(({ method, path }) => {
    const isFirst = !answered.has(path);
    answered.add(path);
    if (path === '/busy' && isFirst) return BUSY;
    if (path === '/proxy' && isFirst) return { status: 502, headers: [['Content-Type', 'text/html']], body: '<html>' };
    if (path.startsWith('/operations/')) return { body: isFirst ? '{"outcome":null}' : '{"outcome":{"orderId":"9"}}' };
    return method === 'POST' && isFirst ? PENDING : { headers: [['X-Request-Id', 'r-00000001']] };
  });
  let rests = 0;
  const rest = <T>(wait: Promise<T>): Promise<T> => {
    rests += 1;
    return wait;
  };
  await act(target.session({ rest, waitsWhileBusy: true, othersDone: () => rest(Promise.resolve()) }));
  return rests;
}

test.each<[string, number, (session: Session) => Promise<unknown> | undefined]>([
  ['lets time pass', 1, (session) => session.elapse(1)],
  ['waits for the others', 1, (session) => session.othersDone()],
  ['waits while the member is busy', 1, ({ actors }) => actors.get('trader')?.get('/busy')],
  ['waits for a proxy to let it through', 1, ({ anonymous }) => anonymous.get('/proxy')],
  ['waits for an outcome', 1, ({ actors }) => actors.get('trader')?.submit({}, { key: 'key' })],
  ['only sends', 0, ({ anonymous }) => anonymous.get('/me')],
  ['waits twice at once', 1, (session) => Promise.all([session.elapse(5), session.elapse(5)])],
])('a session that %s rests %i times', async (_, times, act) => expect(await restsIn(act)).toBe(times));
