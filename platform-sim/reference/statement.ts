import type { Command, Fact } from '../../gateway/facts.ts';

/** The platform's own statement of rows, which the register records as it is. */
export function statement(operation: string, facts: readonly Fact[]): Command {
  return {
    owner: 'register',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation,
    body: { kind: 'state', facts },
  };
}
