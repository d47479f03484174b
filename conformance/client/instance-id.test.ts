import { expect, test } from 'vitest';
import { instanceIdOf } from './instance-id.ts';

test.each([
  [{ instanceId: 7 }, '7'],
  [{ instanceId: '1795374046831869000' }, '1795374046831869000'],
  [{ id: 7 }, '7'],
  [{ instanceId: null }, undefined],
  [{ instanceId: 'seven' }, undefined],
  [{ instanceId: 1.5 }, undefined],
  [undefined, undefined],
])('of %j: %s', (row, id) => {
  expect(instanceIdOf(row)).toBe(id);
});
