import { expect, test } from 'vitest';
import { ticketWarning } from './ticket-warning.ts';

const [newest, old] = [{ version: '0.14.0' }, { version: '0.13.0' }] as const;

// biome-ignore format: an aligned table
test.each([
  ['members in turn',                 { members: [newest, newest], route: 'round-robin' },                       /--route round-robin sends .* --route sticky, or POST \{"route":"sticky"\} to \/routing of the control plane$/],
  ['members of several versions',     { members: [newest, old], route: 'random' },                               /; the member of 0\.13\.0 mints none: a client there needs a bearer token$/],
  ['clients that stay at a member',   { members: [newest, newest], route: 'sticky' },                            undefined],
  ['one member',                      { route: 'round-robin' },                                                  undefined],
  ['one member that has a weight',    { members: [newest, { ...newest, weight: 0 }], route: 'weighted' },        undefined],
  ['no member that mints a ticket',   { members: [old, { ...newest, surfaces: { tickets: false } }], route: 'random' }, undefined],
] as const)('%s', (_, options, words) => {
  expect(ticketWarning(options)).toEqual(words && expect.stringMatching(words));
});
