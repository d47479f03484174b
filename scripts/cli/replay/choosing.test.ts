/** Which scenarios the operands of `replay` name, how many are played at once, and what is said of all of them. */
import { describe, expect, test } from 'vitest';
import { calm, reads, testShell } from '../testing/test-folder.ts';
import { inOrder } from './in-order.ts';

const shell = testShell({
  'some/b.yaml': calm('b', reads()),
  'some/below/a.yml': calm('a', reads(404)),
  'some/node_modules/not-ones-own.yaml': 'no scenario',
  'some/read-me.txt': 'no scenario',
});

/** The ids in the order of the output. */
function played(out: string): readonly string[] {
  return [...out.matchAll(/^ {2}(?:PASS|FAIL) {2}(\S+):/gm)].map(([, id = '']) => id);
}

describe('operands', () => {
  test.each([
    ['a folder, with those below it', ['some'], ['b', 'a'], 1],
    ['a pattern in quotes', ['some/*.yaml'], ['b'], 0],
    ['a pattern over folders', ['**/a.y{a,}ml'], ['a'], 1],
    ['a name of the library', ['a-read-fails-twice'], ['a-read-fails-twice'], 0],
    ['several, each file once, in the order named', ['some/below/a.yml', 'some', 'some/b.yaml'], ['a', 'b'], 1],
  ])('%s', async (_, operands, ids, status) => {
    const ran = await shell.run(['replay', ...operands, '--quiet']);
    expect([ran.err, played(ran.out), ran.status]).toEqual(['', ids, status]);
  });
});

describe('several', () => {
  test('the last lines count them, and name those that did not pass', async () => {
    const { out } = await shell.run(['replay', 'some', '--quiet']);
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      '2 scenarios: 1 failed, 1 passed',
      '  failed: a  some/below/a.yml',
    ]);
  });

  test('played at once, they say the same as one after another', async () => {
    const names = ['202-then-poll', 'some/b.yaml', 'a-read-fails-twice', 'some/below/a.yml', 'answer-lost'];
    const [one, four] = [
      await shell.run(['replay', ...names, '--transcript', 'one.jsonl']),
      await shell.run(['replay', ...names, '--jobs', '4', '--transcript', 'four.jsonl']),
    ];
    const read = (ran: typeof one) => ran.out.replaceAll(/(?<=cursor=|Cursor": ")[\w-]+/g, 'sealed');
    expect(read(four)).toBe(read(one));
    const [first, second] = await Promise.all(['one', 'four'].map((name) => shell.read(`${name}.jsonl`)));
    expect(second).toBe(first);
    expect(four.status).toBe(1);
  });
});

test('--defect: in a sandbox with a known-bad member', async () => {
  const { status, out } = await shell.run(['replay', '202-then-poll', '--quiet', '--defect', 'a-202-without-location']);
  expect(out).toContain('header location: expected "/operations/slow-order-1", seen nothing');
  expect(status).toBe(1);
});

describe('inOrder', () => {
  const out: string[] = [];
  const running = { now: 0, most: 0 };
  const started: number[] = [];
  const stop = new AbortController().signal;
  /** The later an item stands, the sooner it is done. */
  async function plays(items: readonly number[], jobs: number, broken?: number) {
    out.length = 0;
    started.length = 0;
    running.most = 0;
    return inOrder(items, { jobs, out: (lines) => void out.push(...lines), stop }, async (item, say) => {
      started.push(item);
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      say([`${item} begins`]);
      for (let turn = 0; turn < 20 - item * 4; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      say([`${item} ends`]);
      running.now -= 1;
      if (item === broken) throw new Error(`broken ${item}`);
      return item * 10;
    });
  }

  test('lines and results are in the order of the items', async () => {
    expect(await plays([1, 2, 3, 4], 3)).toEqual([10, 20, 30, 40]);
    expect(out).toEqual([1, 2, 3, 4].flatMap((item) => [`${item} begins`, `${item} ends`]));
    expect(running.most).toBe(3);
  });

  test('after an error no other is started, and those in progress are waited for', async () => {
    await expect(plays([4, 2, 3, 1], 2, 4)).rejects.toThrow('broken 4');
    expect(started).toEqual([4, 2]);
    expect(out).toContain('2 ends');
    expect(running.now).toBe(0);
  });
});
