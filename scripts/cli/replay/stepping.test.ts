/** `replay --step`, `--from` and `--watch`: working on one scenario. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { calm, reads, testShell } from '../testing/test-folder.ts';

/** A copy, so that its lines stay. */
const POLL = fileURLToPath(new URL('../../../scenarios/testing/202-then-poll.yaml', import.meta.url));

const named = (name: string, status: number) =>
  `{ as: trader, request: GET /me, name: ${name}, expect: { status: ${status} } }`;
const shell = testShell({
  'saved.yaml': calm(
    'saved',
    '{ as: trader, request: GET /me, save: { user: $.user.userId } }',
    '{ open: session, as: trader }',
    reads(),
  ),
  'two.yaml': calm('two', named('first', 404), named('second', 200)),
  'watched.yaml': calm('watched', reads(404)),
  'other.yaml': calm('other', reads()),
});

describe('--step', () => {
  test('continues with n, shows state and last exchange, continues to a line, and quits', async () => {
    const typed = ['', 'n', 's', 'l', 'c 18', 'what', 'q'];
    const { status, out, err } = await shell.run(['replay', POLL, '--step'], { typed });
    expect(err).toBe('');
    const asked = [...out.matchAll(/^> +(\d+) /gm)].map(([, line]) => Number(line));
    expect(asked).toEqual([7, 8, 13, 18]);
    expect(out).toMatch(/^clock: virtual, 2026-01-05T00:00:02\.000Z, timers: \d+, held: 1$/m);
    expect(out).toMatch(/^member m1: 0\.14\.0, serving, at position \d+$/m);
    expect(out).toMatch(/^fault orders-verdict: set, fired 1 time$/m);
    expect(out).toMatch(/^sent as trader\n {2}POST \/orders\n(.*\n)*answered 202$/m);
    expect(out).toMatch(/^q {9}quit/m);
    expect(out).toContain('INCONCLUSIVE  202-then-poll: 2 of 2 expectations held');
    expect(out).toContain('stopped before step 5 (line 18)');
    expect(status).toBe(3);
  });

  test('the end of the input quits', async () => {
    const { status, out } = await shell.run(['replay', POLL, '--step'], { typed: ['n'] });
    expect(out).toContain('stopped before step 2 (line 8)');
    expect(status).toBe(3);
  });

  test('saved values and open sockets are part of the state', async () => {
    const { out } = await shell.run(['replay', 'saved.yaml', '--step'], { typed: ['s', 'n', 'n', 's', 'c'] });
    expect(out).toContain('saved: nothing yet');
    expect(out).toMatch(/^socket session: open, \d frames? that no step has read\nsaved user: 2$/m);
  });
});

test.each(['2', 'line:5', 'second'])(
  '--from %s: the steps before it are played, no longer shown, and not judged',
  async (from) => {
    const { status, out } = await shell.run(['replay', 'two.yaml', '--from', from]);
    expect(out).toContain('PASS  two: 1 of 1 expectations held, 2 requests');
    expect(out).toContain('1 step before it was not judged; not as expected: line 4');
    expect(out).not.toContain('✗');
    expect(status).toBe(0);
  },
);

test('--watch plays again after each change, waits for a broken file, and ends with the status of the last play', {
  timeout: 300_000,
}, async () => {
  const stop = new AbortController();
  // Each text is written once the one before was played; an editor writes a new file over the old one.
  const texts = [calm('watched', reads('[404')), calm('watched', reads())];
  let waits = 0;
  const { status, out, err } = await shell.run(['replay', 'watched.yaml', 'other.yaml', '--watch', '--quiet'], {
    interrupted: stop.signal,
    onOut(said) {
      const seen = said.split('waiting for a change').length - 1;
      if (seen === waits) return;
      waits = seen;
      const next = texts.shift();
      if (next === undefined) stop.abort();
      else
        void shell
          .file('watched.yaml~', next)
          .then(() => rename(join(shell.folder, 'watched.yaml~'), join(shell.folder, 'watched.yaml')));
    },
  });
  expect(err).toMatch(/^touchstone: watched\.yaml:\d+:\d+: .*\n$/);
  expect([...out.matchAll(/^ {2}(PASS|FAIL) {2}(\w+)/gm)].map(([, ...verdict]) => verdict.join(' '))).toEqual([
    'FAIL watched',
    'PASS other',
    'PASS watched',
  ]);
  expect(status).toBe(0);
});
