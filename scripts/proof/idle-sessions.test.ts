/** Two thousand trading sessions in a sandbox's process: all stay open, and any of them answers. `npm run bench -- sessions` holds 10,000. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { holdSessions } from '../load/held-sessions.ts';
import { startSandboxProcess } from '../load/sandbox-process.ts';
import { frame, OPCODES, op } from './frames/raw-peer.ts';

const MOST = 2_000;
/** Files that this process and the sandbox need in addition to their sessions. */
const OTHER_FILES = 500;
const allowed = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString()) || Number.POSITIVE_INFINITY;
const count = Math.min(MOST, allowed - OTHER_FILES);
if (count < MOST) console.warn(`${count} sessions instead of ${MOST}: a process may open ${allowed} files here`);

test(`${count} sessions stay open, and any of them answers`, { timeout: 120_000 }, async () => {
  await using sandbox = await startSandboxProcess();
  const { trading } = sandbox.profile.sockets;
  const held = await holdSessions(trading, { Authorization: `Bearer ${sandbox.token}` }, count);
  expect(held).toHaveLength(count);
  const asked = held.filter((_, i) => i % 100 === 0);
  for (const peer of asked) {
    peer.write(frame('text', op('still-there')));
    const answer = await peer.next();
    expect(answer?.opcode).toBe(OPCODES.text);
    expect(answer?.payload.toString('utf8')).toContain('"reqId":"still-there"');
  }
  for (const peer of held) peer.destroy();
});
