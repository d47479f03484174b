/**
 * A fault rule as the control plane and scenario files state it: where, what, how often. Inert data: a rule does nothing
 * until `createFaults` is given it.
 */
import { isRefusalCode } from '../../gateway/contract/refusals.ts';
import { frameNames, SOCKET_FRAMES, type SocketName } from '../../gateway/contract/sockets.ts';
import { durationMs, LONGEST_MS } from '../duration.ts';
import { COMMAND_KINDS } from './command-kinds.ts';
import { type Edge, EFFECTS, type Effect, edgeRow, INBOX_REFUSALS, type PlaceName } from './edges.ts';
import { likely } from './likely.ts';
import type { FaultRule } from './rule-shape.ts';

/** What only a frame can suffer. */
const OF_FRAMES = ['duplicate', 'garble', 'cut', 'close'] as const satisfies readonly Effect[];

/** What the platform says of itself, once: a refusal would have nobody to hear it, and nobody to say it again. */
const OWN_WORDS: readonly string[] = ['probe-report', 'discover-account', 'engine-stop'];

/** The edge of a rule that states none: that of what is dropped or only a frame can suffer, else the verdict. */
export function edgeOf(rule: FaultRule): Edge {
  const understood = OF_FRAMES.some((effect) => rule[effect] !== undefined) ? 'frame' : 'verdict';
  return rule.on.edge ?? rule.drop ?? understood;
}

function effectsOf(rule: FaultRule): readonly Effect[] {
  return EFFECTS.filter((effect) => rule[effect] !== undefined);
}

/** Of a rule that makes sense. */
export function effectOf(rule: FaultRule): Effect {
  const [effect] = effectsOf(rule);
  if (effect === undefined) throw new RangeError('a rule without an effect');
  return effect;
}

/** Why a well-formed rule can never do what it says; undefined where it can. */
export function nonsenseOf(rule: FaultRule): string | undefined {
  const [effect, ...others] = effectsOf(rule);
  if (effect === undefined || others.length > 0) return `a rule states exactly one of ${EFFECTS.join(', ')}`;
  if (rule.delay !== undefined && !(durationMs(rule.delay) >= 0)) return 'delay: time does not go back';
  if (rule.delay !== undefined && durationMs(rule.delay) > LONGEST_MS) return 'delay: ten years are the most';
  if (rule.close !== undefined && !isCloseCode(rule.close)) {
    return 'close: a close code is 1000 to 1003, 1007 to 1014 or 3000 to 4999';
  }
  const edge = edgeOf(rule);
  const { drop } = rule;
  if (drop !== undefined && drop !== edge)
    return `on.edge: ${drop === 'answer' ? 'an' : 'a'} ${drop} is dropped at the edge ${drop}, not at ${edge}`;
  return untaken(edge, effect) ?? unknownPlace(rule, edge) ?? (effect === 'refuse' ? wrongCode(rule, edge) : undefined);
}

/** RFC 6455 section 7.4: what an endpoint may send. Where a frame is due it is too late to refuse another. */
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

function unknownPlace({ on }: FaultRule, edge: Edge): string | undefined {
  const { knows } = edgeRow(edge);
  for (const name of Object.keys(on) as (PlaceName | 'edge')[]) {
    if (name === 'edge' || on[name] === undefined || knows.includes(name)) continue;
    return `on.${name}: the edge ${edge} knows ${knows.join(', ')} and no ${name}`;
  }
  // The market data socket is open to anybody, and says nothing before it is asked.
  if (on.socket === 'market-data' && edge === 'first-frame')
    return 'on.socket: the market data socket sends no first frame: state the edge handshake or frame';
  if (on.socket === 'market-data' && edge === 'handshake' && on.org !== undefined)
    return 'on.org: nobody is known at the handshake of the market data socket: state the edge frame';
  if (on.frame !== undefined) return unknownFrame(on.frame, on.socket);
  if (on.command === undefined || COMMAND_KINDS.includes(on.command)) return undefined;
  return `on.command: there is no command ${on.command}; there are ${COMMAND_KINDS.join(', ')}`;
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
    return 'refuse: to make the engine refuse a document state on.edge engine: at the verdict its word would be lost';
  if (OWN_WORDS.includes(on.command ?? ''))
    return `refuse: ${on.command} is the platform's own word, and would be lost: hold or delay it`;
  if (!isRefusalCode(code))
    return `refuse: no member answers ${code}; a code of the contract is needed, such as NO_REFERENCE_PRICE`;
  if ((INBOX_REFUSALS as readonly string[]).includes(code))
    return `refuse: an owner never rules ${code}; state the edge inbox`;
  return undefined;
}
