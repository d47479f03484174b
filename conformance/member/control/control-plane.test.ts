import { describe, expect, test } from 'vitest';
import type { RecordedResponse } from '../exchange/exchange.ts';
import type { WireFailure, WireRequest } from '../sending/transport.ts';
import { Unreached } from '../sending/unreached.ts';
import { ControlRefused, controlPlane } from './control-plane.ts';
import { OPERATIONS } from './operations.gen.ts';

/** A control plane on a transport that always returns this response and records the requests. */
function over(answer: Partial<RecordedResponse> | WireFailure) {
  const sent: WireRequest[] = [];
  const plane = controlPlane({
    async send(request) {
      sent.push(request);
      return 'failure' in answer
        ? answer
        : { status: 200, headers: [['content-type', 'application/json; charset=utf-8']], body: '{}', ...answer };
    },
    close: async () => {},
  });
  return { plane, lines: () => sent.map(({ method, path, body }) => `${method} ${path} ${body ?? ''}`.trim()), sent };
}

describe('a request', () => {
  const { plane, lines } = over({});
  // biome-ignore format: an aligned table
  test.each([
    ['POST /clock/advance {"by":"2s"}',                      () => plane.advanceClock({ by: '2s' })],
    ['POST /members/m1/deploy {"surfaces":{"algos":false}}', () => plane.deployMember('m1', { surfaces: { algos: false } })],
    ['POST /members/m%2F1/restart',                          () => plane.restartMember('m/1')],
    ['POST /members/m1/restart {"catchUp":"when told"}',     () => plane.restartMember('m1', { catchUp: 'when told' })],
    ['GET /journal',                                         () => plane.readJournal()],
    ['GET /journal?after=5&limit=10',                        () => plane.readJournal({ after: '5', limit: '10' })],
    ['DELETE /faults/f1',                                    () => plane.removeFault('f1')],
  ])('%s', async (line, call) => {
    await call();
    expect(lines().at(-1)).toBe(line);
  });

  test('states a content type only if it has a body', async () => {
    const { plane: fresh, sent } = over({});
    await fresh.reset({ seed: 3 });
    await fresh.reset();
    expect(sent.map(({ headers }) => headers)).toEqual([['Content-Type', 'application/json'], []]);
  });
});

describe('an answer', () => {
  test('returns JSON, other content as text, or nothing', async () => {
    expect(await over({ body: '{"released":2}' }).plane.release('verdict')).toEqual({ released: 2 });
    const lines = over({ headers: [['Content-Type', 'application/x-ndjson']], body: '{"position":1}\n' });
    expect(await lines.plane.exportJournal()).toBe('{"position":1}\n');
    expect(await over({ status: 204, headers: [], body: '' }).plane.removeFaults()).toBeUndefined();
  });

  test('a process that is not ready is no refusal: it says why', async () => {
    const body = '{"ready":false,"role":"sandbox","why":"every member is drained"}';
    expect(await over({ status: 503, body }).plane.readHealth()).toEqual(JSON.parse(body));
    await expect(over({ status: 503, body: '{"error":{}}' }).plane.readHealth()).rejects.toThrow(ControlRefused);
  });

  test('a refusal carries its status, code and message', async () => {
    const body = '{"error":{"code":"CLOCK_IS_REAL","message":"the clock is real"}}';
    const refused = await over({ status: 409, body })
      .plane.advanceClock({ by: 1 })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ControlRefused);
    expect(refused).toMatchObject({
      status: 409,
      code: 'CLOCK_IS_REAL',
      message: 'control plane: POST /clock/advance answered 409 the clock is real',
    });
  });

  test('reports a response that no control plane sends unchanged', async () => {
    await expect(over({ status: 502, body: '<html>' }).plane.readClock()).rejects.toThrow('GET /clock answered 502');
    await expect(over({ failure: 'reset' }).plane.readClock()).rejects.toThrow(
      new Unreached('control plane: GET /clock: reset'),
    );
  });
});

test('each operation has one method of the same name', () => {
  const lines = Object.values(OPERATIONS);
  expect(Object.keys(over({}).plane).sort()).toEqual([...Object.keys(OPERATIONS), 'close', 'operate'].sort());
  expect(new Set(lines).size).toBe(lines.length);
});
