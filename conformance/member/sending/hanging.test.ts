import { describe, expect, test } from 'vitest';
import { Hanging, Hangs, sentTo } from './hanging.ts';

const LATE = 10_000;
const ORDERS = sentTo('POST', '/orders');
const USERS = sentTo('PUT', '/users/3');
const ACCOUNTS = sentTo('POST', '/accounts');
const SOCKET = { route: 'handshakes of the trading socket' };

function watching() {
  const clock = { nowMsIs: 0 };
  const stopwatch = {
    startedAtMs: 0,
    nowMs: () => clock.nowMsIs,
    sleep: async () => {},
    after: () => ({ cancel() {} }),
  };
  return { clock, hanging: new Hanging(stopwatch, LATE) };
}

describe('requests of a hanging kind are not sent', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['after three timeouts of a route',    [ORDERS, ORDERS, ORDERS],  ORDERS,                        /^POST \/orders: 3 in a row .* 10 s/],
    ['on another row of that route',       [ORDERS, ORDERS, ORDERS],  sentTo('POST', '/orders?x=1'), /POST \/orders:/],
    ['after three writes on three routes', [ORDERS, USERS, ACCOUNTS], sentTo('POST', '/portfolios'), /writes: 3 in a row/],
    ['after three handshakes',             [SOCKET, SOCKET, SOCKET],  SOCKET,                        /handshakes of the trading socket: 3/],
  ])('%s', (_, late, sent, words) => {
    const { hanging } = watching();
    for (const one of late) hanging.saw(one, LATE);
    expect(() => hanging.sending(sent)).toThrow(Hangs);
    expect(() => hanging.sending(sent)).toThrow(words);
  });

  test.each([
    ['two timeouts of a route', [ORDERS, ORDERS], ORDERS],
    ['timeouts of one route, for another route', [ORDERS, ORDERS, ORDERS], USERS],
    ['timeouts of writes, for a read', [ORDERS, USERS, ACCOUNTS], sentTo('GET', '/orders')],
  ])('except after %s', (_, late, sent) => {
    const { hanging } = watching();
    for (const one of late) hanging.saw(one, LATE);
    expect(() => hanging.sending(sent)).not.toThrow();
  });

  test('except if a response came in between', () => {
    const { hanging } = watching();
    for (const waitedMs of [LATE, LATE, undefined, LATE, LATE]) hanging.saw(ORDERS, waitedMs);
    expect(() => hanging.sending(ORDERS)).not.toThrow();
  });

  test('except if a check used a shorter timeout', () => {
    const { hanging } = watching();
    for (const waitedMs of [200, 200, 200]) hanging.saw(ORDERS, waitedMs);
    expect(() => hanging.sending(ORDERS)).not.toThrow();
  });
});

test('one request in half a minute tests whether the kind still hangs', () => {
  const { hanging, clock } = watching();
  for (const one of [ORDERS, ORDERS, ORDERS]) hanging.saw(one, LATE);
  clock.nowMsIs = 30_000;
  expect(() => hanging.sending(ORDERS)).not.toThrow();
  expect(() => hanging.sending(ORDERS)).toThrow(Hangs);
  hanging.saw(ORDERS, undefined);
  expect(() => hanging.sending(ORDERS)).not.toThrow();
});
