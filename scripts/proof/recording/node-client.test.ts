/** The Node example client, recorded under three faults, replays with the same statuses. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readScenario } from '../../../scenarios/index.ts';
import { commandIn } from '../../cli/testing/command-in.ts';
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

test('a client that sends a write again with another key places more orders, and its recording fails for that and shrinks', async () => {
  const recorded = await recordedNodeClient({ hasNewKeyBug: true, expectsThree: true });
  expect(recorded.orders).toBe(5);
  const replayed = await replayedDraft(recorded.text);
  expect(replayed.verdict, recorded.text).toBe('fail');
  expect(replayed.mismatches).toEqual([expect.stringMatching(/items/)]);

  const folder = await mkdtemp(join(tmpdir(), 'node-client-'));
  try {
    await writeFile(join(folder, 'client.yaml'), recorded.text);
    const { status, err } = await commandIn(folder).run(['replay', 'client.yaml', '--shrink']);
    expect(status, err).toBe(0);
    const text = await readFile(join(folder, 'client.shrunk.yaml'), 'utf8');
    const { steps } = readScenario(text, 'client.shrunk.yaml');
    expect(steps.length, text).toBeLessThanOrEqual(6);
    expect((await replayedDraft(text)).mismatches).toEqual([expect.stringMatching(/items/)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
