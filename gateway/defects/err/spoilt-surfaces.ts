import { notHeld, stateHeaders } from '../../answers.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';
import { refusing } from './refusing.ts';

export const SPOILT_SURFACES: readonly Defect[] = [
  {
    name: 'finds-no-instance-where-it-has-no-algos',
    breaks: ['ERR-19'],
    story: 'a member without the algos surface answers 404 to what names an instance',
    stages: {
      'require-surface': refusing('ALGOS_UNAVAILABLE', ({ services, params }) =>
        params['id'] === undefined ? undefined : notHeld(services, 'instance'),
      ),
    },
  },
  {
    name: 'names-the-position-of-a-surface-it-lacks',
    breaks: ['ERR-19'],
    story: 'ALGOS_UNAVAILABLE carries the position of the state that it is not read from',
    stages: {
      'require-surface': refusing('ALGOS_UNAVAILABLE', ({ services }) => {
        const { 'X-Service-Global-Sequence': position = '1' } = stateHeaders(services);
        return new Refusal('ALGOS_UNAVAILABLE', 'no algos here', {
          headers: { 'X-Service-Global-Sequence': position },
        });
      }),
    },
  },
  {
    name: 'has-no-balances-for-the-moment',
    breaks: ['ERR-20'],
    story: 'a member without the balances surface says NOT_SERVING, as if they would come',
    stages: {
      'require-surface': refusing(
        'BALANCES_UNAVAILABLE',
        () => new Refusal('NOT_SERVING', 'no balances now: retry shortly'),
      ),
    },
  },
  {
    name: 'replica-asks-to-be-asked-again',
    breaks: ['ERR-14'],
    story: 'a read replica refuses writes as if the next try could succeed',
    stages: {
      'replay-or-attach': refusing('NOT_SERVING', ({ services }) =>
        services.surfaces.replica ? new Refusal('NOT_SERVING', 'this member takes no writes now') : undefined,
      ),
    },
  },
];
