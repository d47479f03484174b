/** The rules of faults as text, for another process. */
import type { FaultsMark } from './fault.ts';

/** JSON: the same rules have the same text. */
export function textOfRules({ rules, ...rest }: FaultsMark): string {
  return JSON.stringify({
    ...rest,
    rules: rules.map((rule) => ({ ...rule, expiresAtNs: `${rule.expiresAtNs ?? ''}` })),
  });
}

export function rulesOfText(text: string): FaultsMark {
  const { rules, ...rest } = JSON.parse(text) as FaultsMark;
  const untilOf = (ns: unknown): bigint | undefined => (ns === '' ? undefined : BigInt(ns as string));
  return { ...rest, rules: rules.map((rule) => ({ ...rule, expiresAtNs: untilOf(rule.expiresAtNs) })) };
}
