import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { acted, draft, sent } from '../testing/sample-traffic.ts';

const READ = sent({ n: 90, line: 'GET /me' });

const FAULT = { on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 };
const ADDED = acted(1, 'POST /faults', FAULT, { id: 'f1' }, 201);
const PLAN = [{ member: 'm1', do: 'upgrade', to: '0.14.0' }];

describe('an action of the control plane is a step:', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['a fault', [ADDED], { fault: FAULT, name: 'fault-1', fires: 0 }],
    ['a fault that fired', [ADDED, acted(2, 'GET /faults/f1', null, { id: 'f1', firings: 1 })], { fault: FAULT, name: 'fault-1' }],
    ['its end', [ADDED, acted(2, 'DELETE /faults/f1', null, null, 204)], { clear: 'fault-1' }],
    ['the end of all', [acted(1, 'DELETE /faults', null, null, 204)], { clear: 'all' }],
    ['a release', [ADDED, acted(2, 'POST /holds/verdict/release')], { release: 'verdict' }],
    ['time', [acted(1, 'POST /clock/advance', { by: 90_000 })], { advance: '90s' }],
    ['a crash', [acted(1, 'POST /members/m1/crash', {})], { member: 'm1', does: 'crash' }],
    ['a lag', [acted(1, 'POST /members/m1/lag', { by: '2s' })], { member: 'm1', lag: '2s' }],
    ['a skew', [acted(1, 'POST /members/m1/skew', { by: '-3s' })], { member: 'm1', skew: '-3s' }],
    ['a deployment', [acted(1, 'POST /members/m1/deploy', { version: '0.13.0' })], { member: 'm1', deploy: { version: '0.13.0' } }],
    ['an owner', [acted(1, 'POST /owners/orders/leave')], { owner: 'orders', does: 'leave' }],
    ['a route', [acted(1, 'POST /routing', { route: 'sticky' })], { route: 'sticky' }],
    ['a roll', [acted(1, 'POST /rolls', { seed: 7 }, { id: 'r1', steps: PLAN.map((step) => ({ ...step, done: false })) }, 201)], { roll: 'r1', plan: PLAN }],
    ['a snapshot', [acted(1, 'POST /snapshots', {}, { name: 's1' }, 201)], { snapshot: 's1' }],
    ['a reset', [acted(1, 'POST /reset', {}, { seed: 7, position: 0 })], { reset: 7 }],
    ['a member that is added', [acted(1, 'POST /members', { version: '0.13.0' }, { name: 'm2' }, 201)], { do: 'addMember', body: { version: '0.13.0' } }],
    ['a restart', [acted(1, 'POST /members/m1/restart', { catchUp: 'when told' })], { do: 'restartMember', params: { name: 'm1' }, body: { catchUp: 'when told' } }],
    ['a routing that names members', [acted(1, 'POST /routing', { route: 'sticky', namesMember: true })], { do: 'changeRouting', body: { route: 'sticky', namesMember: true } }],
    ['another operation', [acted(1, 'POST /identity/rotate', {}, { kid: 'k2' })], { do: 'rotateKeys', body: {} }],
    ['a quote', [acted(1, 'POST /quotes', { instrumentId: 1, bid: '99.00', ask: '101.00' })], { quote: 1, bid: '99.00', ask: '101.00' }],
  ])('%s', (_, actions, step) => {
    const { text, unmapped } = draft([...actions, READ]);
    expect(unmapped).toEqual([]);
    const steps = (parseDocument(text).toJS() as { readonly storm: readonly unknown[] }).storm;
    expect(steps.at(-1)).toEqual(step);
  });
});

test("a login at the sandbox's issuer is no step and no refusal: a 303 leads back to the page", () => {
  const { unmapped, text } = draft([acted(1, 'POST /identity/authorize', null, null, 303), READ]);
  expect(unmapped).toEqual([]);
  expect(text).not.toContain('authorize');
});

describe('an action without a step is listed:', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['a refused action', acted(1, 'POST /faults', {}, null, 400), 'the control plane refused it (400)'],
    ['an unknown fault', acted(1, 'DELETE /faults/f7', null, null, 204), 'no step of the file adds this fault'],
    ['an unknown hold', acted(1, 'POST /holds/h/release'), "no fault of the file holds 'h'"],
    ['an unknown snapshot', acted(1, 'POST /snapshots/s/restore'), "takes the snapshot 's'"],
    ['a token', acted(1, 'POST /identity/mint', { persona: 'trader', expiresIn: '30s' }), 'a token that lasts 30s for trader was issued'],
    ['a name with a malformed escape', acted(1, 'POST /snapshots/%zz/restore'), "takes the snapshot '%zz'"],
    ['a path that is no operation', acted(1, 'POST /weather', {}), 'the control plane has no such operation'],
  ])('%s', (_, action, why) => {
    const { unmapped } = draft([action, READ]);
    expect(unmapped).toEqual([expect.stringContaining(why)]);
    expect(unmapped[0]).toMatch(/^entry 1: (POST|DELETE) /);
  });
});
