import { expect, test } from 'vitest';
import type { CheckRow } from '../conformance/runner/record/run-record.ts';
import type { Piece } from './differences.ts';
import { differencesOf } from './differences.ts';

type Evidence = CheckRow['evidence'][number];

function answered(
  n: number,
  status: number,
  body: string,
  header: readonly [string, string] = ['ETag', '"7"'],
): Evidence {
  const headers = [['Idempotency-Key', 'k']] as const;
  const request = { method: 'POST', path: '/orders', headers, body: null };
  const response = { status, headers: [header], body };
  return { ...{ n, label: null, actor: 'trader', request, response }, sentAtMs: 0, answeredAtMs: 1, failure: null };
}

const marked = (pieces: readonly Piece[]) => pieces.flatMap(({ text, differs }) => (differs ? [text] : []));
const CONFLICT = '{"code":"CONFIG_SEQ_CONFLICT","userId":2}';
const one = [answered(1, 409, CONFLICT)];
const retried = [answered(1, 201, '{"status":"OPEN","qty":"1"}'), answered(2, 201, '{"status":"NEW","qty":"1"}')];

// biome-ignore format: an aligned table
test.each<[string, string, string, readonly Evidence[], readonly string[], readonly string[], readonly string[]]>([
  ['a status',             '412 CONFIG_SEQ_CONFLICT',     'POST /x by a: 409 CONFIG_SEQ_CONFLICT, after 412', one, ['412'], ['409'], ['409']],
  ['a code',               '409 VERSION_CONFLICT',        'POST /x by a: 409 CONFIG_SEQ_CONFLICT',            one, ['VERSION_CONFLICT'], ['CONFIG_SEQ_CONFLICT'], ['"code": "CONFIG_SEQ_CONFLICT",']],
  ['a value of a member',  'orders with userId 0',        'POST /x by a: 409, body {"userId":2}',             one, ['userId 0'], ['"userId":2'], ['"userId": 2']],
  ['a member that is not there', 'venueTsNs on each row', 'POST /x by a: 409',                                one, ['venueTsNs'], [], []],
  ['a header',             'a page without ETag',         'POST /x by a: 409',                                one, ['without ETag'], [], ['ETag: "7"']],
  ['an answer and the one before it', 'the recorded answer', 'POST /x by a: 201, body {"status":"NEW"}',   retried, [], ['"status":"NEW"'], ['"status": "NEW",']],
  ['nothing that is named', 'an answer in time',          'no answer (timeout)',                              [], [], [], []],
])('what differs is marked: %s', (_, expected, seen, evidence, ...differing) => {
  const of = differencesOf({ expected, seen, exchanges: evidence.map(({ n }) => n) }, evidence);
  const lines = ['409', '201', 'ETag: "7"', '"code": "CONFIG_SEQ_CONFLICT",', '"userId": 2', '"status": "NEW",', '"qty": "1"'];
  const isThere = (line: string) => evidence.at(-1)?.response?.body.includes(line.split('"')[1] ?? line) === true;
  const shown = lines.filter((line) => !line.startsWith('"') || isThere(line));
  expect([marked(of.expected), marked(of.seen), shown.filter(of.isOther)]).toEqual(differing);
});
