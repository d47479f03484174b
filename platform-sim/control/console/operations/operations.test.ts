import { expect, test } from 'vitest';
import { controlDocument } from '../../openapi.ts';
import { CONTROL_ROUTES } from '../../routes.ts';
import { type ControlDocument, operationsIn, requestOf } from './operations.ts';

const operations = operationsIn(JSON.parse(controlDocument(CONTROL_ROUTES)) as ControlDocument);
const named = (id: string) => operations.find((one) => one.id === id) ?? expect.unreachable(`no operation ${id}`);

test('every operation with JSON in both directions has a form, and no page, stream or login', () => {
  const others = CONTROL_ROUTES.map(({ operationId }) => operationId).filter(
    (id) => !operations.some((one) => one.id === id),
  );
  expect(others.sort()).toEqual([
    ...['enterLogin', 'exportJournal', 'followEvents', 'grantToken', 'readConsole', 'readConsoleScript'],
    ...['readConsoleStyle', 'readMetrics', 'showLogin'],
  ]);
});

test('a field states what may be typed, and whether it must be', () => {
  const fields = named('deployMember').fields.map(({ place, name, isRequired, type, options }) => {
    return [place, name, isRequired, options.length > 20 ? 'options' : type];
  });
  expect(fields).toEqual([
    ['path', 'name', true, 'text'],
    ['body', 'version', false, 'options'],
    ['body', 'socketVersion', false, 'text'],
    ['body', 'surfaces', false, 'JSON'],
    ['body', 'weight', false, 'JSON'],
  ]);
});

test.each([
  [
    'lagMember',
    { 'path.name': 'm 1', 'body.by': '2s' },
    { method: 'POST', path: 'members/m%201/lag', body: { by: '2s' } },
  ],
  ['readJournal', { 'query.after': '7', 'query.limit': '' }, { method: 'GET', path: 'journal?after=7' }],
  ['reset', { 'body.seed': '7' }, { method: 'POST', path: 'reset', body: { seed: 7 } }],
  ['endWorld', { 'path.name': 'w1' }, { method: 'DELETE', path: 'worlds/w1' }],
  [
    'deployMember',
    { 'path.name': 'm1', 'body.surfaces': '{"algos":false}' },
    { method: 'POST', path: 'members/m1/deploy', body: { surfaces: { algos: false } } },
  ],
])('%s is sent as it was typed', (id, typed, request) => {
  expect(requestOf(named(id), typed as Record<string, string>)).toEqual(request);
});
