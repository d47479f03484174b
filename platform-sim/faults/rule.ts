/**
 * A fault rule as the control plane and scenario files state it: where, what, how often. Plain data, without effect
 * until `createFaults` receives it.
 */
import { isRefusalCode } from '../../gateway/contract/refusals.ts';
import { frameNames, SOCKET_FRAMES, type SocketName } from '../../gateway/contract/sockets.ts';
import { durationMs, LONGEST_MS } from '../duration.ts';
import { COMMAND_KINDS, commandKind, commandsOf } from './command-kinds.ts';
import { DROPS, type Edge, EFFECTS, type Effect, edgeRow, INBOX_REFUSALS, type PlaceName } from './edges.ts';
import { BODILESS } from './other-answer.ts';
import { RETRY_AFTER_FORMS, retryAfterText } from './retry-after.ts';
import { methodsOf, ROUTE_PATHS } from './route-paths.ts';
import type { FaultRule, StatedAnswer } from './rule-shape.ts';

/** Maximum number of characters of JSON. */
const LONGEST_BODY = 65_536;

/** Effects that apply to frames if no edge is stated. */
const OF_FRAMES = ['duplicate', 'garble', 'cut', 'close'] as const satisfies readonly Effect[];

/** Commands that the platform sends once: no sender would receive a refusal and repeat them. */
const SENT_ONCE: readonly string[] = ['probe-report', 'discover-account', 'engine-stop'];

/**
 * The edge of a rule that states none: that of the dropped thing, or the usual one of its effect, otherwise the
 * verdict.
 */
export function edgeOf(rule: FaultRule): Edge {
  if (rule.on.edge !== undefined) return rule.on.edge;
  if (rule.drop !== undefined) return DROPS[rule.drop];
  if (rule.reset !== undefined || rule.answer !== undefined) return 'answer';
  if (typeof rule.fail === 'string') return 'log';
  return OF_FRAMES.some((effect) => rule[effect] !== undefined) ? 'frame' : 'verdict';
}

function effectsOf(rule: FaultRule): readonly Effect[] {
  return EFFECTS.filter((effect) => rule[effect] !== undefined);
}

/** The effect of a valid rule. */
export function effectOf(rule: FaultRule): Effect {
  const [effect] = effectsOf(rule);
  if (effect === undefined) throw new RangeError('a rule without an effect');
  return effect;
}

/** Why a well-formed rule can never take effect; undefined if it can. */
export function nonsenseOf(rule: FaultRule): string | undefined {
  const [effect, ...others] = effectsOf(rule);
  if (effect === undefined || others.length > 0) return `a rule states exactly one of ${EFFECTS.join(', ')}`;
  if (rule.delay !== undefined && !(durationMs(rule.delay) >= 0)) return 'delay: must not be negative';
  if (rule.delay !== undefined && durationMs(rule.delay) > LONGEST_MS) return 'delay: must be at most ten years';
  if (rule.for !== undefined && !(durationMs(rule.for) > 0))
    return 'for: must be above 0; without it the rule stays until it is removed';
  if (rule.for !== undefined && durationMs(rule.for) > LONGEST_MS) return 'for: must be at most ten years';
  if (rule.close !== undefined && !isCloseCode(rule.close)) {
    return 'close: a close code is 1000 to 1003, 1007 to 1014 or 3000 to 4999';
  }
  const malformedAnswer = rule.answer && nonsenseInAnswer(rule.answer);
  if (malformedAnswer !== undefined) return malformedAnswer;
  const edge = edgeOf(rule);
  const { drop } = rule;
  if (drop !== undefined && DROPS[drop] !== edge)
    return `on.edge: ${drop === 'answer' ? 'an' : 'a'} ${drop} is dropped at the edge ${DROPS[drop]}, not at ${edge}`;
  return (
    untaken(edge, effect) ??
    wrongFailure(rule, edge) ??
    unknownPlace(rule, edge) ??
    (effect === 'refuse' ? wrongCode(rule, edge) : undefined)
  );
}

/** The close codes that an endpoint may send (RFC 6455 section 7.4). */
function isCloseCode(code: number): boolean {
  if (!Number.isInteger(code)) return false;
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

function untaken(edge: Edge, effect: Effect): string | undefined {
  const { takes, instead = {} } = edgeRow(edge);
  if (takes.includes(effect)) return undefined;
  const hint = instead[effect];
  return `${effect}: the edge ${edge} takes ${takes.join(', ')}${hint === undefined ? '' : `; ${hint}`}`;
}

function wrongFailure({ fail }: FaultRule, edge: Edge): string | undefined {
  if (fail === undefined) return undefined;
  const { fails } = edgeRow(edge);
  if (fails === undefined) return fail === true ? undefined : `fail: the edge ${edge} fails in one way: true`;
  return fail === true ? `fail: the edge ${edge} fails in one of these ways: ${fails.join(', ')}` : undefined;
}

function unknownPlace(rule: FaultRule, edge: Edge): string | undefined {
  const { on } = rule;
  const { knows } = edgeRow(edge);
  for (const name of Object.keys(on) as (PlaceName | 'edge')[]) {
    if (name === 'edge' || on[name] === undefined || knows.includes(name)) continue;
    const known = knows.length === 0 ? 'nothing about its sender' : knows.join(', ');
    return `on.${name}: the edge ${edge} knows ${known} and no ${name}`;
  }
  // The market data socket needs no authentication, and sends nothing unasked.
  if (on.socket === 'market-data' && edge === 'first-frame')
    return 'on.socket: the market data socket sends no first frame: use the edge handshake or frame';
  if (on.socket === 'market-data' && edge === 'handshake' && on.org !== undefined)
    return 'on.org: the organisation is not known at the handshake of the market data socket: use the edge frame';
  if (on.frame !== undefined) return unknownFrame(on.frame, on.socket);
  const noRoute = unknownRoute(on);
  if (noRoute !== undefined) return noRoute;
  return on.command === undefined ? undefined : unfitCommand(rule, on.command, edge);
}

function nonsenseInAnswer({ status, retryAfter, body, delay }: StatedAnswer): string | undefined {
  if (delay !== undefined && !(durationMs(delay) >= 0)) return 'answer.delay: must not be negative';
  if (delay !== undefined && durationMs(delay) > LONGEST_MS) return 'answer.delay: must be at most ten years';
  if (retryAfter !== undefined && retryAfterText(retryAfter) === undefined)
    return `answer.retryAfter: must be ${RETRY_AFTER_FORMS}`;
  if (body !== undefined && BODILESS.includes(status))
    return `answer.body: an answer with status ${status} has no body`;
  if (JSON.stringify(body ?? '').length > LONGEST_BODY)
    return `answer.body: must be at most ${LONGEST_BODY} characters of JSON`;
  return undefined;
}

/** Paths must be routes of the contract: no request could match another path. */
function unknownRoute({ method, path }: FaultRule['on']): string | undefined {
  if (path === undefined) return undefined;
  const methods = methodsOf(path);
  if (methods.length === 0) {
    const meant = likely(path, ROUTE_PATHS);
    return `on.path: the contract has no path ${path.slice(0, 128)}${meant === undefined ? '; write it as in the document, such as /orders/{id}' : `; did you mean ${meant}?`}`;
  }
  if (method === undefined || methods.includes(method)) return undefined;
  return `on.method: ${path} takes ${methods.join(', ')}`;
}

/** Why the rule's other properties can never apply to this command. */
function unfitCommand({ on, crash }: FaultRule, command: string, edge: Edge): string | undefined {
  const kind = commandKind(command);
  if (kind === undefined) return `on.command: there is no command ${command}; there are ${COMMAND_KINDS.join(', ')}`;
  const { owner, from } = kind;
  const { from: passing } = edgeRow(edge);
  if (passing !== undefined && from !== passing) {
    return `on.command: ${command} does not pass the edge ${edge}; the commands there are ${commandsOf(passing).join(', ')}`;
  }
  if (on.owner !== undefined && on.owner !== owner) return `on.owner: ${command} is a command of the owner ${owner}`;
  if (from === 'member') return undefined;
  if (on.member !== undefined || crash !== undefined) {
    return `on.command: ${command} is sent by the platform, not by a member: remove the member`;
  }
  if (on.key !== undefined && edge !== 'engine') return `on.key: ${command} is sent by the platform and has no key`;
  return undefined;
}

function unknownFrame(frame: string, socket: SocketName | undefined): string | undefined {
  const known = frameNames(socket);
  if (known.includes(frame)) return undefined;
  const sender = (Object.keys(SOCKET_FRAMES) as SocketName[]).find((other) => frameNames(other).includes(frame));
  const elsewhere = sender === undefined ? '' : `, the ${sender} socket does`;
  const meant = likely(frame, known);
  const who = socket === undefined ? 'no socket sends a frame' : `the ${socket} socket sends no frame`;
  return `on.frame: ${who} ${frame}${elsewhere}; there are ${known.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

function wrongCode({ on, refuse: code = '' }: FaultRule, edge: Edge): string | undefined {
  const { codes } = edgeRow(edge);
  if (codes !== undefined) {
    return codes.includes(code) ? undefined : `refuse: the edge ${edge} refuses with one of ${codes.join(', ')}`;
  }
  if (edge !== 'verdict') return undefined;
  if (on.command === 'engine-verdict')
    return 'refuse: to make the engine refuse a document use the edge engine: at the verdict its answer would be lost';
  if (SENT_ONCE.includes(on.command ?? ''))
    return `refuse: ${on.command} is sent once by the platform, and would be lost: use hold or delay`;
  if (!isRefusalCode(code))
    return `refuse: no member answers ${code}; a code of the contract is needed, such as NO_REFERENCE_PRICE`;
  if ((INBOX_REFUSALS as readonly string[]).includes(code))
    return `refuse: no owner refuses with ${code}; use the edge inbox`;
  return undefined;
}

/** The name that was most likely meant: at most a third of its characters differ. undefined if none is near. */
function likely(word: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const [best] = names
    .map((name) => ({ name, off: edits(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ off }) => off <= most)
    .toSorted((a, b) => a.off - b.off);
  return best?.name;
}

/** The number of characters to insert, delete or replace. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (character === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
