import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readContainerfile, words } from './containerfile.ts';
import { CONTAINERFILE } from './stand-in.ts';

const source = readFileSync(CONTAINERFILE, 'utf8');
const [build, last] = readContainerfile(source);

describe('the Containerfile', () => {
  test('has two stages on one base image, which is named without a host', () => {
    expect(readContainerfile(source)).toHaveLength(2);
    expect([build?.base, build?.name, last?.base]).toEqual([
      last?.base,
      'build',
      expect.stringMatching(/^node:24[a-z0-9.-]*$/),
    ]);
  });

  test('installs and builds in the first stage, and runs nothing in the last', () => {
    const ran = (build?.steps ?? []).filter(({ instruction }) => instruction === 'RUN').map(({ text }) => text);
    expect(ran).toEqual([
      expect.stringMatching(/^npm pkg delete devDependencies/),
      expect.stringMatching(/^npm ci /),
      expect.stringMatching(/^npm pack /),
      expect.stringMatching(/^npm prune --omit=dev /),
    ]);
    expect(last?.steps.map(({ instruction }) => instruction)).not.toContain('RUN');
  });

  test('states how its process runs and ends', () => {
    expect(last?.settings).toMatchObject({ USER: '1000:1000', VOLUME: '/data', STOPSIGNAL: 'SIGTERM' });
    expect(words(last?.settings['HEALTHCHECK'])).toEqual(['node', '/app/health.mjs']);
  });
});

test.each([
  ['FROM a\nADD b c\n', 'the stand-in does not carry out: ADD b c'],
  ['RUN true\n', 'the stand-in does not carry out: RUN true'],
  ['FROM a\nRUN --network=none true\n', 'the stand-in knows no option network=none'],
])('what the stand-in cannot carry out is refused: %j', (text, message) => {
  expect(() => readContainerfile(text)).toThrow(message);
});
