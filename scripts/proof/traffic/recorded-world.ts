/** A sandbox behind recording proxies, like those of `touchstone record`, and the scenario made from its traffic. */
import { directly } from '../../../conformance/member/connection/dial.ts';
import { profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import type { Draft } from '../../../scenarios/index.ts';
import { scenarioOf } from '../../../scenarios/index.ts';
import { addressesOf, throughProxy } from '../../recording/addresses.ts';
import { startRecording } from '../../recording/recording.ts';
import { TrafficLog } from '../../recording/traffic-log.ts';
import { trafficOf, withoutSecrets } from '../../recording/traffic-of.ts';
import { worldSeen } from '../../recording/world-seen.ts';
import { controlAt } from '../trouble/worlds.ts';

export type RecordedWorld = Awaited<ReturnType<typeof recordedWorld>>;

export async function recordedWorld(clock: 'virtual' | 'real') {
  const sandbox = await startSandbox({ clock, seed: 1 });
  const loaded = profileOf(sandbox.profile, 'the sandbox');
  const stopwatch = startStopwatch();
  const log = new TrafficLog(stopwatch);
  const at = { addresses: addressesOf(loaded.profile), dial: directly, host: '127.0.0.1', ports: [], log, stopwatch };
  const recording = await startRecording(at);
  const through = (address: string): string => throughProxy(address, recording.proxies);
  const control = controlAt(through(sandbox.controlUrl));
  const seen = await worldSeen(through(sandbox.controlUrl));
  return {
    ...{ sandbox, log, control, through },
    /** Statuses of the gateway's answers, in order of the requests. Lost answers are absent. */
    statuses: () =>
      log.events().flatMap(({ role, response }) => (role === 'gateway' && response !== null ? [response.status] : [])),
    /** The scenario, and the traffic that could not be mapped. @param expectsOrders number of orders in the last read of orders */
    draft(id: string, expectsOrders?: number): Draft {
      const { traffic, unmapped } = trafficOf(log.events(), loaded, seen);
      const last = traffic.events.findLast(
        ({ event }) => !('kind' in event) && event.request.path.startsWith('/orders'),
      );
      const expected = { status: 200, body: { items: { $length: expectsOrders } } };
      const isExpected = expectsOrders !== undefined && last !== undefined;
      const expects = isExpected ? { expects: new Map([[last.event.n, expected]]) } : {};
      const draft = scenarioOf(traffic, { id, story: 'Recorded by a test.', ...expects });
      return { text: withoutSecrets(draft.text, loaded), unmapped: [...unmapped, ...draft.unmapped] };
    },
    async [Symbol.asyncDispose]() {
      await control.close();
      await recording.close(0);
      await sandbox.close();
    },
  };
}
