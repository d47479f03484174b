/** `replay --step`: asks before each step what to do, and shows the state of the play. */
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import type { Control } from '../../../conformance/member/control/control.ts';
import type { Paint, PlayedStep, PlayState, Scenario } from '../../../scenarios/index.ts';
import { harmless, stepSubject, stepWords, trafficLines } from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import type { Say } from './in-order.ts';

type Step = Scenario['steps'][number];

const HELP = [
  'n, Enter  play this step',
  'c [LINE]  continue to the end, or to the first step from a line on',
  's         the state: time, members, faults, open sockets, saved values',
  'l         the last exchange, whole',
  'q         quit: the remaining steps are not played',
];
const LONGEST_VALUE = 100;

/** The lines typed, one at a time; undefined at the end of the input, or when it is interrupted. */
class Answers {
  readonly #lines: string[] = [];
  readonly #reader: Interface;
  #waiting: ((line: string | undefined) => void) | undefined;
  #ended = false;

  constructor({ stdin = process.stdin, interrupted }: CommandIo) {
    this.#reader = createInterface({ input: stdin, terminal: false });
    this.#reader.on('line', (line) => {
      if (this.#waiting === undefined) this.#lines.push(line);
      else this.#give(line);
    });
    this.#reader.on('close', () => this.#end());
    interrupted.addEventListener('abort', () => this.#end(), { once: true });
  }

  next(): Promise<string | undefined> {
    const line = this.#lines.shift();
    if (line !== undefined || this.#ended) return Promise.resolve(line);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  close(): void {
    this.#reader.close();
  }

  #give(line: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(line);
  }

  #end(): void {
    this.#ended = true;
    this.#give(undefined);
  }
}

async function worldLines(control: Control): Promise<readonly string[]> {
  const { mode, nowNs, timers } = await control.clock();
  const held = (await control.faults()).reduce((sum, fault) => sum + fault.held, 0);
  const members = await control.members();
  return [
    `clock: ${mode}, ${new Date(Number(nowNs / 1_000_000n)).toISOString()}, timers: ${timers}, held: ${held}`,
    ...members.map(
      ({ name, version, state, position }) => `member ${name}: ${version}, ${state}, at position ${position}`,
    ),
  ];
}

async function stateLines({ nowMs, saved, sockets, control, faults }: PlayState): Promise<readonly string[]> {
  const values = [...saved].map(([name, value]) => {
    const text = JSON.stringify(value) ?? 'nothing';
    return `saved ${name}: ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text}`;
  });
  return [
    `time: ${Math.round(await nowMs())} ms since the play began`,
    ...(control === undefined ? [] : await worldLines(control)),
    ...(await faults()).map(
      ({ name, firings }) => `fault ${name}: set, fired ${firings} ${firings === 1 ? 'time' : 'times'}`,
    ),
    ...sockets.map(
      ({ name, unread }) =>
        `socket ${name}: open, ${unread} ${unread === 1 ? 'frame' : 'frames'} that no step has read`,
    ),
    ...(values.length === 0 ? ['saved: nothing yet'] : values),
  ].map(harmless);
}

/** For `play`: beforeStep, and onStep, which keeps the last exchange. */
export function stepping(io: CommandIo, say: Say, paint: Paint) {
  const answers = new Answers(io);
  let untilLine = 0;
  let last: PlayedStep | undefined;

  const beforeStep = async (step: Step, state: PlayState): Promise<boolean> => {
    if (step.at.line < untilLine) return true;
    untilLine = 0;
    say([
      paint('strong', `> ${`${step.at.line}`.padStart(3)}  ${harmless(`${stepSubject(step)} ${stepWords(step)}`)}`),
    ]);
    for (;;) {
      io.stdout.write('(n)ext, (c)ontinue, (s)tate, (l)ast exchange, (q)uit, (h)elp: ');
      const line = await answers.next();
      // With piped commands the output shows each command before its answer.
      if (line === undefined || io.stdout.isTTY !== true) say([line ?? '']);
      const [word = '', rest] = (line ?? 'q').trim().split(/\s+/, 2);
      if (word === '' || word === 'n' || word === 'next') return true;
      if (word === 'q' || word === 'quit') return false;
      if (word === 'c' || word === 'continue') {
        untilLine = rest === undefined ? Number.POSITIVE_INFINITY : Number(rest);
        if (!Number.isNaN(untilLine)) return true;
        untilLine = 0;
        say(['c takes the number of a line']);
      } else if (word === 's' || word === 'state') say(await stateLines(state));
      else if (word === 'l' || word === 'last')
        say(last === undefined ? ['nothing was sent yet'] : trafficLines(last, paint));
      else say(HELP);
    }
  };
  const onStep = (step: PlayedStep) => {
    if (step.exchanges.length + step.messages.length > 0) last = step;
  };
  return { beforeStep, onStep, close: () => answers.close() };
}
