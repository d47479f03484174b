/** A member may answer anything: a check of it always ends with a report in every format, and is no fault of the suite. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defect } from '../../../gateway/defects/defect.ts';
import { changeResponse } from '../../../gateway/variations/layer.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { commandIn } from '../testing/command-in.ts';
import { testFolder } from '../testing/test-folder.ts';

const folder = testFolder();

const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const IDS = /^"(\w*Id|id)"$/;
const CURSORS = /^"nextCursor"$/;
const WORDS = /^"(code|message|name|symbol|status|side|clientOrderId|account|instrument)"$/;
const MONEY = /^"(price|qty|leavesQty|cumQty|avgPrice)"$/;
const MEMBER = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?[0-9.eE+]+|true|false|null)/g;

/** They place orders that the clean-up ends, walk pages, read rows by their ids, and send ETags again. */
const SELECTED = ['ord/cancel-serves-the-order-row', 'page/cursor-of-another-filter', 'match/stale-if-match'];

/** Replaces the values of these members in every answer. */
function hostile(members: RegExp, value: string) {
  return defect('NONE', 'every answer is hostile', () =>
    changeResponse((response) => ({
      ...response,
      body: response.body.replaceAll(MEMBER, (all: string, name: string) =>
        members.test(name) ? `${name}:${value}` : all,
      ),
    })),
  );
}

function headed(name: string, value: string) {
  return defect('NONE', 'every answer has a hostile header', () =>
    changeResponse((response) => ({
      ...response,
      headers: [...response.headers.filter(([one]) => one !== name), [name, value]],
    })),
  );
}

test.each([
  ['ids with a space', hostile(IDS, '"a b"')],
  ['ids with slashes', hostile(IDS, '"../a/b?c#d"')],
  ['ids with a line break', hostile(IDS, '"a\\r\\nX: y"')],
  ['ids of 10 KB', hostile(IDS, `"${'x'.repeat(10_000)}"`)],
  ['ids that are half a character', hostile(IDS, '"\\ud800"')],
  ['ids that are lists in lists', hostile(IDS, DEEP)],
  ['ids that are null', hostile(IDS, 'null')],
  ['cursors that are half a character', hostile(CURSORS, '"\\ud800"')],
  ['cursors with control bytes', hostile(CURSORS, '"\\u0000\\u001b[31m"')],
  ['words in lists of lists', hostile(WORDS, DEEP)],
  ['words with control bytes', hostile(WORDS, '"\\u0000\\u001b[31m%zz"')],
  ['words that are objects', hostile(WORDS, '{"__proto__":{"a":1}}')],
  ['money without end', hostile(MONEY, '1e400')],
  ['money in lists of lists', hostile(MONEY, DEEP)],
  ['ETags that no request can repeat', headed('ETag', '"\u00ff\u0080"')],
  ['a Location that is no address', headed('Location', 'http://[::1/%zz')],
])('%s', { timeout: 120_000 }, async (name, defects) => {
  await using sandbox = await startSandbox({ clock: 'virtual', defects: [defects], failed: () => undefined });
  const { file, run } = commandIn(folder);
  const target = await file('profile.json', sandbox.profile);
  const out = name.replaceAll(/\W+/g, '-');
  const formats = ['--out', out, '--format', 'json,junit,html,md,har,badge'];
  const { status, err } = await run([
    ...['check', '--target', target, '--no-preflight', '--quiet', '--runs', '1', ...formats],
    ...SELECTED.flatMap((id) => ['--select', id]),
  ]);
  expect([0, 1, 3, 4], err).toContain(status);
  const files = await readdir(join(folder, out));
  expect(files).toEqual(
    expect.arrayContaining(['report.json', 'junit.xml', 'report.html', 'report.md', 'evidence.har', 'badge.svg']),
  );
  const { checks } = JSON.parse(await readFile(join(folder, out, 'report.json'), 'utf8')) as {
    checks: { fault?: true }[];
  };
  expect(checks.filter(({ fault }) => fault)).toEqual([]);
});
