import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { everyProperty, type Property } from './every-property.ts';
import { readEveryRow } from './read-every-row.ts';

const REGISTER_KEYS = new Set([
  ...['orgId', 'userId', 'credentialId', 'accountId', 'accountAddressId', 'portfolioId'],
  ...['assetPolicyId', 'chainPolicyId', 'tradingPolicyId'],
]);
const INT32_MAX = 2_147_483_647;

/** 0 and null are an optional reference that is unset (ID-06). */
function isInt32({ exchange, value, way }: Property): Judgement {
  const good = value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= INT32_MAX);
  return good ? pass : violated(`an int32 JSON integer at ${way}`, exchange);
}

export const registerKeysAreInt32 = check({
  id: 'id/register-keys-are-int32',
  proves: ['ID-01'],
  title: 'register keys (orgId, userId, credentialId, accountId and alike) are int32 JSON integers',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge: (history) =>
    eachOf(
      everyProperty(history.labelled('read')).filter(({ name }) => REGISTER_KEYS.has(name)),
      isInt32,
    ),
});
