import { codeAt } from '../contract/older-codes.ts';
import { REJECTION_REASONS } from '../contract/reasons.ts';
import { Refusal } from '../contract/refusals.ts';
import { registerKeyOf } from '../contract/register.ts';
import { type OperationId, routeOf } from '../contract/routes.ts';
import type { Gates } from '../contract/versions.ts';
import type { OrderRejection, OwnerRefusal, SequencedRecord } from '../facts.ts';
import { readAnswer, stateHeaders } from '../http/answers.ts';
import type { Services } from '../services.ts';
import { within } from '../within.ts';
import { lastOf } from './answered.ts';
import type { ReadHandler } from './handler.ts';
import { rejectionAt } from './order-row.ts';

/**
 * The record of a key: as this member has applied it, otherwise as a pending write here or elsewhere on the platform,
 * so that a key answered 202 is never unknown (T17). An organisation sees only its own keys (IDEM-17).
 */
export const getOperation: ReadHandler = async ({ services, caller, params }) => {
  const { orgId } = caller.user;
  const key = params['key'] ?? '';
  const known = () => services.journal.settled(orgId, key);
  const inProgress =
    known()?.command.operation ??
    services.journal.claimed(orgId, key)?.binding.resource ??
    (await heldElsewhere(services, orgId, key));
  // Look again: a write that was pending when the platform was asked may have settled in the state that this answer
  // names.
  const settled = known();
  const resource = settled?.command.operation ?? inProgress;
  if (resource === undefined || !isServed(services, resource)) {
    throw new Refusal('UNKNOWN_OPERATION', 'no write of the organisation has this key', {
      headers: stateHeaders(services),
    });
  }
  return readAnswer(services, recordOf(services, key, resource, settled));
};

/** The operation of a key that the platform has sequenced, but this member did not apply yet. */
async function heldElsewhere(
  { port, clock, limits }: Services,
  orgId: number,
  key: string,
): Promise<string | undefined> {
  const waited = await within(
    clock,
    limits.writeDeadlineMs,
    'operation look-up',
    Promise.resolve(port.lookUp(orgId, key)),
  );
  if (!waited.inTime) throw new Refusal('NOT_SERVING', 'this member cannot look the key up now: retry shortly');
  return waited.value.state === 'absent' ? undefined : waited.value.command.operation;
}

/** A member without the algos surface does not serve operations of their writes. */
function isServed({ gates }: Services, resource: string): boolean {
  return gates['operations.algos'] || routeOf(operationOf(resource)).owner !== 'algos';
}

function operationOf(resource: string): OperationId {
  return resource.split(' ')[0] as OperationId;
}

function recordOf({ gates }: Services, key: string, resource: string, record: SequencedRecord | undefined): string {
  const refused = record?.verdict.refused;
  const facts = record?.verdict.facts ?? [];
  const operation = operationOf(resource);
  const halted = lastOf(facts, 'AlgosHalted');
  // A halt moves any number of instances, so it names none.
  const instance = halted === undefined ? lastOf(facts, 'AlgoInstanceRecorded')?.instance : undefined;
  const config = lastOf(facts, 'ConfigDocumentRecorded')?.config;
  const row = lastOf(facts, 'RegisterRecorded');
  return JSON.stringify({
    key,
    operation,
    outcome: {
      family: routeOf(operation).owner ?? 'register',
      status: record === undefined ? 'PENDING' : refused === undefined ? 'SUCCEEDED' : 'REFUSED',
      orderId: lastOf(facts, 'OrderUpdated')?.order.orderId ?? null,
      rowId: row === undefined ? null : registerKeyOf(row.family, row.row),
      ...(gates['operations.algos']
        ? {
            instanceId: instance?.instanceId ?? config?.instanceId ?? null,
            configSeq: config?.seq ?? instance?.configSeq ?? null,
            count: halted?.count ?? null,
          }
        : {}),
      code: refused === undefined ? null : codeAt(gates, refused.code),
      message: refused?.message ?? null,
      rejection: refused === undefined ? null : rejectionOf(gates, operation, refused),
      globalSequence: record === undefined ? null : String(record.position),
    },
  });
}

/** An owner may also refuse with a code that is no rejection of an order: such a code appears only in `code`. */
function rejectionOf(
  gates: Gates,
  operation: OperationId,
  { code, observedValue, limitValue }: OwnerRefusal,
): OrderRejection | null {
  if (routeOf(operation).owner !== 'orders') return null;
  if (!(REJECTION_REASONS as readonly string[]).includes(code)) return null;
  return rejectionAt({ reason: code, observedValue, limitValue }, gates);
}
