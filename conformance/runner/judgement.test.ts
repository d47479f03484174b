import { describe, expect, test } from 'vitest';
import { showing } from '../member/exchange/conversation.ts';
import { largest, smallest } from '../member/extremes.ts';
import {
  allOf,
  anyShownOf,
  blaming,
  differs,
  eachOf,
  eachPart,
  inconclusive,
  notExercised,
  pass,
  unseen,
  violated,
} from './judgement.ts';

describe('combined judgements', () => {
  const bad = violated('x');
  const odd = inconclusive('y');
  test.each([
    ['a violation outranks inconclusive', [pass, odd, bad], bad],
    ['inconclusive outranks a pass', [pass, odd], odd],
    ['all pass', [pass, pass], pass],
    ['none at all proves nothing', [], unseen],
  ])('%s', (_, judgements, together) => expect(allOf(...judgements)).toEqual(together));

  test('may be very many, alone and about requirements', () => {
    const things = Array.from({ length: 200_000 }, () => pass);
    const together = blaming(
      eachOf(things, (thing) => blaming(thing, 'RID-01')),
      'RID-02',
    );
    expect(eachPart(together, (part) => part)).toMatchObject({ verdict: 'pass', parts: { length: 200_000 } });
  });

  test('show very many exchanges and frames', () => {
    const many = Array.from({ length: 200_000 }, (_, n) => ({ n }) as never);
    expect([violated('x', many), differs('x', many)].map(({ seen }) => seen.length)).toEqual([200_000, 200_000]);
    expect(showing({} as never, many).shown?.length).toBe(200_000);
    expect(anyShownOf(many.map(() => notExercised('z'))).verdict).toBe('not-exercised');
    expect([largest(many.keys()), smallest(many.keys())]).toEqual([many.length - 1, 0]);
  });

  test('about certain requirements are kept, each with its own', () => {
    const together = allOf(blaming(bad, 'RID-01'), blaming(pass, 'RID-02'), blaming(odd, 'RID-03'));
    expect(together).toMatchObject({
      verdict: 'violated',
      about: ['RID-01'],
      parts: [
        { verdict: 'violated', about: ['RID-01'] },
        { verdict: 'pass', about: ['RID-02'] },
        { verdict: 'inconclusive', about: ['RID-03'] },
      ],
    });
  });

  test('two violations break what each of them is about; one without requirements breaks all', () => {
    expect(allOf(blaming(bad, 'RID-01'), blaming(bad, 'RID-02'))).toMatchObject({ about: ['RID-01', 'RID-02'] });
    expect(allOf(blaming(bad, 'RID-01'), bad)).not.toHaveProperty('about');
  });

  test('keep their requirements when each part is changed', () => {
    const changed = eachPart(allOf(blaming(bad, 'RID-01'), blaming(pass, 'RID-02')), (part) =>
      part.verdict === 'violated' ? notExercised('not here') : part,
    );
    expect(changed).toMatchObject({ verdict: 'not-exercised', parts: [{ about: ['RID-01'] }, { about: ['RID-02'] }] });
  });

  test('`each` over nothing is inconclusive', () => {
    expect(eachOf([], () => pass).verdict).toBe('inconclusive');
    expect(eachOf([1, 2], (n) => (n === 2 ? bad : pass))).toEqual(bad);
  });
});
