/**
 * Links the steps of a scenario: a repeated, released, cleared, awaited or referenced step must come earlier. Reports
 * every error that can be found before anything is sent.
 */
import type { FaultRule } from '../../conformance/member/control/control.ts';
import { type ControlStep, formLinks, formOf, isControlStep } from './control-steps.ts';
import { EFFECTS } from './fault-format.ts';
import type { StepInput } from './format.ts';
import { frameProblem } from './frame-problems.ts';
import { isSocketInput, SocketLinker } from './link-sockets.ts';
import type { Place, Problem } from './problem.ts';
import { MOST_REPORTED } from './problem.ts';
import type { Expectation, Judged, Phase, RequestStep, Sent, Step } from './scenario.ts';
import { SOCKETS } from './socket-format.ts';
import type { Source, YamlWay } from './source.ts';
import { hint } from './suggest.ts';
import { references } from './variables.ts';

export interface PlacedStep {
  readonly phase: Phase;
  readonly way: YamlWay;
  readonly input: StepInput;
}

type Input<Kind extends StepInput['kind']> = Extract<StepInput, { kind: Kind }>;

/** A step with parsed expectations or saves. */
export interface Judging {
  readonly expect?: unknown;
  readonly save?: Judged['save'] | undefined;
}

class Linker {
  readonly problems: Problem[] = [];
  readonly #source: Source;
  readonly #requests: RequestStep[] = [];
  readonly #outstanding = new Map<string, Place>();
  readonly #faults = new Set<string>();
  readonly #holds = new Set<string>();
  readonly #saved = new Set<string>();
  readonly #sockets = new SocketLinker({
    say: (way, message) => this.#say(this.#source.placeOf(way), message),
    mustBe: (...wanted) => this.#mustBe(...wanted),
    judged: (input, way) => this.#judged(input, way),
    outstanding: (name, way) => void this.#outstanding.set(name, this.#source.placeOf(way)),
  });

  readonly #forms: ReturnType<typeof formLinks>;

  /**
   * @param members the number of members in the scenario's own world; undefined: the target's members, which are not
   * known.
   */
  constructor(source: Source, members: number | undefined) {
    this.#source = source;
    this.#forms = formLinks(members, (...wanted) => this.#mustBe(...wanted));
  }

  step({ phase, way, input }: PlacedStep, n: number): Step {
    const at = this.#source.placeOf(way);
    const common = { n, phase, at, ...(input.note === undefined ? {} : { note: input.note }) };
    this.#checkReferences(input, way);
    if (isSocketInput(input)) return this.#sockets.step(input, common, way);
    if (isControlStep(input)) {
      const { kind, ...stated } = input;
      formOf(kind).link?.(stated, this.#forms, way);
      const judged = kind === 'do' ? this.#judged(stated as Judging, way) : {};
      return { kind, ...common, ...judged, input: stated } as ControlStep;
    }
    switch (input.kind) {
      case 'fault':
        return { kind: 'fault', ...common, ...this.#fault(input, n, way) };
      case 'clear':
        if (input.clear !== 'all') this.#mustBe('fault', input.clear, this.#faults, [...way, 'clear']);
        return { kind: 'clear', ...common, fault: input.clear === 'all' ? null : input.clear };
      case 'release':
        this.#mustBe('hold', input.release, this.#holds, [...way, 'release']);
        return { kind: 'release', ...common, hold: input.release };
      case 'advance':
        return { kind: 'advance', ...common, ms: input.advance };
      case 'wait':
        return { kind: 'wait', ...common, ms: input.wait };
      case 'await':
        if (!this.#outstanding.delete(input.await)) {
          this.#mustBe('background request', input.await, [...this.#outstanding.keys()], [...way, 'await']);
        }
        this.#mustFit(input, way);
        return { kind: 'await', ...common, ...this.#judged(input, way), request: input.await };
      case 'request': {
        const step: RequestStep = { kind: 'request', ...common, ...this.#request(input, way) };
        this.#requests.push(step);
        return step;
      }
    }
  }

  finish(): void {
    for (const [name, place] of this.#outstanding) {
      this.#say(place, `'${name}' is sent in the background and never awaited; add a step { await: ${name} }`);
    }
  }

  #say(place: Place, message: string): void {
    this.problems.push({ file: this.#source.file, ...place, message });
  }

  #mustBe(what: string, name: string, known: Iterable<string>, way: YamlWay): void {
    const names = [...known];
    if (names.includes(name)) return;
    this.#say(this.#source.placeOf(way), `no earlier step has a ${what} '${name}'${this.#hint(name, names)}`);
  }

  /** Comparing names takes time: only the reported problems have it. */
  #hint(name: string, known: readonly string[]): string {
    return this.problems.length < MOST_REPORTED ? hint(name, known) : '';
  }

  #checkReferences(input: StepInput, way: YamlWay): void {
    for (const { name, way: below } of references(input)) {
      if (name.startsWith('fixtures.') || this.#saved.has(name)) continue;
      const place = this.#source.placeOf([...way, ...below]);
      this.#say(
        place,
        `\${${name}} is saved by no earlier step and is not a fixture${this.#hint(name, [...this.#saved])}`,
      );
    }
  }

  #fault(input: Input<'fault'>, n: number, way: YamlWay) {
    const rule = Object.fromEntries(
      ['on', ...EFFECTS, 'times', 'for'].flatMap((key) => {
        const value = input.fault[key as keyof typeof input.fault];
        return value === undefined ? [] : [[key, value]];
      }),
    ) as unknown as FaultRule;
    const { frame, socket } = input.fault.on;
    const misnamed = frameProblem(frame, socket === undefined ? undefined : SOCKETS[socket]);
    if (misnamed !== undefined) this.#say(this.#source.placeOf([...way, 'fault', 'on', 'frame']), misnamed);
    const name = input.name ?? input.fault.hold ?? `fault ${n}`;
    if (this.#faults.has(name)) {
      this.#say(this.#source.placeOf(way), `a fault '${name}' exists already; give this one another name`);
    }
    this.#faults.add(name);
    if (input.fault.hold !== undefined) this.#holds.add(input.fault.hold);
    return { name, rule, fires: input.fires ?? 1 };
  }

  /** The answer to an op is expected by its frame, that of a request by status, headers and body. */
  #mustFit({ await: name, expect = {} }: Input<'await'>, way: YamlWay): void {
    const isOp = this.#sockets.isOp(name);
    const stray = (isOp ? (['status', 'headers', 'body'] as const) : (['frame'] as const)).find((key) => key in expect);
    if (stray === undefined) return;
    const place = this.#source.placeOfKey([...way, 'expect', stray]);
    const [what, has] = isOp ? ['an op', 'frame'] : ['a request', 'status, headers and body'];
    this.#say(place, `'${name}' is ${what}, and its answer has ${has}, no ${stray}`);
  }

  #judged(input: Judging, way: YamlWay): Pick<Judged, 'expect' | 'save' | 'placeOf'> {
    for (const name of Object.keys(input.save ?? {})) this.#saved.add(name);
    return {
      ...(input.expect === undefined ? {} : { expect: input.expect as Expectation }),
      save: input.save ?? {},
      placeOf: (...below) => this.#source.placeOf([...way, 'expect', ...below]),
    };
  }

  #request(input: Input<'request'>, way: YamlWay): Omit<RequestStep, 'kind' | 'n' | 'phase' | 'at' | 'note'> {
    const earlier = this.#repeated(input, way);
    const [method = 'GET', path = '/'] = input.request?.split(' ') ?? [earlier?.method, earlier?.path];
    const body =
      input.body !== undefined ? { json: input.body } : input.text !== undefined ? { text: input.text } : earlier?.body;
    const key = input.key ?? earlier?.key;
    const bearer = input.bearer ?? (input.as === undefined ? earlier?.bearer : undefined);
    if (input.bearer !== undefined) this.#sockets.mustBeIssued(input.bearer, [...way, 'bearer']);
    const query = input.query ?? earlier?.query;
    const sent: Sent = {
      as: input.as ?? earlier?.as ?? 'anonymous',
      method,
      path,
      ...(bearer === undefined ? {} : { bearer }),
      ...(key === undefined ? {} : { key }),
      ...(query === undefined ? {} : { query }),
      headers: { ...earlier?.headers, ...input.headers },
      ...(body === undefined ? {} : { body }),
    };
    if (input.name !== undefined) {
      if (this.#requests.some(({ name }) => name === input.name)) {
        this.#say(this.#source.placeOf([...way, 'name']), `two requests are named '${input.name}'`);
      }
      if (input.background) this.#outstanding.set(input.name, this.#source.placeOf(way));
    }
    return {
      ...this.#judged(input, way),
      ...(input.name === undefined ? {} : { name: input.name }),
      sent,
      ...(input.within === undefined ? {} : { withinMs: input.within }),
      background: input.background ?? false,
      unchecked: input.unchecked ?? false,
    };
  }

  /** `last`: the latest request with this step's request line if it states one; otherwise the latest request. */
  #repeated(input: Input<'request'>, way: YamlWay): Sent | undefined {
    const wanted = input.repeat;
    if (wanted === undefined) return undefined;
    const found =
      wanted === 'last'
        ? this.#requests.findLast(
            ({ sent }) => input.request === undefined || input.request === `${sent.method} ${sent.path}`,
          )
        : this.#requests.find(({ name }) => name === wanted);
    if (found !== undefined) return found.sent;
    const names = this.#requests.flatMap(({ name }) => name ?? []);
    const what = wanted === 'last' ? (input.request ?? 'request') : `request named '${wanted}'`;
    this.#say(
      this.#source.placeOf([...way, 'repeat']),
      `no earlier ${what} to repeat${this.#hint(wanted, ['last', ...names])}`,
    );
    return undefined;
  }
}

/** The linked steps of a scenario, with every problem found. */
export function linkSteps(placed: readonly PlacedStep[], source: Source, members?: number) {
  const linker = new Linker(source, members);
  const steps = placed.map((step, i) => linker.step(step, i + 1));
  linker.finish();
  return { steps, problems: linker.problems };
}
