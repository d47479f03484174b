import type { Command, Fact } from '../../gateway/facts.ts';

/** A statement of rows by the platform itself, which the register records unchanged. */
export function statement(operation: string, facts: readonly Fact[]): Command {
  return {
    owner: 'register',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation,
    body: { kind: 'state', facts },
  };
}
