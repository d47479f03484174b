import type { RequirementId } from '../../../conformance/contract/requirements.ts';
import type { SandboxOptions } from '../../../platform-sim/sandbox.ts';
import type { SocketLayer } from '../proxy/talk.ts';
import type { Asked, Json, Layer, Told } from '../proxy/telling.ts';
import {
  everyObject,
  having,
  headerOf,
  isPublished,
  jsonOf,
  routeOf,
  telling,
  told,
  without,
} from '../proxy/telling.ts';

/** One sentence of the interface, no longer kept. */
export interface Breakage {
  readonly name: string;
  readonly breaks: readonly RequirementId[];
  /** Layers with their own memory: of one proxy. */
  readonly parts: () => Parts;
  /** Behind the proxy; one of the newest contract unless stated. */
  readonly members?: SandboxOptions['members'];
}

/** What one proxy does otherwise: with requests and handshakes, with the frames of open sockets, or with both. */
interface Parts {
  readonly layer?: Layer;
  readonly socket?: SocketLayer;
}

export function breakage(breaks: string, name: string, layer: () => Layer): Breakage {
  return breakageOfBoth(breaks, name, () => ({ layer: layer() }));
}

/** On an open socket. */
export function breakageOfTalk(breaks: string, name: string, socket: () => SocketLayer): Breakage {
  return breakageOfBoth(breaks, name, () => ({ socket: socket() }));
}

/** Both, with one memory. */
export function breakageOfBoth(breaks: string, name: string, parts: () => Parts): Breakage {
  return { name, breaks: breaks.split(' ') as RequirementId[], parts };
}

/** Of a member older than tickets and than handshakes that owe a credential. */
export function ofAnOlderMember(row: Breakage): Breakage {
  return { ...row, members: [{ version: '0.13.0', socketVersion: '1.1.0' }] };
}

export type When = (answer: Told, asked: Asked) => boolean;

export const POSITION = 'X-Service-Global-Sequence';
export const AS_OF = 'X-Service-As-Of-Seq-Ts';
export const REPLAY = 'Idempotent-Replay';

export const always: When = () => true;
export const statusOf =
  (...statuses: readonly number[]): When =>
  (answer) =>
    statuses.includes(answer.status);
export const of =
  (route: RegExp): When =>
  (_, asked) =>
    route.test(routeOf(asked));
export const both =
  (...all: readonly When[]): When =>
  (answer, asked) =>
    all.every((when) => when(answer, asked));
export const has =
  (name: string): When =>
  (answer) =>
    headerOf(answer, name) !== undefined;
export const lacks =
  (name: string): When =>
  (answer) =>
    headerOf(answer, name) === undefined;
export const codeOf = (answer: Told): unknown => (jsonOf(answer)?.['error'] as Json | undefined)?.['code'];
export const coded =
  (...codes: readonly string[]): When =>
  (answer) =>
    codes.includes(String(codeOf(answer)));

export const READ = of(/^GET \/(me|orders|executions|operations)\b/);
export const PAGE = both(of(/^GET \/(orders|executions)$/), statusOf(200));
export const SUBMIT = of(/^POST \/orders$/);
export const CANCEL = of(/^POST \/orders\/[^/]+\/cancel$/);
export const WRITE = of(/^POST \/orders/);
export const REFUSAL: When = (answer, asked) => answer.status >= 400 && !isPublished(asked);
export const OWNERS: When = both(WRITE, REFUSAL, has(POSITION), lacks(AS_OF));
export const DOORS: When = both(REFUSAL, lacks(POSITION));

const when =
  (condition: When, change: (answer: Told, asked: Asked) => Told): Layer =>
  async (asked, next) => {
    const answer = await next(asked);
    return condition(answer, asked) ? change(answer, asked) : answer;
  };

export const answering = (condition: When, change: (answer: Told, asked: Asked) => Told) => () =>
  when(condition, change);
export const dropping = (name: string, condition: When) => answering(condition, (answer) => without(answer, name));
export const setting = (name: string, value: (answer: Told, asked: Asked) => string, condition: When) =>
  answering(condition, (answer, asked) => having(answer, name, value(answer, asked)));
export const stated = (status: number, condition: When) => answering(condition, (answer) => ({ ...answer, status }));
export const inJson = (change: (json: Json, asked: Asked) => unknown, condition: When = always) =>
  answering(condition, (answer, asked) => {
    const json = jsonOf(answer);
    return json === undefined || isPublished(asked) ? answer : telling(answer, change(json, asked));
  });
export const inError = (change: (error: Json) => unknown, condition: When = always) =>
  inJson((json) => (json['error'] === undefined ? json : { ...json, error: change(json['error'] as Json) }), condition);
/** The refusals have another code. */
export const recoded = (code: string, condition: When = always) => inError((error) => ({ ...error, code }), condition);
/** The refusals say otherwise whether sending again can succeed. */
export const retryable = (value: boolean, condition: When = always) =>
  inError((error) => ({ ...error, retryable: value }), condition);
export const inRows = (change: (row: Json) => Json, condition: When = always) =>
  inJson(
    (json) => everyObject(json, (object) => ('orderId' in object && 'qty' in object ? change(object) : object)),
    condition,
  );
export const inItems = (change: (items: Json[]) => Json[], condition: When = PAGE) =>
  inJson((json) => ({ ...json, items: change(json['items'] as Json[]) }), condition);
export const inDocument = (change: (document: Json) => unknown) => (): Layer =>
  told((answer, asked) => {
    const json = jsonOf(answer);
    return isPublished(asked) && json !== undefined ? telling(answer, change(json)) : answer;
  });
/** The request on its way in. */
export const asked = (change: (asked: Asked) => Asked) => (): Layer => (one, next) => next(change(one));
export type { Asked, Json, Layer, Told };
export { everyObject, having, headerOf, jsonOf, routeOf, telling, told, without };
/** Whether it is a schema that has this property. */
export const publishes = (schema: Json, name: string): boolean =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null && name in schema['properties'];
