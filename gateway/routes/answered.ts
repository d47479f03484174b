import { type OperationId, routeOf } from '../contract/routes.ts';
import type { ShapeName } from '../contract/shapes/shapes.ts';
import type { Fact } from '../facts.ts';
import { algoConfigJson, algoInstanceJson } from './algo-row.ts';
import { orderJson } from './order-row.ts';
import { registerJson } from './register-row.ts';
import type { Rendering } from './row-json.ts';

type Kind = Fact['kind'];
type Of<Wanted extends Kind> = Extract<Fact, { readonly kind: Wanted }>;

/** The last fact of a kind. If a command changed several rows of one kind, its own is last. */
export function lastOf<Wanted extends Kind>(facts: readonly Fact[], kind: Wanted): Of<Wanted> | undefined {
  return facts.findLast((fact): fact is Of<Wanted> => fact.kind === kind);
}

type Answered = (facts: readonly Fact[], rendering: Rendering) => string | undefined;

/** The row that answers a write, from the recorded fact, by the shape of its route's response. */
const BY_SHAPE: Partial<Record<ShapeName, Answered>> = {
  OrderUpdated: (facts, rendering) => {
    const fact = lastOf(facts, 'OrderUpdated');
    return fact && orderJson.ofWritten(fact.order, rendering);
  },
  AlgoInstance: (facts, rendering) => {
    const fact = lastOf(facts, 'AlgoInstanceRecorded');
    return fact && algoInstanceJson(fact.instance, rendering);
  },
  AlgoConfig: (facts, rendering) => {
    const fact = lastOf(facts, 'ConfigDocumentRecorded');
    return fact && algoConfigJson(fact.config, rendering);
  },
  AlgosHalted: (facts) => {
    const fact = lastOf(facts, 'AlgosHalted');
    return fact && JSON.stringify({ count: fact.count });
  },
};

/**
 * The body of a write's response, built only from the facts of its record; undefined if they belong to another
 * operation.
 */
export function answeredBody(operation: OperationId, facts: readonly Fact[], rendering: Rendering): string | undefined {
  const { family, answers } = routeOf(operation);
  if (family === undefined) return answers.body === null ? undefined : BY_SHAPE[answers.body]?.(facts, rendering);
  const fact = facts.findLast((candidate) => candidate.kind === 'RegisterRecorded' && candidate.family === family);
  return fact?.kind === 'RegisterRecorded' ? registerJson(fact.family)(fact.row, rendering) : undefined;
}
