import { expect, test } from 'vitest';
import { instanceIdOf } from './instance-id.ts';

test.each([
  [{ instanceId: 7 }, '7'],
  [{ instanceId: '1795374046831869000' }, '1795374046831869000'],
  [{ id: 7 }, '7'],
  [{ instanceId: null }, undefined],
  [{ instanceId: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }, '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
  [{ algoInstanceId: 7 }, '7'],
  [{ instanceId: '../orders' }, undefined],
  [{ instanceId: '' }, undefined],
  [{ instanceId: 1.5 }, undefined],
  [undefined, undefined],
])('of %j: %s', (row, id) => {
  expect(instanceIdOf(row)).toBe(id);
});
