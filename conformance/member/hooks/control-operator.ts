/** The operator of a sandbox: faults and deployments of its control plane. The session reverts them (control-session.ts). */
import type { Control, FaultRule } from '../control/control.ts';
import type { StateName } from './hook-names.ts';
import type { Operator, State } from './operator.ts';

/** Longer than the sync deadline and the write deadline of a member. */
const PAST_THE_DEADLINE = '5s';

type ByFault = Exclude<StateName, 'dropSurfaces'>;

/** Each for the write of one key alone. */
const FAULTS: Readonly<Record<ByFault, (key: string) => FaultRule>> = {
  slowOwner: (key) => ({ on: { command: 'submit', key }, hold: key }),
  stopOwner: (key) => ({ on: { edge: 'inbox', key }, refuse: 'OWNER_ABSENT', times: 1 }),
  cutOff: (key) => ({ on: { edge: 'look-up', key }, hold: key }),
  stopIntake: () => ({ on: { edge: 'intake' }, refuse: 'INTAKE_UNAVAILABLE' }),
};

const ONCE: Pick<State, 'until' | 'afterwards'> = { until: (send) => send(), afterwards: (send) => send() };

/** `keyRotated`: tokens of the former key are refused from now on. */
export function controlOperator(control: Control, freshKey: () => string, keyRotated: () => void): Operator {
  return {
    async begin(state) {
      if (state === 'dropSurfaces') {
        await control.deploy({ surfaces: { algos: false, balances: false, tickets: false } });
        return { meet: (send) => send(freshKey()), end: async () => {}, ...ONCE };
      }
      const key = freshKey();
      const rule = FAULTS[state](key);
      const fault = await control.fault(rule);
      return {
        async meet(send) {
          const pending = send(key);
          if (rule.hold !== undefined) {
            await fault.untilHeld();
            await control.advance(PAST_THE_DEADLINE);
          }
          return pending;
        },
        async end() {
          await fault.remove();
          // What was held reaches its owner.
          if (state === 'slowOwner') await control.advance('1s');
        },
        ...ONCE,
      };
    },
    async restart(meanwhile) {
      if (meanwhile === undefined) await control.crash();
      else {
        await control.restart();
        await meanwhile();
        await control.catchUp();
      }
      return ONCE;
    },
    async rotateKey() {
      await control.operate('rotateKeys', { body: { keep: false } });
      keyRotated();
      return ONCE;
    },
    advance: async (by) => void (await control.advance(by)),
  };
}
