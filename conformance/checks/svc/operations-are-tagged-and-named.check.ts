import { type Operation, operationsOf } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

function tagsOf({ object }: Operation): readonly unknown[] {
  return Array.isArray(object['tags']) ? object['tags'] : [];
}

/** The first part of the path that is no version: what an operation is an operation of. */
function resourceOf({ path }: Operation): string {
  return path.split('/').find((part) => part !== '' && !/^v[0-9]+$/.test(part)) ?? '';
}

function isTagged(operation: Operation, served: Exchange): Judgement {
  const tags = tagsOf(operation);
  const good = tags.length > 0 && tags.every((tag) => typeof tag === 'string' && tag !== '');
  return good ? pass : violated(`a tag on ${nameOf(operation)}`, served);
}

function isNamedOnce(operation: Operation, all: readonly Operation[], served: Exchange): Judgement {
  const id = operation.object['operationId'];
  const same = all.filter(({ object }) => object['operationId'] === id);
  const good = typeof id === 'string' && id !== '' && same.length === 1;
  return good ? pass : violated(`an operationId of its own on ${same.map(nameOf).join(' and ')}`, served);
}

const sharesATag = (one: Operation, other: Operation) => tagsOf(one).some((tag) => tagsOf(other).includes(tag));

/**
 * How a deployed member cuts its resources is its own; but a tag that operations of another resource have, and none of its
 * own, is not its resource's. Ours are the first part of the path.
 */
function isOfItsResource(
  history: History,
  operation: Operation,
  all: readonly Operation[],
  served: Exchange,
): Judgement {
  const own = all.filter((other) => other !== operation && resourceOf(other) === resourceOf(operation));
  const others = all.filter((other) => resourceOf(other) !== resourceOf(operation));
  const strange = history.target.strict
    ? own.find((other) => tagsOf(other)[0] !== tagsOf(operation)[0])
    : own.find((other) => !sharesATag(operation, other));
  const isElsewhere = tagsOf(operation).every((tag) => others.some((other) => tagsOf(other).includes(tag)));
  const isAlone = own.every((other) => !sharesATag(operation, other));
  if (strange === undefined || (!history.target.strict && !(isElsewhere && isAlone))) return pass;
  return violated(`one tag for the resource of ${nameOf(operation)} and ${nameOf(strange)}`, served);
}

/** One tag for all of them is a tag of none. */
function areTold(all: readonly Operation[], served: Exchange): Judgement {
  const [tags, resources] = [new Set(all.flatMap(tagsOf)), new Set(all.map(resourceOf))];
  return tags.size === 1 && resources.size > 1 ? violated('tags that tell one resource from another', served) : pass;
}

export const operationsAreTaggedAndNamed = check({
  id: 'svc/operations-are-tagged-and-named',
  proves: ['SVC-04'],
  title: 'every operation of the contract document has a tag of its resource and a unique operationId',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/openapi.json', { label: 'document' });
  },

  judge: (history) =>
    ofDocument(history, (document, served) => {
      const all = operationsOf(document);
      return allOf(
        eachOf(all, (operation) =>
          allOf(
            isTagged(operation, served),
            isNamedOnce(operation, all, served),
            isOfItsResource(history, operation, all, served),
          ),
        ),
        areTold(all, served),
      );
    }),
});
