/**
 * Steps for actions of the control plane: a short form where there is one, and otherwise `do` with the operationId. Actions
 * that no step can repeat are listed in `unmapped`. Reads are left out.
 */
import type { OperationId } from '../../conformance/member/control/control-plane.ts';
import { PRINCIPAL_NAMES } from '../../conformance/member/profile/principals.ts';
import { operationAt, partProblems } from '../format/control-shapes.ts';
import { fault } from '../format/fault-format.ts';
import { durationMs, durationText } from '../format/scenario-duration.ts';
import { stepName } from '../format/terms.ts';
import type { Rewriting } from './rewriting.ts';
import type { ControlAction } from './traffic.ts';

type Keys = Record<string, unknown>;
/** A step's keys; a text: why there is none; undefined: nothing changed. */
type Mapped = Keys | string | undefined;

/** Whom a token names is known from the token: how a client came by it is no part of an incident. */
const LOGINS: ReadonlySet<string> = new Set(['/identity/token', '/identity/authorize']);

const MOVES: Readonly<Partial<Record<OperationId, string>>> = {
  crashMember: 'crash',
  stallMember: 'stall',
  resumeMember: 'resume',
  drainMember: 'drain',
  returnMember: 'return',
};

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: unknown, name: string): unknown {
  return isMapping(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isName(value: unknown): value is string {
  return stepName.safeParse(value).success;
}

/** As a scenario writes it; below zero with a minus. */
function durationOf(value: unknown): string | undefined {
  const behind = typeof value === 'number' ? value < 0 : String(value).startsWith('-');
  const ms = typeof value === 'number' ? durationMs(Math.abs(value)) : durationMs(String(value).replace(/^-/, ''));
  return ms === undefined ? undefined : `${behind ? '-' : ''}${durationText(ms)}`;
}

/** Maps the actions of one scenario: ids that the control plane gave become names of the file. */
export class ControlSteps {
  readonly #rewriting: Rewriting;
  readonly #fired: ReadonlySet<string>;
  readonly #isExact: boolean;
  #tokens = 0;
  /** The names of faults and rolls by their ids. */
  readonly #faults = new Map<string, string>();
  readonly #rolls = new Map<string, string>();
  /** The names of holds in the file by those that were sent. */
  readonly #holds = new Map<string, string>();
  #faultsAdded = 0;
  readonly #snapshots = new Set<string>();

  /** @param fired the ids of faults that are known to have fired */
  constructor(rewriting: Rewriting, fired: ReadonlySet<string>, isExact = false) {
    this.#isExact = isExact;
    this.#rewriting = rewriting;
    this.#fired = fired;
  }

  /** Whether a step of the file adds a fault. */
  get addsFaults(): boolean {
    return this.#faultsAdded > 0;
  }

  step(action: ControlAction): Mapped {
    const { method, status, body } = action;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
    if (status < 200 || status > 399) return `the control plane refused it (${status})`;
    const path = action.path.split('?')[0] ?? '';
    if (LOGINS.has(path)) return undefined;
    const called = operationAt(method, path);
    if (called === undefined) return 'the control plane has no such operation';
    const { id, params } = called;
    const name = params['name'] ?? params['id'] ?? '';
    switch (id) {
      case 'addFault':
        return this.#fault(action);
      case 'removeFaults':
        return { clear: 'all' };
      case 'removeFault':
        return this.#clear(name);
      case 'release':
        return this.#release(name);
      case 'advanceClock':
        return this.#advance(action);
      case 'leaveOwner':
        return { owner: name, does: 'leave' };
      case 'returnOwner':
        return { owner: name, does: 'return' };
      case 'addRoll':
        return this.#roll(action);
      case 'stepRoll':
      case 'startRoll':
      case 'pauseRoll':
      case 'abortRoll':
        return this.#next(name, id);
      case 'takeSnapshot':
        return this.#snapshot(action);
      case 'restoreSnapshot':
        return this.#snapshots.has(name) ? { restore: name } : `no step of the file takes the snapshot '${name}'`;
      case 'forgetSnapshot':
        return undefined;
      case 'reset':
        return this.#reset(action);
      case 'moveQuote':
        return this.#quote(action);
      case 'mintToken':
        return this.#issue(action);
      case 'changeRouting':
        if (isMapping(body) && Object.keys(body).length === 1 && isName(body['route'])) return { route: body['route'] };
        break;
      default: {
        const short = memberStep(name, id, body);
        if (short !== undefined) return short;
      }
    }
    return this.#operation(id, params, body);
  }

  /** An operation without a short form. */
  #operation(id: OperationId, params: Readonly<Record<string, string>>, body: unknown): Mapped {
    const written = Object.entries(params).map(([name, value]) => [name, this.#rewriting.value(value, [name])]);
    const step = {
      do: id,
      ...(written.length === 0 ? {} : { params: Object.fromEntries(written) as Record<string, string> }),
      ...(body === null ? {} : { body: this.#rewriting.value(body) }),
    };
    const [problem] = partProblems(id, step);
    return problem === undefined ? step : problem.message;
  }

  #fault({ body, answer }: ControlAction): Mapped {
    const rule = this.#rewriting.value(body);
    if (!fault.safeParse(rule).success) return 'the fault is none of a scenario';
    const id = memberOf(answer, 'id');
    const [hold, written] = [memberOf(body, 'hold'), memberOf(rule, 'hold')];
    this.#faultsAdded += 1;
    const name = `fault-${this.#faultsAdded}`;
    if (typeof hold === 'string') this.#holds.set(hold, String(written));
    if (typeof id === 'string') this.#faults.set(id, name);
    const hasFired = typeof id === 'string' && this.#fired.has(id);
    return { fault: rule, name, ...(hasFired ? {} : { fires: 0 }) };
  }

  #release(name: string): Mapped {
    const hold = this.#holds.get(name);
    return hold === undefined ? `no fault of the file holds '${name}'` : { release: hold };
  }

  #clear(id: string): Mapped {
    const name = this.#faults.get(id);
    return name === undefined ? 'no step of the file adds this fault' : { clear: name };
  }

  #advance({ body }: ControlAction): Mapped {
    const by = durationOf(memberOf(body, 'by'));
    return by === undefined ? 'it does not say by how much' : { advance: by };
  }

  #roll({ answer }: ControlAction): Mapped {
    const id = memberOf(answer, 'id');
    const steps = memberOf(answer, 'steps');
    if (typeof id !== 'string' || !Array.isArray(steps)) return 'its plan is not known';
    const name = isName(id) ? id : `roll-${this.#rolls.size + 1}`;
    this.#rolls.set(id, name);
    const plan = steps.map((step: unknown) => {
      const to = memberOf(step, 'to');
      return { member: memberOf(step, 'member'), do: memberOf(step, 'do'), ...(to === undefined ? {} : { to }) };
    });
    return { roll: name, plan };
  }

  #next(id: string, operation: OperationId): Mapped {
    const name = this.#rolls.get(id);
    if (name === undefined) return 'no step of the file plans this roll';
    return operation === 'stepRoll' ? { next: name } : 'the steps of a roll are done by next';
  }

  #snapshot({ answer, body }: ControlAction): Mapped {
    const taken = memberOf(answer, 'name') ?? memberOf(body, 'name');
    if (!isName(taken)) return 'the name of the snapshot is none of a scenario';
    this.#snapshots.add(taken);
    return { snapshot: taken };
  }

  #reset({ body, answer }: ControlAction): Mapped {
    const seed = memberOf(body, 'seed') ?? memberOf(answer, 'seed');
    return Number.isSafeInteger(seed) ? { reset: seed } : 'the seed of the reset is not known';
  }

  #quote({ body }: ControlAction): Mapped {
    const id = memberOf(body, 'instrumentId');
    const [bid, ask] = [memberOf(body, 'bid'), memberOf(body, 'ask')];
    if (typeof bid !== 'string' || typeof ask !== 'string') return 'a quote has bid and ask';
    return { quote: this.#rewriting.value(id, ['instrumentId']), bid, ask };
  }

  #issue({ body }: ControlAction): Mapped {
    const { persona, expiresIn, claims, ...forged } = isMapping(body) ? body : {};
    this.#tokens += 1;
    if (!(PRINCIPAL_NAMES as readonly unknown[]).includes(persona)) return 'its principal is none of a profile';
    const lasts = expiresIn === undefined ? undefined : durationOf(expiresIn);
    if (this.#isExact) {
      return {
        issue: tokenName(this.#tokens),
        as: persona,
        ...(lasts === undefined ? {} : { expiresIn: lasts }),
        ...(claims === undefined ? {} : { claims }),
        ...(Object.keys(forged).length === 0 ? {} : { forged }),
      };
    }
    if (Object.keys(forged).length > 0) return `an issue step has no ${Object.keys(forged).join(', ')}`;
    return `a token that lasts ${lasts ?? 'an hour'} for ${String(persona)} was issued${claims === undefined ? '' : ' with other claims'}: requests act with the ordinary token of their principal`;
  }
}

/** Of the issue step for the n-th minted token. */
export function tokenName(n: number): string {
  return `token-${n}`;
}

/** The short form for an operation on one member; undefined: there is none. */
function memberStep(member: string, id: OperationId, body: unknown): Keys | undefined {
  const given = isMapping(body) ? body : {};
  if (!isName(member)) return undefined;
  const by = durationOf(given['by']);
  if (id === 'lagMember' && by !== undefined) return { member, lag: by };
  if (id === 'skewMember' && by !== undefined) return { member, skew: by };
  if (id === 'deployMember') return { member, deploy: given };
  const move = MOVES[id];
  return move === undefined || Object.keys(given).length > 0 ? undefined : { member, does: move };
}
