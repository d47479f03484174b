/**
 * Every request body, spoilt in one thing at a time: refused in clear words and without a trace, whatever the one thing is;
 * and taken once that one thing is put right, which shows that it alone was what was refused.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type OperationId, routeOf } from '../../../gateway/contract/routes.ts';
import { type BodyDefect, bodyDefects } from './body-defects.ts';
import { type Answered, isOk, told } from './caller.ts';
import { choices, goodBody } from './good-bodies.ts';
import { goodRequest } from './good-request.ts';
import { Reach, type Reached } from './reach.ts';
import { doorFault, messageOf } from './refusal-form.ts';
import { type Body, type Setting, sampleBody, sampleMembers } from './sample-body.ts';
import type { ServedOperation } from './served-document.ts';
import { spelt } from './spelling.ts';
import { type Organisation, openTwoOrganisations } from './two-organisations.ts';

const world = await openTwoOrganisations();
afterAll(() => world[Symbol.asyncDispose]());
const reach = new Reach(world.document.operations);

const WRITES = world.document.operations
  .filter(({ body }) => body !== undefined)
  .flatMap((operation) => legsOf(operation).map((leg) => ({ operation, leg, name: nameOf(operation, leg) })));

/** Bodies with a oneOf are spoilt in each alternative, of a venue that takes it. */
function legsOf({ body }: ServedOperation): readonly (number | undefined)[] {
  const legs = Object.values(body?.properties ?? {}).find(({ oneOf }) => oneOf !== undefined)?.oneOf;
  return legs === undefined ? [undefined] : legs.map((_, index) => index);
}

function nameOf({ operationId }: ServedOperation, leg: number | undefined): string {
  return leg === undefined ? operationId : `${operationId}, alternative ${leg + 1}`;
}

interface Ready {
  readonly organisation: Organisation;
  readonly reached: Reached;
  readonly setting: Setting;
}

/** A row in a state that takes the write, and a key that nobody has used. */
async function readied(
  { operation, leg }: (typeof WRITES)[number],
  [first]: readonly [Organisation, ...unknown[]],
): Promise<Ready> {
  const organisation = leg === undefined ? first : first.withLeg(leg);
  const reached = await reach.reached(operation, organisation);
  const setting = { ...organisation, ...reached, key: reach.freshKey(organisation) };
  return { organisation, reached, setting };
}

function send(operation: ServedOperation, { organisation, reached, setting }: Ready, body: string | Uint8Array) {
  return organisation.callers[reached.by]({ ...goodRequest(operation, { ...reached, ...setting }), body });
}

function defectsOf(operation: ServedOperation, { setting }: Ready, good: Body): readonly BodyDefect[] {
  return bodyDefects(operation.body ?? {}, good, operation.bodyRequired, sampleMembers(operation, setting));
}

/** Sends what is spoilt under one key: undefined where it is refused as it should be, and nothing came of it. */
async function faultOf(operation: ServedOperation, ready: Ready, good: Body, defect: BodyDefect) {
  const brought = world.materialBrought();
  const answered = await send(operation, ready, defect.body);
  const fault =
    doorFault(answered) ??
    (world.recordsUnder(ready.setting.key) === 0 ? undefined : 'it was recorded') ??
    (world.materialBrought() === brought ? undefined : 'its material was brought to the intake') ??
    (isClear(operation, answered, defect) ? undefined : 'it does not name the member') ??
    (saysASecret(operation, answered, good) ? 'it says a secret' : undefined);
  return fault && `${defect.way.join('.')} ${defect.name}: ${fault}: ${told(answered)}`;
}

/** The message names the member, in whatever case; of what may be a secret it says no word (CRED-05). */
function isClear({ operationId }: ServedOperation, answered: Answered, { way: [member] }: BodyDefect): boolean {
  if (member === undefined || routeOf(operationId as OperationId).family === 'credentials') return true;
  return messageOf(answered).toLowerCase().includes(member.toLowerCase());
}

function saysASecret({ operationId }: ServedOperation, { text }: Answered, { material }: Body): boolean {
  if (!routeOf(operationId as OperationId).intake) return false;
  return Object.values(material as object).some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
}

/** Taken under the very key of all that was refused, and recorded once where there is a key. */
async function takenFault(operation: ServedOperation, ready: Ready, good: Body): Promise<string | undefined> {
  const expected = world.materialBrought() + (routeOf(operation.operationId as OperationId).intake ? 1 : 0);
  const answered = await send(operation, ready, spelt(good));
  if (world.materialBrought() !== expected) return `its material did not go to the intake once: ${told(answered)}`;
  if (!isOk(answered) || answered.headers['idempotent-replay'] !== undefined)
    return `it is not taken: ${told(answered)}`;
  const recorded = world.recordsUnder(ready.setting.key);
  return recorded === (operation.takesKey ? 1 : 0) ? undefined : `${recorded} records for one write: ${told(answered)}`;
}

describe('a body with one defect is refused and leaves no trace; without it, it is taken', () => {
  test.each(WRITES)('$name', async (write) => {
    const { operation } = write;
    const ready = await readied(write, await world.begin());
    const good = sampleBody(operation, ready.setting);
    const defects = defectsOf(operation, ready, good);
    const faults: (string | undefined)[] = [];
    for (const defect of defects) faults.push(await faultOf(operation, ready, good, defect));
    faults.push(await takenFault(operation, ready, good));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(defects.length).toBeGreaterThan(40);
  });
});

describe('so is any good body, and any one defect of it', () => {
  test.each(WRITES)('$name', async (write) => {
    const { operation } = write;
    const organisations = await world.begin();
    const anyOf = fc.tuple(choices(operation), fc.nat());
    const property = fc.asyncProperty(anyOf, async ([choice, which]) => {
      const ready = await readied(write, organisations);
      const good = goodBody(operation, ready.setting, choice);
      const defects = defectsOf(operation, ready, good);
      const defect = defects[which % defects.length] as BodyDefect;
      expect(await faultOf(operation, ready, good, defect)).toBeUndefined();
      expect(await takenFault(operation, ready, good)).toBeUndefined();
    });
    await fc.assert(property, { seed: 20_260_105, numRuns: 8 });
  });
});
