/** Steps for actions of the control plane. An action without a step is told in `unmapped`; reading one changes nothing. */
import { PRINCIPAL_NAMES } from '../../conformance/member/profile/principals.ts';
import { durationMs, durationText } from '../format/duration.ts';
import { fault } from '../format/fault-format.ts';
import { stepName } from '../format/terms.ts';
import type { Rewriting } from './rewriting.ts';
import type { ControlAction } from './traffic.ts';

type Keys = Record<string, unknown>;
/** A step's keys; a text: why there is none; undefined: nothing changed. */
type Mapped = Keys | string | undefined;

/** Whom a token names is known from the token: how a client came by it is no part of an incident. */
const LOGINS: ReadonlySet<string> = new Set(['token', 'authorize']);

const MOVES: Readonly<Record<string, string>> = {
  crash: 'crash',
  stall: 'stall',
  resume: 'resume',
  drain: 'drain',
  return: 'return',
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
    const { method, status } = action;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
    if (status < 200 || status > 399) return `the control plane refused it (${status})`;
    const path = action.path.split('?')[0] ?? '';
    const parts = path.split('/').slice(1).map(decodeURIComponent);
    const [what = '', name = '', does = ''] = parts;
    switch (`${method} ${what}`) {
      case 'POST faults':
        return this.#fault(action);
      case 'DELETE faults':
        return name === '' ? { clear: 'all' } : this.#clear(name);
      case 'POST holds':
        return this.#release(name);
      case 'POST clock':
        return this.#advance(action);
      case 'POST members':
        return name === ''
          ? 'a member that is added has no step: state it in world.members'
          : memberStep(name, does, action.body);
      case 'POST owners':
        return does === 'leave' || does === 'return' ? { owner: name, does } : undefined;
      case 'POST routing':
        return typeof memberOf(action.body, 'route') === 'string'
          ? { route: memberOf(action.body, 'route') }
          : undefined;
      case 'POST rolls':
        return name === '' ? this.#roll(action) : this.#next(name, does);
      case 'POST snapshots':
        return this.#snapshot(action, name);
      case 'DELETE snapshots':
        return undefined;
      case 'POST reset':
        return this.#reset(action);
      case 'POST quotes':
        return this.#quote(action);
      case 'POST identity':
        return name === 'mint' ? this.#issue(action) : LOGINS.has(name) ? undefined : 'there is no step for it';
      default:
        return 'there is no step for it';
    }
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

  #next(id: string, does: string): Mapped {
    const name = this.#rolls.get(id);
    if (name === undefined) return 'no step of the file plans this roll';
    return does === 'step' ? { next: name } : `a roll has no step to ${does} it: its steps are done by next`;
  }

  #snapshot({ answer, body }: ControlAction, name: string): Mapped {
    if (name !== '') {
      return this.#snapshots.has(name) ? { restore: name } : `no step of the file takes the snapshot '${name}'`;
    }
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
    return `a token that lasts ${lasts ?? 'an hour'} for ${String(persona)} was issued${claims === undefined ? '' : ' with claims of its own'}: requests act with the ordinary token of their principal`;
  }
}

/** Of the issue step for the n-th minted token. */
export function tokenName(n: number): string {
  return `token-${n}`;
}

function memberStep(member: string, does: string, body: unknown): Mapped {
  if (!isName(member)) return 'the name of the member is none of a scenario';
  const move = Object.hasOwn(MOVES, does) ? MOVES[does] : undefined;
  if (move !== undefined) return { member, does: move };
  if (does === 'deploy') {
    const { version, socketVersion, surfaces, weight } = isMapping(body) ? body : {};
    const deploy = Object.entries({ version, socketVersion, surfaces, weight }).filter(
      ([, value]) => value !== undefined,
    );
    return { member, deploy: Object.fromEntries(deploy) };
  }
  if (does === 'lag' || does === 'skew') {
    const by = durationOf(memberOf(body, 'by'));
    return by === undefined ? 'it does not say by how much' : { member, [does]: by };
  }
  return `a member has no step to ${does} it`;
}
