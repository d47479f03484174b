import { expect, test } from 'vitest';
import { finerThan } from './submissions.ts';

test.each([
  ['0.01', '100.00', '100.001'],
  ['0.01', '100', '100.001'],
  ['0.0001', '1', '1.00001'],
  ['5', '10', '10.1'],
  ['0.5', '10.25', '10.251'],
])('one place finer than the grid %s: %s gives %s', (grid, value, finer) => expect(finerThan(grid, value)).toBe(finer));
