import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Judgement } from '../judgement.ts';
import { allOf, blaming, inconclusive, pass, unseen, violated } from '../judgement.ts';
import { Claims } from './claims.ts';
import { commandLine } from './command-line.ts';
import { freshKeys } from './fresh-keys.ts';

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
  const parsed = (words: readonly string[]) =>
    execFileSync('sh', ['-c', `printf '%s\\0' ${commandLine(words)}`], { encoding: 'utf8' });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      expect(parsed(words).split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 25 },
  );
});

describe('keys', () => {
  test('have the format that every member accepts, and never repeat', () => {
    const next = freshKeys(2 ** 31, 1_767_571_200_000);
    const keys = Array.from({ length: 1000 }, next);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{8,36}$/);
  });

  test('are equal for one seed and start time, and differ for others', () => {
    const first = (seed: number, startedAtMs: number) => freshKeys(seed, startedAtMs)();
    expect(first(1, 2)).toBe(first(1, 2));
    expect(new Set([first(1, 2), first(2, 2), first(1, 3)]).size).toBe(3);
  });
});

describe('the claims of a check', () => {
  const PROVES = ['IDEM-16', 'POS-08'] as const;

  function judged(proves: readonly ('IDEM-16' | 'POS-08')[], ...judgements: readonly Judgement[]) {
    const claims = new Claims(proves);
    for (const one of judgements) claims.add(one);
    const rows = claims.rows(({ expected }) => expected, new Map());
    return Object.fromEntries(rows.map(({ id, verdict }) => [id, `${verdict} ${claims.cases()[id]}`]));
  }

  const [FIRST, SECOND] = PROVES;
  const NEITHER = { [FIRST]: 'not-exercised 0', [SECOND]: 'not-exercised 0' };

  // biome-ignore format: an aligned table
  test.each<[string, readonly Judgement[], object]>([
  ['a pass that names none of them',         [pass],                                                           NEITHER],
  ['passes that name none of them',          [allOf(pass, pass)],                                              NEITHER],
  ['a pass of one',                          [blaming(pass, FIRST)],                                           { ...NEITHER, [FIRST]: 'pass 1' }],
  ['a premise that never held',              [blaming(unseen, FIRST)],                                         NEITHER],
  ['a pass of each',                         [allOf(blaming(pass, FIRST), blaming(pass, SECOND))],             { [FIRST]: 'pass 1', [SECOND]: 'pass 1' }],
  ['a pass of both at once',                 [blaming(pass, FIRST, SECOND)],                                   { [FIRST]: 'pass 1', [SECOND]: 'pass 1' }],
  ['two runs, one of them a case',           [blaming(pass, FIRST), unseen],                                   { ...NEITHER, [FIRST]: 'pass 1' }],
  ['two runs that hold',                     [blaming(pass, FIRST), blaming(pass, FIRST)],                     { ...NEITHER, [FIRST]: 'pass 2' }],
  ['a run that holds and one that does not', [blaming(pass, FIRST), blaming(violated('x'), FIRST)],            { ...NEITHER, [FIRST]: 'fail 2' }],
  ['a case beside a doubt',                  [allOf(blaming(pass, FIRST), blaming(inconclusive('y'), FIRST))], { ...NEITHER, [FIRST]: 'inconclusive 1' }],
])('a check of two claims: %s', (_, judgements, expected) => expect(judged(PROVES, ...judgements)).toEqual(expected));

  test('a pass of a check of one claim is of that claim', () =>
    expect(judged([FIRST], pass, unseen)).toEqual({ [FIRST]: 'pass 1' }));
});
