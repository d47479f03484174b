import { everyProperty } from '../../rules/every-property.ts';
import { TIME_OR_POSITION } from '../../rules/property-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { readEveryRow } from './read-every-row.ts';

export const timesAndPositionsAreStrings = check({
  id: 'id/times-and-positions-are-strings',
  proves: ['ID-03'],
  title:
    'every property named ...Ns and globalSequence is a decimal JSON string (or null where allowed), never a number',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge(history) {
    const properties = everyProperty(history.labelled('read')).filter(({ name }) => TIME_OR_POSITION.isOf(name));
    const isPosition = ({ name }: { readonly name: string }) => name === 'globalSequence';
    return allOf(
      eachOf(properties.filter(isPosition), TIME_OR_POSITION.judge),
      eachOf(
        properties.filter((property) => !isPosition(property)),
        TIME_OR_POSITION.judge,
      ),
    );
  },
});
