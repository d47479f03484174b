import { asObject, branches, type JsonObject } from '../../client/contract-document.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

/** The money properties that the interface names. `total` is money beside `held`, and a page's count elsewhere. */
const MONEY = new Set([
  ...['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty', 'fee', 'available', 'held'],
  ...['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  ...['minTransferAmount', 'maxTransferAmount', 'maxOrderQty', 'maxOrderNotional'],
]);

const PATTERN = '^-?[0-9]+(\\.[0-9]+)?$';
const MAX_LENGTH = 64;

interface MoneyProperty {
  readonly where: string;
  readonly schema: unknown;
}

/** Every money property of every schema in the document, wherever it stands. */
function moneyProperties(value: unknown, where = ''): readonly MoneyProperty[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => moneyProperties(item, `${where}/${i}`));
  const object = asObject(value);
  const properties = asObject(object['properties']);
  const isMoney = (name: string) => MONEY.has(name) || (name === 'total' && Object.hasOwn(properties, 'held'));
  const here = Object.entries(properties)
    .filter(([name]) => isMoney(name))
    .map(([name, schema]) => ({ where: `${where}/properties/${name}`, schema }));
  return [...here, ...Object.entries(object).flatMap(([name, inner]) => moneyProperties(inner, `${where}/${name}`))];
}

/** Money may be null where it is unset; whatever else it may be carries the pattern. */
function isPublishedMoney(document: JsonObject, schema: unknown): boolean {
  const kinds = branches(document, schema);
  return (
    kinds.length > 0 &&
    kinds.every(
      ({ type, pattern, maxLength }) =>
        [type].flat().every((name) => name === 'string' || name === 'null') &&
        pattern === PATTERN &&
        maxLength === MAX_LENGTH,
    )
  );
}

export const moneyIsPublishedWithItsPattern = check({
  id: 'svc/money-is-published-with-its-pattern',
  proves: ['SVC-10'],
  title: 'every money property of the contract document carries the published pattern and maxLength 64',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) =>
      eachOf(moneyProperties(document), ({ where, schema }) =>
        isPublishedMoney(document, schema)
          ? pass
          : violated(`a string of pattern ${PATTERN} and maxLength 64 at ${where}`, served),
      ),
    ),
});
