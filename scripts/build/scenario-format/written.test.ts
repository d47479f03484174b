import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readScenario } from '../../../scenarios/index.ts';
import { onDisk } from '../../tidy/source-files.ts';
import { schemaText, withReference } from './written.ts';

const read = (path: string) => readFileSync(onDisk(path), 'utf8');
const validate = new Ajv({ strict: false, allErrors: false }).compile(JSON.parse(schemaText()) as object);

test('the schema and the reference are those of the format: npm run scenario-format writes them', () => {
  expect(read('scenarios/scenario.schema.json')).toBe(schemaText());
  expect(withReference(read('scenarios/README.md'))).toBe(read('scenarios/README.md'));
});

describe('every scenario of the library', () => {
  test.each(readdirSync(onDisk('scenarios/library')))('%s fits the schema, and names it for editors', (name) => {
    const text = read(`scenarios/library/${name}`);
    expect(text.split('\n', 1)[0]).toBe('# yaml-language-server: $schema=../scenario.schema.json');
    expect(validate(parse(text)), JSON.stringify(validate.errors?.slice(-2))).toBe(true);
  });
});

const file = (step: string) => `{ id: a, story: a, storm: [${step}] }`;

describe('what the reader refuses the schema refuses', () => {
  test.each([
    ['no kind', '{ as: trader }'],
    ['an unknown key', '{ as: trader, request: GET /me, expects: { status: 200 } }'],
    ['no method', '{ as: trader, request: /me }'],
    ['an unknown principal', '{ as: somebody, request: GET /me }'],
    ['no duration', '{ wait: soon }'],
    ['a status of no answer', '{ as: trader, request: GET /me, expect: { status: 999 } }'],
    ['an unknown edge', '{ fault: { on: { edge: nowhere }, delay: 1s } }'],
    ['a branch that is no sequence', '{ parallel: [{ wait: 1s }, { wait: 1s }] }'],
    ['a wrong step in a loop', '{ times: 2, steps: [{ wait: soon }] }'],
    ['a loop without a count', '{ steps: [{ wait: 1s }] }'],
  ])('%s', (_, step) => {
    expect(() => readScenario(file(step), 'a.yaml')).toThrow();
    expect(validate(parse(file(step)))).toBe(false);
  });

  test.each([
    '{ as: trader, request: GET /me, expect: { status: 2xx }, save: { etag: headers.etag } }',
    '{ parallel: [[{ as: trader, request: GET /me }], [{ as: admin, request: GET /me }]] }',
    `{ times: 3, steps: [{ as: trader, request: 'GET /orders', query: { limit: '\${pass}' } }] }`,
  ])('and takes %s, as the reader does', (step) => {
    expect(readScenario(file(step), 'a.yaml').steps.length).toBeGreaterThan(0);
    expect(validate(parse(file(step))), JSON.stringify(validate.errors?.slice(-2))).toBe(true);
  });
});
