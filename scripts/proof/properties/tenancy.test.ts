/**
 * Two organisations do the same things under the same keys and names. Neither learns anything about the other: not from its
 * reads, not from the outcomes of its writes, and not by naming the other's rows wherever a row can be named.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, describeExchange, isOk } from './caller.ts';
import { type Collection, collectionsOf, listsOf, page, pageOf } from './collections.ts';
import { placesOf, type Walk } from './foreign-names.ts';
import { Ownership } from './ownership.ts';
import { Reach } from './reach.ts';
import { difference, messageOf } from './refusal-form.ts';
import type { ServedOperation } from './served-document.ts';
import { itemsOf, type Organisation, openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const { operations } = world.document;
const reach = new Reach(operations);
const organisations = await world.begin();
const [first, second] = organisations;

const DIRECTIONS = [
  { way: 'the first of the second', caller: first, other: second },
  { way: 'the second of the first', caller: second, other: first },
] as const;

/** Each organisation carries out every operation, under keys and with names that the other uses too. */
const taken: Answered[] = [];
beforeAll(async () => {
  await world.trade(organisations);
  for (const organisation of organisations) {
    for (const operation of operations) {
      const reached = await reach.reached(operation, organisation);
      taken.push(await reach.sent(operation, organisation, reached));
    }
    const portfolio = { method: 'POST', path: '/portfolios', body: '{"displayName":"under its own key"}' };
    taken.push(await organisation.callers[0]({ ...portfolio, key: ownKeyOf(organisation) }));
  }
});

const ownership = (): Ownership => new Ownership(world.sandbox.platform.records());

test('each carries out every operation, regardless of the keys that the other has used', () => {
  expect(taken.filter((answered) => !isOk(answered)).map(describeExchange)).toEqual([]);
  expect(
    world.client.exchanges.filter(({ headers }) => headers['idempotent-replay'] !== undefined).map(describeExchange),
  ).toEqual([]);
  const keysOf = ({ orgId }: Organisation) =>
    new Set(world.client.exchanges.filter((row) => row.orgId === orgId).flatMap(({ sent }) => sent.key ?? []));
  expect(keysOf(first).symmetricDifference(keysOf(second))).toEqual(new Set([first, second].map(ownKeyOf)));
});

describe.each(DIRECTIONS)('what $way can see', ({ caller, other }) => {
  let before: readonly string[] = [];
  let theirs: readonly Collection[] = [];
  beforeAll(async () => {
    theirs = await collectionsOf(listsOf(operations), other, reach);
    before = await seenBy(other);
  });

  describe('a row of the other is refused like a row that does not exist, wherever it is named', () => {
    test.each(operations)('$operationId', async (operation) => {
      const walk = await walkOf(operation, caller, other);
      const faults: string[] = [];
      for (const { name, foreign, absent, naming } of placesOf(walk)) {
        // A caller with the capability, and one without: a refusal for a missing capability could reveal the row, too.
        for (const as of [caller.callers[walk.reached.by], caller.onlooker]) {
          const ask = async (value: string) => {
            const sent = { ...naming(value, reach.freshKey(caller)), requestId: 'one-of-two-alike' };
            return { answered: await as(sent), value };
          };
          const unheld = await ask(absent);
          const held = await ask(foreign);
          const fault = difference(unheld, held);
          if (fault !== undefined) faults.push(`${name} reveals ${fault}: ${describeExchange(held.answered)}`);
          if (isOk(held.answered) && operation.method !== 'GET')
            faults.push(`${name} is accepted: ${describeExchange(held.answered)}`);
        }
      }
      expect(faults).toEqual([]);
    });
  });

  test.each(listsOf(operations))(
    '$operationId: every page, view, filter and total contains only its own rows',
    async (list) => {
      const faults: string[] = [];
      const collections = await collectionsOf([list], caller, reach);
      const all = pageOf(await page(caller, collections[0] as Collection, '')).items;
      for (const collection of collections) {
        const whole = await page(caller, collection, 'include=total');
        const { items, total } = pageOf(whole);
        if (isFiltered(collection)) expect(items).toEqual(all.filter((row) => matches(row, collection)));
        if (total !== items.length)
          faults.push(`${items.length} rows, and a total of ${total}: ${describeExchange(whole)}`);
        faults.push(...ownership().foreignIds(whole.json, caller.orgId));
      }
      expect(faults).toEqual([]);
    },
  );

  test.each(listsOf(operations))(
    '$operationId: a cursor of the other is refused like an invented one',
    async (list) => {
      const own = await collectionsOf([list], caller, reach);
      const faults: string[] = [];
      for (const [index, collection] of theirs
        .filter(({ operationId }) => operationId === list.operationId)
        .entries()) {
        const { nextCursor } = pageOf(await page(other, collection, 'limit=1'));
        if (nextCursor === null) {
          if (collection.filter === '') faults.push('no cursor: too few rows');
          continue;
        }
        const ask = async (cursor: string) => {
          const answered = await page(caller, own[index] as Collection, `cursor=${cursor}`);
          return { answered, value: cursor };
        };
        const madeUp = await ask(`${nextCursor.slice(0, 5)}${'A'.repeat(nextCursor.length - 5)}`);
        const fault = difference(madeUp, await ask(nextCursor));
        if (madeUp.answered.status !== 400 || fault !== undefined) faults.push(`${collection.filter}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );

  test('no answer names a row of the other, or a text of one', () => {
    const whose = ownership();
    const texts = whose.ownTexts(other.orgId);
    expect(texts.length).toBeGreaterThan(0);
    const faults = world.client.exchanges
      // The contract documents belong to no organisation. Their examples may contain ids of real rows.
      .filter(({ orgId, sent }) => orgId === caller.orgId && !/^\/(openapi|asyncapi)\.json$/.test(sent.path))
      .flatMap((answered) => {
        const said = texts.filter((text) => says(answered, text) && !asked(answered, text));
        return [...whose.foreignIds(answered.json, caller.orgId), ...said].map(
          (fault) => `${fault}: ${describeExchange(answered)}`,
        );
      });
    expect(faults).toEqual([]);
  });

  test('the other sees the same as before', async () => {
    expect(await seenBy(other)).toEqual(before);
  });
});

function isFiltered({ filter }: Collection): boolean {
  return filter !== '' && !filter.startsWith('view=');
}

/** A filter has the name of the row's member that it selects by. */
function matches(row: unknown, { filter }: Collection): boolean {
  const [name = '', value] = filter.split('=');
  return String((row as Readonly<Record<string, unknown>>)[name]) === value;
}

async function walkOf(operation: ServedOperation, caller: Organisation, other: Organisation): Promise<Walk> {
  const reached = await reach.reached(operation, caller);
  const foreignName = await foreignNameOf(caller, other);
  const foreignKey = ownKeyOf(other);
  return { operation, caller, other, reached, ownership: ownership(), foreignName, foreignKey };
}

/** The only key that the other organisation never uses. */
function ownKeyOf({ orgId }: Organisation): string {
  return `key-of-${orgId}-alone`;
}

async function foreignNameOf(caller: Organisation, other: Organisation): Promise<string> {
  const namesOf = async ({ callers }: Organisation) =>
    itemsOf(await callers[0]({ method: 'GET', path: '/accounts' })).map((row) => row['displayName']);
  const own = await namesOf(caller);
  const foreign = (await namesOf(other)).find((name) => typeof name === 'string' && !own.includes(name));
  if (foreign === undefined) throw new Error('no account of the other has a name that only it uses');
  return String(foreign);
}

/** All pages of an organisation's collections, without the positions at which they were read. */
async function seenBy(organisation: Organisation): Promise<readonly string[]> {
  const lists = listsOf(operations).filter(({ pathParameters }) => pathParameters.length === 0);
  const seen: string[] = [];
  for (const collection of await collectionsOf(lists, organisation, reach)) {
    seen.push(
      `${collection.path}?${collection.filter} ${JSON.stringify(itemsOf(await page(organisation, collection, '')))}`,
    );
  }
  return seen;
}

function says(answered: Answered, text: string): boolean {
  return answered.text.includes(`"${text}"`) || messageOf(answered).includes(text);
}

function asked({ sent }: Answered, text: string): boolean {
  return `${sent.path} ${sent.query} ${String(sent.body)} ${sent.key}`.includes(text);
}
