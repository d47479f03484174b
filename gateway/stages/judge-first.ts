import { stage } from '../stage.ts';
import { commandOf } from './serve.ts';
import { stored } from './store-material.ts';

/**
 * Checks that older members made before the key, so that a retry of a held key could be refused again: the names of an
 * order (before 0.11.2), and key material, which went to the intake (before 0.11.3). The refusals are those of
 * `prepare` and `store-material`, in the order of precedence of later versions.
 */
export const judgeFirst = stage({
  name: 'judge-first',
  refuses: [],
  needs: ['services', 'operation', 'route', 'caller', 'params', 'key', 'ifMatch', 'body'],
  gives: [],
  async run(known) {
    const { gates } = known.services;
    if (known.operation === 'submitOrder' && !gates['keys.before-names']) await commandOf(known);
    if (known.route.intake === true && !gates['keys.before-material']) {
      await stored({ ...known, command: await commandOf(known) });
    }
  },
});
