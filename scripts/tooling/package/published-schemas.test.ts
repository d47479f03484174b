/** Each published schema takes what Touchstone really writes, and refuses it with one thing wrong. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { canonicalJson } from '../../../reports/canonical-json.ts';
import { commandIn } from '../../cli/testing/command-in.ts';
import { testFolder } from '../../cli/testing/test-folder.ts';
import { PUBLISHED_SCHEMAS } from './published-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const folder = testFolder();
let sandbox: Sandbox;
let report: Json;
let events: readonly { readonly event: string; readonly data: unknown }[];

const ajv = new Ajv({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

function isValid(file: keyof typeof PUBLISHED_SCHEMAS, value: unknown): boolean {
  const validate = validators.get(file) ?? ajv.compile(PUBLISHED_SCHEMAS[file]());
  validators.set(file, validate);
  return validate(value) as boolean;
}

/** Everything that the stream sends at once: the sections, and what was kept of exchanges and records. */
async function firstEvents(url: string): Promise<typeof events> {
  const answer = await fetch(`${url}/events`);
  const reader = answer.body?.getReader();
  let text = '';
  while (
    reader !== undefined &&
    !(text.includes('event: record') && text.includes('event: members') && text.includes('event: exchange'))
  ) {
    text += new TextDecoder().decode((await reader.read()).value);
  }
  await reader?.cancel();
  return [...text.matchAll(/event: (\S+)\ndata: (.*)\n/g)].map(([, event = '', data = '']) => {
    return { event, data: JSON.parse(data) as unknown };
  });
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, controlPort: 0 });
  await writeFile(join(folder, 'profile.json'), JSON.stringify(sandbox.profile));
  const options = ['--target', 'profile.json', '--select', 'rid/*', '--out', 'report', '--quiet'];
  await commandIn(folder).run(['check', ...options]);
  report = JSON.parse(await readFile(join(folder, 'report/report.json'), 'utf8')) as Json;
  events = await firstEvents(sandbox.controlUrl);
}, 120_000);
afterAll(async () => {
  await sandbox.close();
});

describe('report.schema.json', () => {
  test('takes the report of a run, as it is and rendered again', () => {
    expect(isValid('report.schema.json', report)).toBe(true);
    expect(isValid('report.schema.json', JSON.parse(canonicalJson(report as unknown as RunRecord)))).toBe(true);
  });

  // biome-ignore format: an aligned table
  test.each([
    ['no verdict',                 ({ verdict: _, ...rest }: Json) => rest],
    ['an unknown verdict',         (value: Json) => ({ ...value, verdict: 'passed' })],
    ['another schema',             (value: Json) => ({ ...value, schema: 2 })],
    ['no checks',                  ({ checks: _, ...rest }: Json) => rest],
    ['a point without its status', (value: Json) => ({ ...value, run: { ...(value['run'] as Json), timeline: { every: 1, points: [[1, 2]], events: [] } } })],
  ])('refuses one with %s', (_, spoil) => {
    expect(isValid('report.schema.json', spoil(report))).toBe(false);
  });
});

describe('profile.schema.json', () => {
  test('takes the profile of a sandbox', () => expect(isValid('profile.schema.json', sandbox.profile)).toBe(true));
  test('refuses an unknown key', () =>
    expect(isValid('profile.schema.json', { ...sandbox.profile, baseurl: 'http://h' })).toBe(false));
});

describe('events.schema.json', () => {
  test('takes every event of a stream', () => {
    expect(new Set(events.map(({ event }) => event)).size).toBeGreaterThan(5);
    expect(events.filter((event) => !isValid('events.schema.json', event))).toEqual([]);
  });
  test.each([
    ['an unknown event', { event: 'strange', data: {} }],
    ['the data of another event', { event: 'clock', data: [] }],
    ['no data', { event: 'clock' }],
  ])('refuses %s', (_, event) => expect(isValid('events.schema.json', event)).toBe(false));
});
