import { everyProperty } from '../../rules/every-property.ts';
import { REGISTER_KEY } from '../../rules/property-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { readEveryRow } from './read-every-row.ts';

export const registerKeysAreInt32 = check({
  id: 'id/register-keys-are-int32',
  proves: ['ID-01'],
  title: 'register keys (orgId, userId, credentialId, accountId and alike) are int32 JSON integers',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge: (history) =>
    eachOf(
      everyProperty(history.labelled('read')).filter(({ name }) => REGISTER_KEY.isOf(name)),
      REGISTER_KEY.judge,
    ),
});
