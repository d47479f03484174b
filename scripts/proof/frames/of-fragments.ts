/** Autobahn section 5: messages in several frames, control frames between them, and frames that continue nothing. */
import { asked, broken, type FrameCase, MALFORMED, octets, op } from './frame-case.ts';
import { close, fragments, frame, OPCODES, ping, pong, text } from './raw-frame.ts';

const whole = op('r1', 'some text in several frames');
const halves = [whole.slice(0, 9), whole.slice(9)] as const;
const inHalves = fragments(OPCODES.text, halves);
const [first, last] = inHalves as readonly [Buffer, Buffer];
const stray = (fin: boolean) => frame({ opcode: OPCODES.continuation, payload: 'stray', fin });

/** Cut into so many pieces of equal length. */
const into = (count: number): readonly Buffer[] =>
  fragments(
    OPCODES.text,
    Array.from({ length: count }, (_, i) =>
      whole.slice(Math.floor((i * whole.length) / count), Math.floor(((i + 1) * whole.length) / count)),
    ),
  );

const right: readonly FrameCase[] = [
  ...[2, 3, 5, whole.length].flatMap((count) => [
    asked(`an op in ${count} frames`, 'r1', ...into(count)),
    asked(`an op in ${count} frames, all in one piece`, 'r1', Buffer.concat(into(count))),
    asked(`an op in ${count} frames, a byte at a time`, 'r1', ...octets(Buffer.concat(into(count)))),
  ]),
  asked('an op with empty frames around it', 'r1', ...fragments(OPCODES.text, ['', ...halves, ''])),
  asked('an op between pongs', 'r1', first, pong('x'), last),
  {
    name: 'a ping between two frames of an op is answered first',
    sends: [first, ping('between'), last],
    sees: [{ pong: 'between' }, { answers: 'r1' }],
  },
  {
    name: 'three pings between the frames of an op',
    sends: [Buffer.concat([ping('1'), first, ping('2'), ping('3'), last])],
    sees: [{ pong: '1' }, { pong: '2' }, { pong: '3' }, { answers: 'r1' }],
  },
  { name: 'an empty message in two frames', sends: fragments(OPCODES.text, ['', '']), sees: [MALFORMED] },
  { name: 'a binary message in two frames', sends: fragments(OPCODES.binary, ['a', 'b']), sees: [MALFORMED] },
  {
    name: 'two ops in two frames each',
    sends: [...inHalves, ...fragments(OPCODES.text, [op('r2').slice(0, 5), op('r2').slice(5)])],
    sees: [{ answers: 'r1' }, { answers: 'r2' }],
  },
  {
    name: 'a close between two frames of an op',
    sends: [Buffer.concat([first, close(1000), last])],
    sees: [{ closes: [1000] }],
  },
];

const wrong: readonly FrameCase[] = [
  broken('a last frame of no message', stray(true)),
  broken('a frame of no message, more to come', stray(false)),
  broken('a frame of no message, then a message', Buffer.concat([stray(true), text(whole)])),
  broken('an unfinished frame of no message, then a message', Buffer.concat([stray(false), text(whole)])),
  ...([true, false] as const).map(
    (fin): FrameCase => ({
      name: `a message, then a frame of no message${fin ? '' : ', more to come'}`,
      sends: [...inHalves, stray(fin)],
      sees: [{ answers: 'r1' }, { closes: [1002] }],
    }),
  ),
  broken('a text message within a text message', first, text(whole)),
  broken('a binary message within a text message', first, frame({ opcode: OPCODES.binary, payload: 'x' })),
  broken(
    'a text message within a binary message',
    frame({ opcode: OPCODES.binary, payload: 'x', fin: false }),
    text(whole),
  ),
  broken('a fragmented message within a fragmented one', first, first),
  broken('all of it in one piece', Buffer.concat([first, text(whole), last])),
];

export const FRAGMENT_CASES: readonly FrameCase[] = [...right, ...wrong];
