import { expect, test } from 'vitest';
import { EVERY_SURFACE } from '../../gateway/services.ts';
import { scene } from '../testing/sample-scene.ts';
import { ticketWarning } from './ticket-warning.ts';

const seat = { name: 'm1', version: '0.14.0', surfaces: EVERY_SURFACE, weight: 1, isChosen: true } as const;
const old = { ...seat, name: 'm2', version: '0.13.0' } as const;
const keyless = { ...seat, name: 'm3', surfaces: { ...EVERY_SURFACE, tickets: false } };

// biome-ignore format: an aligned table
test.each([
  ['two members in turn',                   [seat, seat],                          'round-robin', /^2 members serve by round-robin, .* --route sticky/],
  ['two members by chance',                 [seat, seat],                          'random',      /^2 members serve by random/],
  ['members of several versions',           [seat, old, keyless],                  'round-robin', /; m2 \(0\.13\.0\), m3 \(0\.14\.0\) mints none/],
  ['clients that stay at a member',         [seat, seat],                          'sticky',      undefined],
  ['one member',                            [seat],                                'round-robin', undefined],
  ['one member that is not drained',        [seat, { ...seat, isChosen: false }],  'round-robin', undefined],
  ['one member that has a weight',          [seat, { ...seat, weight: 0 }],        'weighted',    undefined],
  ['no member that mints a ticket',         [old, keyless],                        'round-robin', undefined],
] as const)('%s', (_, seats, route, words) => {
  const warning = ticketWarning(seats, route);
  if (words === undefined) expect(warning).toBeUndefined();
  else expect(warning).toMatch(words);
});

test('a sandbox warns by its members and routing of the moment', async () => {
  const at = await scene({ members: [{ version: '0.14.0' }, { version: '0.13.0' }] });
  expect(at.sandbox.ticketWarning()).toContain('m2 (0.13.0)');
  await at.operate('/routing', { route: 'sticky' });
  expect(at.sandbox.ticketWarning()).toBeUndefined();
});
