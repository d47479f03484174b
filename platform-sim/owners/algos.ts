/** The algos owner: judges users' commands for instances, and records the engine's statements. */
import type {
  AlgosCommand,
  CreateInstance,
  EngineStop,
  EngineVerdict,
  Fact,
  HaltInstances,
  MoveInstance,
  ProposeConfig,
} from '../../gateway/facts.ts';
import type { Owner, Refused, Sequenced } from '../owner.ts';
import { createInstance } from './algos/create.ts';
import { takeStop, takeVerdict } from './algos/engine-word.ts';
import { haltInstances, moveInstance } from './algos/move.ts';
import { proposeConfig } from './algos/propose.ts';
import { type AlgosState, applyRecord, NO_ALGOS } from './algos/state.ts';
import { unauthorised } from './authority.ts';

/** The owner of algo instances and their documents. */
export const algos: Owner<AlgosState, AlgosCommand> = {
  name: 'algos',
  initial: () => NO_ALGOS,
  decide(state, sequenced) {
    switch (sequenced.command.body.kind) {
      case 'engine-verdict':
        return takeVerdict(state, sequenced as Sequenced<EngineVerdict>);
      case 'engine-stop':
        return takeStop(state, sequenced as Sequenced<EngineStop>);
      default:
        // Every write of a user needs it, by the records at the time of the verdict (ALG-03).
        return (
          unauthorised(state.directory, sequenced.command.principal, 'algos:manage') ?? judgeWrite(state, sequenced)
        );
    }
  },
  apply: applyRecord,
};

function judgeWrite(state: AlgosState, sequenced: Sequenced<AlgosCommand>): readonly Fact[] | Refused {
  switch (sequenced.command.body.kind) {
    case 'create-instance':
      return createInstance(state, sequenced as Sequenced<CreateInstance>);
    case 'propose-config':
      return proposeConfig(state, sequenced as Sequenced<ProposeConfig>);
    case 'halt-instances':
      return haltInstances(state, sequenced as Sequenced<HaltInstances>);
    default:
      return moveInstance(state, sequenced as Sequenced<MoveInstance>);
  }
}
