import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

// biome-ignore format: an aligned table
test.each<[readonly string[], string]>([
  [['touchstone', 'check', '--target', 'staging.yaml', '--path', '0:1'], 'touchstone check --target staging.yaml --path 0:1'],
  [['--target', 'my profiles/staging.yaml'],                             "--target 'my profiles/staging.yaml'"],
  [['--target', "it's.yaml"],                                            `--target 'it'\\''s.yaml'`],
  [['--base-url', 'http://127.0.0.1:8080/a?b=c&d'],                      "--base-url 'http://127.0.0.1:8080/a?b=c&d'"],
  [['~/a.yaml', ''],                                                     "'~/a.yaml' ''"],
])('%j', (words, line) => expect(commandLine(words)).toBe(line));

test('a shell parses the text back into the same words', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab$`"\'\\ !*?[]{}()<>|&;#~=\n\t-.:/é') });
  const told = (words: readonly string[]) =>
    execFileSync('sh', ['-c', `printf '%s\\0' ${commandLine(words)}`], { encoding: 'utf8' });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      expect(told(words).split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 25 },
  );
});
