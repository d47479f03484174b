import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { everyProperty, type Property } from './every-property.ts';
import { readEveryRow } from './read-every-row.ts';

function isDecimalString({ exchange, name, value, way }: Property): Judgement {
  // A page always has a position; which times may be null is the row's to say.
  const mayBeNull = way !== '/globalSequence';
  const good = (value === null && mayBeNull) || (typeof value === 'string' && /^(0|[1-9][0-9]*)$/.test(value));
  return good ? pass : violated(`${name} as a decimal JSON string at ${way}`, exchange);
}

export const timesAndPositionsAreStrings = check({
  id: 'id/times-and-positions-are-strings',
  proves: ['ID-03'],
  title:
    'every property named ...Ns and globalSequence is a decimal JSON string (or null where allowed), never a number',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge(history) {
    const properties = everyProperty(history.labelled('read'));
    return allOf(
      eachOf(
        properties.filter(({ name }) => name === 'globalSequence'),
        isDecimalString,
      ),
      eachOf(
        properties.filter(({ name }) => /[a-z]Ns$/.test(name)),
        isDecimalString,
      ),
    );
  },
});
