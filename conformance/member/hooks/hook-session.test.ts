/** Hooks that fail, hang or misbehave: the check is inconclusive, and the undo runs in every case. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startStopwatch } from '../../runner/stopwatch.ts';
import type { Entry } from '../effects/entry.ts';
import { hooksLeft } from '../effects/hooks-left.ts';
import { Redactor } from '../exchange/redactor.ts';
import { CircuitBreaker } from '../sending/circuit-breaker.ts';
import { HookBook } from './hook-book.ts';
import { HookSession } from './hook-session.ts';
import { runShell } from './shell-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-hooks-'));
const LOG = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => rmSync(LOG, { force: true }));

const SECRET = 'canary-secret-0001';
const LONG_MS = 60_000;

function hooked(run: string, { undo = 'echo undone >> log', timeoutMs = LONG_MS } = {}) {
  const stopwatch = startStopwatch();
  const redactor = new Redactor();
  redactor.learn(SECRET, 'secret of trader');
  const breaker = new CircuitBreaker(stopwatch);
  const hook = { run, undo, timeoutMs };
  const of = new Map([
    ['slowOwner' as const, hook],
    ['clock' as const, hook],
  ]);
  const entries: Entry[] = [];
  const onEffect = (entry: Entry) => void entries.push(entry);
  const book = new HookBook({ hooks: { folder, of }, stopwatch, redactor, breaker, onEffect });
  const moves: number[] = [];
  const session = new HookSession(book, {
    ...{ check: 'test/one', stopwatch, during: (wait) => wait },
    began: () => () => {},
    timeMoved: (byMs) => void moves.push(byMs),
  });
  return { session, book, breaker, entries, moves };
}

const logged = () => (existsSync(LOG) ? readFileSync(LOG, 'utf8').trim().split('\n') : []);

describe('a hook that fails makes its check inconclusive, and its undo runs', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['exits with 1',                  'echo no such deployment >&2; exit 1',                    /^the hook slowOwner ended with status 1: no such deployment$/],
    ['is not there',                  './no-such-command',                                      /ended with status 127: .*not found/],
    ['ends by a signal',              'kill -TERM $$',                                          /ended with SIGTERM$/],
    ['prints a megabyte',             'head -c 1000000 /dev/zero | tr "\\0" x >&2; exit 3',     /^the hook slowOwner ended with status 3: x{200}$/],
    ['prints a secret',               `echo refused: ${SECRET} >&2; exit 1`,                    /status 1: refused: <secret of trader>$/],
    ['is not a command',              'if',                                                     /ended with status 2: /],
  ])('%s', async (_, run, words) => {
    const { session, book, breaker } = hooked(run);
    await expect(session.begin('slowOwner')).rejects.toThrow(expect.objectContaining({ name: 'Unreached', message: expect.stringMatching(words) }));
    expect(logged()).toEqual(['undone']);
    expect(book.rows.map(({ part, status }) => [part, status === 0])).toEqual([['run', false], ['undo', true]]);
    expect(JSON.stringify(book.rows)).not.toContain(SECRET);
    expect(breaker.cause).toBeUndefined();
  });

  test('hangs: it ends at its limit, with what it started', async () => {
    const { session } = hooked('sleep 600 & sleep 600', { timeoutMs: 300 });
    await expect(session.begin('slowOwner')).rejects.toThrow(/took longer than 0.3 s$/);
    expect(logged()).toEqual(['undone']);
  });

  test('is interrupted while it runs', async () => {
    const { session } = hooked('echo begun >> log; sleep 600');
    const begun = session.begin('slowOwner').catch((error: Error) => error.message);
    const deadline = startStopwatch();
    while (logged().length === 0 && deadline.nowMs() < LONG_MS) await deadline.sleep(10);
    await session.finish();
    expect(await begun).toMatch(/was interrupted$/);
    expect(logged()).toEqual(['begun', 'undone']);
    await expect(session.begin('slowOwner')).rejects.toThrow(/was not run: the check had ended/);
  });
});

test('a process in the background that holds the output does not hold the hook', async () => {
  const { session, book } = hooked('sleep 600 & echo $! >> log');
  await session.begin('slowOwner');
  const pid = Number(logged()[0]);
  expect(process.kill(pid, 'SIGKILL')).toBe(true);
  await session.finish();
  expect(book.rows.map(({ status }) => status)).toEqual([0, 0]);
});

test('a limit that passes once the command has ended ends nothing that it left in the background', async () => {
  const real = startStopwatch();
  const limits = new Set<() => void>();
  const after: typeof real.after = (ms, act) => {
    if (ms === LONG_MS) {
      limits.add(act);
      return { cancel: () => void limits.delete(act) };
    }
    // The output is awaited.
    for (const limit of limits) limit();
    return real.after(ms, act);
  };
  const stopwatch = { ...real, after };
  const ended = await runShell({ command: 'sleep 600 & echo $! >> log', folder, timeoutMs: LONG_MS, stopwatch });
  expect(ended.problem).toBeUndefined();
  expect(process.kill(Number(logged()[0]), 'SIGKILL')).toBe(true);
});

test('the undo receives the sum of all moves of the clock', async () => {
  const { session } = hooked('echo "$TOUCHSTONE_HOOK $TOUCHSTONE_SECONDS" >> log', {
    undo: 'echo "back $TOUCHSTONE_SECONDS" >> log',
  });
  await session.begin('clock', 82_800);
  await session.begin('clock', 3_660);
  await session.finish();
  expect(logged()).toEqual(['clock 82800', 'clock 3660', 'back 86460']);
});

test('a move of the clock that failed is not taken back from the time of the target', async () => {
  const { session, moves } = hooked('[ "$TOUCHSTONE_SECONDS" -lt 100 ]');
  await session.begin('clock', 60);
  await expect(session.begin('clock', 82_800)).rejects.toThrow(/ended with status 1$/);
  expect(moves).toEqual([60_000, -60_000]);
});

test('the end of a session waits for an undo that another end has begun', async () => {
  const { session } = hooked('true');
  await session.begin('slowOwner');
  void session.finish();
  await session.finish();
  expect(logged()).toEqual(['undone']);
});

test('a hook is undone though the record of effects cannot be written', async () => {
  const { session, entries } = hooked('true');
  await session.begin('slowOwner');
  entries.push = () => {
    throw new Error('the disk is full');
  };
  await expect(session.begin('clock', 60)).rejects.toThrow('the disk is full');
  await expect(session.finish()).rejects.toThrow('the disk is full');
  expect(logged()).toEqual(['undone', 'undone']);
});

test.each([
  [
    'fails',
    'echo undone >> log; echo stuck >&2; exit 1',
    LONG_MS,
    /^the undo of hooks.slowOwner ended with status 1: stuck: THE TARGET IS LEFT/,
  ],
  [
    'hangs',
    'echo undone >> log; sleep 600',
    300,
    /^the undo of hooks.slowOwner took longer than 0.3 s: THE TARGET IS LEFT/,
  ],
])('an undo that %s is tried again, and then stops the run', async (_, undo, timeoutMs, cause) => {
  const { session, breaker } = hooked('true', { undo, timeoutMs });
  await session.begin('slowOwner');
  await session.end('slowOwner');
  expect(logged()).toEqual(['undone', 'undone']);
  expect(breaker.cause).toMatch(cause);
});

test('the record has a hook as left until its undo has succeeded, with the seconds of all its runs', async () => {
  const { session, entries } = hooked('true');
  await session.begin('clock', 60);
  await session.begin('clock', 30);
  expect([...hooksLeft(entries)]).toEqual([['clock', 90]]);
  await session.finish();
  expect([...hooksLeft(entries)]).toEqual([]);
  const stuck = hooked('true', { undo: 'exit 1' });
  await stuck.session.begin('slowOwner');
  await stuck.session.finish();
  expect([...hooksLeft(stuck.entries)]).toEqual([['slowOwner', 0]]);
});
