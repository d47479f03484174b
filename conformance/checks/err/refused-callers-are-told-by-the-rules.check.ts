import { keepsTheRules, RULED } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';
import { refusalsOf } from './refusal-sweep.ts';

export const refusedCallersAreToldByTheRules = check({
  id: 'err/refused-callers-are-told-by-the-rules',
  proves: RULED,
  title: 'a refusal of who calls keeps the rules of all refusals: envelope, message, request id, retryable',
  needs: ['awaiting', 'disabled', 'suspended', 'viewer', 'account', 'instrument', 'writes'],

  async drive({ awaiting, disabled, suspended, viewer, order }) {
    for (const caller of [awaiting, disabled, suspended]) {
      await caller.get('/orders');
      await caller.submit(order({ price: FINER_THAN_ANY_GRID }));
    }
    // By the owner, for want of orders:trade.
    await viewer.submit(order({ price: FINER_THAN_ANY_GRID }));
  },

  judge: (history) => eachOf(refusalsOf(history), keepsTheRules),
});
