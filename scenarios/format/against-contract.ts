/**
 * Holds the requests of a scenario to the contract document of the target, before anything is sent: a misspelt path would be
 * polled until its time is over, and a misspelt property would be refused for a reason that has nothing to do with the incident.
 */
import type { JsonObject, Operation } from '../../conformance/member/profile/contract-document.ts';
import { asObject, branches, operationsOf, requestSchema } from '../../conformance/member/profile/contract-document.ts';
import type { Problem } from './problem.ts';
import type { AwaitStep, RequestStep, Scenario, Step } from './scenario.ts';
import type { MintStep } from './socket-steps.ts';
import { hint, suggestion } from './suggest.ts';

/** Below the gateway's address, and not in its document. */
const BESIDE_THE_DOCUMENT = /^\/(openapi\.json|asyncapi\.json|docs)(\/|$)/;

/** A segment that holds a reference may be anything. */
const REFERENCE = '${';

function fits(template: string, path: string): boolean {
  const [wanted, seen] = [template.split('/'), path.split('/')];
  return (
    wanted.length === seen.length &&
    wanted.every(
      (segment, i) => segment.startsWith('{') || segment === seen[i] || seen[i]?.includes(REFERENCE) === true,
    )
  );
}

/** What the step, or the one that awaits its answer, expects: statuses as they are written. */
function statusesOf(step: RequestStep, steps: readonly Step[]): readonly string[] | undefined {
  const judging = step.background
    ? steps.find((one): one is AwaitStep => one.kind === 'await' && one.request === step.name)
    : step;
  return judging?.expect?.status?.map(String);
}

function problemOf(step: RequestStep, operations: readonly Operation[], document: JsonObject, steps: readonly Step[]) {
  const { method, path: written, body } = step.sent;
  const path = written.split('?')[0] ?? '';
  if (BESIDE_THE_DOCUMENT.test(path)) return undefined;
  const statuses = statusesOf(step, steps);
  const ofPath = operations.filter((operation) => fits(operation.path, path));
  if (ofPath.length === 0) {
    if (statuses?.includes('404')) return undefined;
    const known = [...new Set(operations.map((operation) => operation.path))];
    return `${path} is not a path of the target's contract${suggestion(path, known)}`;
  }
  const operation = ofPath.find((one) => one.method === method);
  if (operation === undefined) {
    if (statuses?.some((status) => status === '404' || status === '405')) return undefined;
    return `${path} takes ${ofPath.map((one) => one.method).join(', ')}, not ${method}`;
  }
  const isToSucceed = statuses?.every((status) => /^2(xx|[0-9]{2})$/.test(status));
  return isToSucceed === true && body !== undefined && 'json' in body
    ? bodyProblem(body.json, operation, document)
    : undefined;
}

/** A property that no alternative of the body's schema has, or one that every alternative requires and the body lacks. */
function bodyProblem(json: unknown, operation: Operation, document: JsonObject): string | undefined {
  const { method, path } = operation;
  const schema = requestSchema(operation, document);
  if (schema === undefined || typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const shapes = branches(document, schema);
  const known = [...new Set(shapes.flatMap((shape) => Object.keys(asObject(shape['properties']))))];
  const isClosed = shapes.length > 0 && shapes.every((shape) => shape['additionalProperties'] === false);
  const unknown = Object.keys(json).find((name) => !known.includes(name) && !name.includes(REFERENCE));
  if (isClosed && unknown !== undefined)
    return `the body of ${method} ${path} has no '${unknown}'${hint(unknown, known)}`;
  const required = (shape: JsonObject) => (Array.isArray(shape['required']) ? (shape['required'] as string[]) : []);
  const [first, ...others] = shapes;
  const missing =
    first &&
    required(first).find((name) => others.every((one) => required(one).includes(name)) && !Object.hasOwn(json, name));
  return missing === undefined
    ? undefined
    : `the body of ${method} ${path} lacks '${missing}', which the contract requires`;
}

const TICKETS = '/v1/ws-tickets';

/** A step that mints a ticket is a request, too. */
function ticketProblem(step: MintStep, operations: readonly Operation[]): string | undefined {
  if (operations.some(({ path, method }) => path === TICKETS && method === 'POST')) return undefined;
  if (step.expect?.status?.some((status) => status === 404)) return undefined;
  return `${TICKETS} is no path of the target's contract, so there are no tickets to mint`;
}

/** The members of a scenario's own world differ, and the document is of one of them. */
function wordsOf(
  step: Step,
  operations: readonly Operation[],
  document: JsonObject,
  { steps, world }: Scenario,
): string | undefined {
  const isOfMembers = world.members !== undefined;
  if (step.kind === 'mint') return isOfMembers ? undefined : ticketProblem(step, operations);
  if (step.kind !== 'request' || step.unchecked) return undefined;
  const message = problemOf(step, operations, document, steps);
  return message === undefined ? undefined : `${message}; unchecked: true sends it all the same`;
}

/** Empty where every request is one of the contract, or wrong on purpose: `unchecked`, or an expected 404 or 405. */
export function contractProblems(scenario: Scenario, document: JsonObject): readonly Problem[] {
  const operations = operationsOf(document);
  if (operations.length === 0) return [];
  const seen = new Set<string>();
  return scenario.steps.flatMap((step) => {
    const words = wordsOf(step, operations, document, scenario);
    if (words === undefined) return [];
    const place = `${step.at.line}:${step.at.column} ${words}`;
    if (seen.has(place)) return [];
    seen.add(place);
    return [{ file: scenario.file, ...step.at, message: words }];
  });
}
