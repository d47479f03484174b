/** Members whose trading sessions begin otherwise than with one sessionOpened, at once and whole (WSS-03). */
import type { Connection } from '../../sockets/connection.ts';
import { eventFrame, type Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from './on-its-connection.ts';

const GREETING = 'sessionOpened';

const isGreeting = (text: string): boolean => frameOf(text)['event'] === GREETING;

/** The connection, with other texts in the place of the greeting. */
function greetedWith(texts: (greeting: string) => readonly string[]): NonNullable<Defect['stages']> {
  return onItsConnection('trading', (connection) => ({
    send(text) {
      for (const one of isGreeting(text) ? texts(text) : [text]) connection.send(one);
    },
  }));
}

/** A trading session's greeting with other data. */
function greetedWithData(rewrite: (data: Frame) => Frame): NonNullable<Defect['frame']> {
  return (frame, { socket, name }) =>
    socket === 'trading' && name === GREETING ? { ...frame, data: rewrite(frame['data'] as Frame) } : frame;
}

/** A greeting waits until the client has said something. */
function speakingWhenSpokenTo(connection: Connection): Partial<Connection> {
  let waiting: string[] | undefined = [];
  return {
    send(text) {
      if (waiting === undefined || !isGreeting(text)) connection.send(text);
      else waiting.push(text);
    },
    onMessage(hear) {
      connection.onMessage((text) => {
        for (const one of waiting ?? []) connection.send(one);
        waiting = undefined;
        hear(text);
      });
    },
  };
}

export const OTHER_GREETINGS: readonly Defect[] = [
  {
    name: 'greets-who-speaks-first',
    breaks: ['WSS-03'],
    story: 'sends sessionOpened once the client has sent something',
    stages: onItsConnection('trading', speakingWhenSpokenTo),
  },
  {
    name: 'greets-twice',
    breaks: ['WSS-03'],
    story: 'sends sessionOpened and then sessionOpened again',
    stages: greetedWith((greeting) => [greeting, greeting]),
  },
  {
    name: 'says-hello-before-it-greets',
    breaks: ['WSS-03'],
    story: 'the first frame of a session is an event of its own, and sessionOpened the second',
    stages: greetedWith((greeting) => [JSON.stringify(eventFrame('hello', {})), greeting]),
  },
  {
    name: 'greets-with-a-number-for-its-expiry',
    breaks: ['WSS-03'],
    story: 'expiresAtNs of sessionOpened is a number',
    frame: greetedWithData((data) => ({ ...data, expiresAtNs: Number(data['expiresAtNs']) })),
  },
  {
    name: 'greets-without-an-expiry',
    breaks: ['WSS-03'],
    story: 'sessionOpened has the capabilities alone',
    frame: greetedWithData(({ expiresAtNs: _, ...data }) => data),
  },
  {
    name: 'greets-with-one-text-of-capabilities',
    breaks: ['WSS-03'],
    story: 'capabilities of sessionOpened are one string with spaces, as scopes of OAuth are',
    frame: greetedWithData((data) => ({ ...data, capabilities: (data['capabilities'] as string[]).join(' ') })),
  },
];
