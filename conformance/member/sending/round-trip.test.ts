import { expect, test } from 'vitest';
import { roundTripMs } from './round-trip.ts';

/** The round trip as it is measured where the answers take so long, in turn, and how many were waited for. */
async function measured(...tookMs: readonly number[]) {
  let nowMs = 0;
  let sent = 0;
  const transport = {
    async send() {
      nowMs += tookMs[sent] ?? 200;
      sent += 1;
      return { status: 401, headers: [], body: '' };
    },
  };
  const stopwatch = { startedAtMs: 0, nowMs: () => nowMs, sleep: async () => {}, after: () => ({ cancel: () => {} }) };
  return { ms: await roundTripMs(transport, [], stopwatch), sent };
}

test('a link is measured by an answer on a connection that is open', async () => {
  expect(await measured(1, 9)).toEqual({ ms: 9, sent: 2 });
});

test('a link that looks slow is measured more often: the machine may be busy', async () => {
  expect(await measured(500, 400, 350, 300, 210)).toEqual({ ms: 200, sent: 8 });
  expect(await measured(500, 400, 350, 3)).toEqual({ ms: 3, sent: 4 });
});
