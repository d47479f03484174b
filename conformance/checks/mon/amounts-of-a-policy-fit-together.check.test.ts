import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountsOfAPolicyFitTogether } from './amounts-of-a-policy-fit-together.check.ts';

const taken = answer('POST /asset-policies', { status: 201, position: 9 });
const past = (of: object = {}) =>
  answer('POST /asset-policies', { status: 422, code: 'INVALID_FIELD', position: 9, ...of });
const of = (path: string): Record<string, Sample> => ({
  [`fitting ${path}`]: taken,
  [`past ${path}`]: past(),
  [`past again ${path}`]: past({ replay: true }),
});
const GOOD = { ...of('/asset-policies'), ...of('/chain-policies') };

test.each<[string, Record<string, Sample>, string, string]>([
  ['refused by the owner', {}, 'pass', 'pass'],
  ['taken', { 'past /chain-policies': taken }, 'violated', 'violated'],
  ['refused at the door', { 'past /chain-policies': past({ position: undefined }) }, 'violated', 'violated'],
  ['another code', { 'past /asset-policies': past({ code: 'MALFORMED_REQUEST' }) }, 'violated', 'violated'],
  ['another status', { 'past /asset-policies': past({ status: 400 }) }, 'violated', 'violated'],
  ['judged anew', { 'past again /asset-policies': past({ position: 10 }) }, 'violated', 'violated'],
  ['refused though it fits', { 'fitting /asset-policies': past() }, 'inconclusive', 'violated'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(amountsOfAPolicyFitTogether, historyOf({ ...GOOD, ...changed }, { strict: is }), 9).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
