import { expect, test } from 'vitest';
import { misfitOf, type ProcessSettings } from './active-process.ts';

const SAME: ProcessSettings = { clock: 'real', publicUrl: null, controlUrl: 'http://127.0.0.1:4011' };
const PUBLIC = 'http://sandbox:4010';

test.each([
  [SAME, { ...SAME, controlUrl: 'http://127.0.0.1:4012' }, undefined],
  [undefined, { ...SAME, clock: 'x2' }, undefined],
  [
    { ...SAME, clock: 'x60' },
    SAME,
    'runs with --clock x60, and this one was started with --clock real: start it with --clock x60',
  ],
  [
    { ...SAME, publicUrl: PUBLIC },
    SAME,
    `runs with --public-url ${PUBLIC}, and this one was started without --public-url: start it with --public-url ${PUBLIC}`,
  ],
  [
    SAME,
    { ...SAME, publicUrl: PUBLIC },
    `runs without --public-url, and this one was started with --public-url ${PUBLIC}: start it without --public-url`,
  ],
])('an active process of %j and one that stands by of %j: %s', (details, own, line) => {
  const expected = line === undefined ? undefined : `the active platform process (process 1 on host) ${line}`;
  expect(misfitOf({ holder: 'process 1 on host', details }, own)).toBe(expected);
});
