import { expect, test } from 'vitest';
import { ANY_TARGET } from '../../member/profile/target-facts.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { allOf, blaming, pass, violated } from '../judgement.ts';
import { unlessWindow } from './unless-window.ts';

const [one, other] = historyOf([answer('GET /a', { status: 200 }), answer('GET /a', { status: 404 })]).exchanges;
if (one === undefined || other === undefined) throw new Error('two exchanges');
const differ = violated('the same answer', one, other);
const alone = violated('a row', other);
const WINDOW = { ...ANY_TARGET, window: ['0.12.0', '0.13.0'] };

test.each([
  ['two answers that differ prove nothing in a window', differ, WINDOW, 'inconclusive'],
  ['a violation by one answer alone stays a violation', alone, WINDOW, 'violated'],
  ['two answers of members of one version are compared', differ, ANY_TARGET, 'violated'],
  ['a pass stays a pass', pass, WINDOW, 'pass'],
])('%s', (_, judgement, facts, verdict) => {
  expect(unlessWindow(judgement, facts).verdict).toBe(verdict);
});

test('each claim is inconclusive by itself', () => {
  const judged = unlessWindow(allOf(blaming(differ, 'RID-01'), blaming(alone, 'RID-02')), WINDOW);
  expect(judged).toMatchObject({ verdict: 'violated', breaks: ['RID-02'] });
});
