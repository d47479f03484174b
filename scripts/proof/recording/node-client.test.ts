/** The Node example client, recorded under three faults, replays with the same statuses. */
import { expect, test } from 'vitest';
import { replayedDraft } from '../traffic/replayed-draft.ts';
import { recordedNodeClient } from './recorded-node-client.ts';

test('the client gets its three orders through a 202, a lost answer and a full inbox, and its recording replays', async () => {
  const recorded = await recordedNodeClient();
  expect(recorded.orders).toBe(3);
  expect(recorded.statuses).toEqual([101, 202, 200, 201, 201, 429, 201, 200, 200]);
  for (const secret of recorded.secrets) expect(recorded.text).not.toContain(secret);

  const replayed = await replayedDraft(recorded.text);
  expect(replayed.mismatches, recorded.text).toEqual([]);
  expect(replayed.verdict).toBe('pass');
  expect(replayed.statuses, recorded.text).toEqual(recorded.statuses);
});

test('a client that sends a write again with another key places more orders, and its recording fails for that', async () => {
  const recorded = await recordedNodeClient({ hasNewKeyBug: true, expectsThree: true });
  expect(recorded.orders).toBe(5);
  const replayed = await replayedDraft(recorded.text);
  expect(replayed.verdict, recorded.text).toBe('fail');
  expect(replayed.mismatches).toEqual([expect.stringMatching(/items/)]);
});
