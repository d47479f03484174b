/** The Node example client at a sandbox that fails it in three ways, recorded: the scenario, and what was answered. */

import { directly } from '../../../conformance/member/connection/dial.ts';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import type { Draft } from '../../../scenarios/index.ts';
import { scenarioOf } from '../../../scenarios/index.ts';
import type { Order } from '../../examples/node-client.ts';
import { NodeClient } from '../../examples/node-client.ts';
import { addressesOf, throughProxy } from '../../recording/addresses.ts';
import { startRecording } from '../../recording/recording.ts';
import { TrafficLog } from '../../recording/traffic-log.ts';
import { trafficOf, withoutSecrets } from '../../recording/traffic-of.ts';
import { readFaults, worldSeen } from '../../recording/world-seen.ts';

export interface RecordedNodeClient extends Draft {
  /** Of the gateway's answers to requests, in order of sending; a lost one is absent. */
  readonly statuses: readonly number[];
  /** How many orders came to be: the client means to place three. */
  readonly orders: number;
  /** What no file may contain. */
  readonly secrets: readonly string[];
}

const ORDER: Order = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };
const SUBMIT = { owner: 'orders', command: 'submit' } as const;
/** The sandbox's own deadline for an answer is shorter. */
const LONGEST_WAIT_MS = 20_000;
/** Of the client: a busy machine releases the verdict before the client tries again. */
const PAUSE_MS = 1_000;

export interface RecordingOfClient {
  /** The client sends a write again with another key. */
  readonly hasNewKeyBug?: boolean;
  /** true: the file expects the three orders that the client meant to place, whatever was there. */
  readonly expectsThree?: boolean;
}

/**
 * A 202 whose outcome comes later, a lost answer and a full inbox, each met by the placing of one order; then the session
 * follows a cancel.
 */
export async function recordedNodeClient(options: RecordingOfClient = {}): Promise<RecordedNodeClient> {
  await using sandbox = await startSandbox({ clock: 'real' });
  const loaded = profileOf(sandbox.profile, 'the sandbox');
  const stopwatch = startStopwatch();
  const log = new TrafficLog(stopwatch);
  const addresses = addressesOf(loaded.profile);
  const at = { addresses, dial: directly, host: '127.0.0.1', ports: [], log, stopwatch };
  const recording = await startRecording(at);
  try {
    const through = (address: string): string => throughProxy(address, recording.proxies);
    const control = through(sandbox.profile.control);
    const world = await worldSeen(control);
    const { clientId, clientSecret } = sandbox.profile.principals.trader;
    let keys = 0;
    const clientAt = (reached: (address: string) => string): NodeClient =>
      new NodeClient({
        baseUrl: reached(sandbox.profile.baseUrl),
        tradingUrl: reached(sandbox.profile.sockets.trading),
        tokenEndpoint: reached(sandbox.profile.identity.tokenEndpoint),
        ...{ clientId, clientSecret, hasNewKeyBug: options.hasNewKeyBug ?? false, pauseMs: PAUSE_MS },
        newKey: () => {
          keys += 1;
          return `node-client-${keys}`;
        },
      });
    const before = (await clientAt((address) => address).orders()).length;
    const client = clientAt(through);
    const post = (path: string, body?: object) => sent(`${control}${path}`, body);
    const statuses = () =>
      log.events().flatMap((one) => (one.role === 'gateway' && one.response !== null ? [one.response.status] : []));

    const heard: unknown[] = [];
    const session = await client.follow((message) => heard.push(message['event']));
    await post('/faults', { on: SUBMIT, hold: 'verdict', times: 1 });
    const pending = client.place(ORDER);
    // Not beside the release: a read that is under way then is answered by chance, and the recording replays one of the two.
    while (statuses().at(-2) !== 202) {
      if (stopwatch.nowMs() > LONGEST_WAIT_MS) throw new Error('no 202 came, or no look at its operation was answered');
      await stopwatch.sleep(10);
    }
    await post('/holds/verdict/release');
    const { orderId } = await pending;
    await post('/faults', { on: { edge: 'answer', method: 'POST', path: '/orders' }, drop: 'answer', times: 1 });
    await client.place(ORDER);
    await post('/faults', { on: { edge: 'inbox', ...SUBMIT }, refuse: 'INBOX_FULL', times: 1 });
    await client.place(ORDER);
    await client.cancel(String(orderId));
    while (!heard.includes('order') && stopwatch.nowMs() < LONGEST_WAIT_MS && heard.length < 4)
      await stopwatch.sleep(10);
    await session.close();
    const orders = await client.orders();
    await readFaults(control);

    const { traffic, unmapped } = trafficOf(log.events(), loaded, world);
    const last = traffic.events.findLast(({ event }) => !('kind' in event) && event.request.path.startsWith('/orders'));
    const three = { status: 200, body: { items: { $length: before + 3 } } };
    const draft = scenarioOf(traffic, {
      id: 'node-client',
      story: 'The Node example client places three orders while the gateway fails it in three ways.',
      ...(options.expectsThree && last !== undefined && { expects: new Map([[last.event.n, three]]) }),
    });
    const tokens = log
      .events()
      .flatMap(({ request }) => request.headers.filter(([name]) => /^authorization$/i.test(name)));
    return {
      text: withoutSecrets(draft.text, loaded),
      unmapped: [...unmapped, ...draft.unmapped],
      statuses: statuses(),
      orders: orders.length - before,
      secrets: [clientSecret, ...new Set(tokens.map(([, value]) => value.replace(/^Bearer /, '')))],
    };
  } finally {
    await recording.close(0);
  }
}

async function sent(url: string, body: object = {}): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
}
