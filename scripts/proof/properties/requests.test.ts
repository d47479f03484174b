/**
 * Sends every operation's request with one defect at a time: in its body, query, path id, key or precondition. The refusal is
 * clear, and the request leaves no trace. Then the same request is accepted without the defect, so the defect alone was the
 * cause. Every answer is as the document publishes it.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { type OperationId, routeOf } from '../../../gateway/contract/routes.ts';
import { type BodyDefect, bodyDefects } from './body-defects.ts';
import { type Answered, describeExchange, isOk, type Sent } from './caller.ts';
import { DocumentFit, faultsOf, unexercised } from './fits-document.ts';
import { Reach, type Reached } from './reach.ts';
import { doorFault, messageOf } from './refusal-form.ts';
import { queriesOf, requestDefects } from './request-defects.ts';
import { type Body, goodBody, goodRequest, type Setting, sampleBody, sampleMembers, VARIANTS } from './sample-body.ts';
import type { ServedOperation } from './served-document.ts';
import { spelt } from './spelling.ts';
import { type Organisation, openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const { operations } = world.document;
const reach = new Reach(operations);

interface Case {
  readonly name: string;
  readonly operation: ServedOperation;
  /** The alternative of a oneOf that its body states. */
  readonly leg?: number;
}

/** A body with a oneOf has a case for each alternative, at a venue that accepts it. */
const CASES = operations.flatMap((operation): readonly Case[] => {
  const legs = Object.values(operation.body?.properties ?? {}).find(({ oneOf }) => oneOf !== undefined)?.oneOf;
  const { operationId } = operation;
  return (
    legs?.map((_, leg) => ({ name: `${operationId}, alternative ${leg + 1}`, operation, leg })) ?? [
      { name: operationId, operation },
    ]
  );
});

interface Ready {
  readonly operation: ServedOperation;
  readonly organisation: Organisation;
  readonly reached: Reached;
  readonly setting: Setting;
}

/** A row in a state that accepts the operation, and a fresh key. */
async function readied({ operation, leg }: Case, first: Organisation): Promise<Ready> {
  const organisation = leg === undefined ? first : first.withLeg(leg);
  const reached = await reach.reached(operation, organisation);
  return {
    operation,
    organisation,
    reached,
    setting: { ...organisation, ...reached, key: reach.freshKey(organisation) },
  };
}

const routeIn = ({ operation }: Ready) => routeOf(operation.operationId as OperationId);
const send = ({ organisation, reached }: Ready, sent: Sent) => organisation.callers[reached.by](sent);
const requestIn = ({ operation, reached, setting }: Ready) => goodRequest(operation, { ...reached, ...setting });

/** Sends it under the key of `ready`. @returns what is wrong: it is not refused correctly, or it had an effect */
async function faultOf(ready: Ready, sent: Sent, fault: (answered: Answered) => string | undefined) {
  const brought = world.materialBrought();
  const answered = await send(ready, sent);
  const found =
    fault(answered) ??
    (world.recordsUnder(ready.setting.key) === 0 ? undefined : 'it was recorded') ??
    (world.materialBrought() === brought ? undefined : 'its material was brought to the intake');
  return found && `${found}: ${describeExchange(answered)}`;
}

async function bodyFault(ready: Ready, good: Body, { body, name, way }: BodyDefect): Promise<string | undefined> {
  const { family, intake } = routeIn(ready);
  // The message on a credential names no member, because the name itself may be a secret (CRED-05).
  const isNamed = (answered: Answered) =>
    way[0] === undefined ||
    family === 'credentials' ||
    messageOf(answered).toLowerCase().includes(way[0].toLowerCase());
  const secrets = intake
    ? Object.values(good['material'] as object).map((one) => JSON.stringify(one).slice(1, -1))
    : [];
  const fault = await faultOf(ready, { ...requestIn(ready), body }, (answered) => {
    if (secrets.some((secret) => answered.text.includes(secret))) return 'it contains a secret';
    return doorFault(answered) ?? (isNamed(answered) ? undefined : 'it does not name the member');
  });
  return fault && `${way.join('.')} ${name}: ${fault}`;
}

const defectsOf = ({ operation, setting }: Ready, good: Body): readonly BodyDefect[] =>
  operation.body === undefined
    ? []
    : bodyDefects(operation.body, good, operation.bodyRequired, sampleMembers(operation, setting));

/** Checks that it is accepted under the key of the refused requests, and recorded once if it has a key. */
async function acceptedFault(ready: Ready, good: Body): Promise<string | undefined> {
  const brought = world.materialBrought() + (routeIn(ready).intake ? 1 : 0);
  const sent = requestIn(ready);
  const answered = await send(ready, sent.body === undefined ? sent : { ...sent, body: spelt(good) });
  const isReplay = answered.headers['idempotent-replay'] !== undefined;
  const recorded = world.recordsUnder(ready.setting.key);
  const fault =
    (isOk(answered) && !isReplay ? undefined : 'it is not accepted') ??
    (world.materialBrought() === brought ? undefined : 'its material did not go to the intake once') ??
    (recorded === (ready.operation.takesKey ? 1 : 0) ? undefined : `${recorded} records of it`);
  return fault && `${fault}: ${describeExchange(answered)}`;
}

const found = (faults: readonly (string | undefined)[]) => faults.filter((fault) => fault !== undefined);

describe('a request with one defect is refused and leaves no trace; without it, it is accepted', () => {
  test.each(CASES)('$name', async (one) => {
    const [first] = await world.begin();
    const ready = await readied(one, first);
    const { operation, reached, setting } = ready;
    const request = requestIn(ready);
    const page = operation.method === 'GET' ? (await send(ready, { ...request, query: 'limit=1' })).json : undefined;
    const cursor = (page as { readonly nextCursor?: string | null } | undefined)?.nextCursor ?? undefined;
    const good = sampleBody(operation, setting);
    const faults: (string | undefined)[] = [];
    for (const defect of requestDefects(operation, request, reached, cursor))
      faults.push(await faultOf(ready, defect.sent, defect.faultOf));
    for (const defect of defectsOf(ready, good)) faults.push(await bodyFault(ready, good, defect));
    faults.push(await acceptedFault(ready, good));
    for (const query of queriesOf(operation, cursor).good) {
      const answered = await send(ready, { ...request, query });
      // A row that was never approved has no approved view.
      if (!isOk(answered) && !(query === 'view=approved' && answered.status === 404))
        faults.push(describeExchange(answered));
    }
    expect(found(faults)).toEqual([]);
  });
});

describe('a valid body in another form is accepted, and each of its defects is refused', () => {
  test.each(CASES.filter(({ operation }) => operation.body !== undefined))('$name', async (one) => {
    const [first] = await world.begin();
    const faults: (string | undefined)[] = [];
    for (const [index, variant] of VARIANTS.entries()) {
      const ready = await readied(one, first);
      const good = goodBody(one.operation, ready.setting, variant);
      // Each variant tests a third of the defects.
      for (const defect of defectsOf(ready, good).filter((_, i) => i % VARIANTS.length === index))
        faults.push(await bodyFault(ready, good, defect));
      faults.push(await acceptedFault(ready, good));
    }
    expect(found(faults)).toEqual([]);
  });
});

test('every response to each operation is as published', () => {
  const fit = new DocumentFit(world.document);
  const observed = world.client.exchanges.map(({ sent: { method, path }, status, headers, text }) => {
    return { method, path, status, headers, body: text };
  });
  expect(faultsOf(fit, observed)).toEqual([]);
  expect(unexercised(fit, operations, observed)).toEqual([]);
});
