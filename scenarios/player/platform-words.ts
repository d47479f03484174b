/** Descriptions of the steps that change the platform. */
import { durationText } from '../format/duration.ts';
import type { MemberStep, MemberTerms, PlatformStep } from '../format/platform-steps.ts';

/** A member's deployment, such as `0.13.0, tickets off`. */
export function termsWords({ version, socketVersion, surfaces = {}, weight }: MemberTerms): string {
  const parts = [
    version,
    socketVersion === undefined ? undefined : `sockets ${socketVersion}`,
    ...Object.entries(surfaces).map(([name, on]) => `${name} ${on ? 'on' : 'off'}`),
    weight === undefined ? undefined : `weight ${weight}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function changeWords({ change }: MemberStep): string {
  if ('deploy' in change) return `deploy ${termsWords(change.deploy)}`;
  if ('move' in change) return change.move;
  if ('lagMs' in change) return `lag ${durationText(change.lagMs)}`;
  return `clock ${durationText(Math.abs(change.skewMs))} ${change.skewMs < 0 ? 'behind' : 'ahead'}`;
}

/** The subject of a step; undefined if its kind names it. */
export function platformSubject(step: { readonly kind: string }): string | undefined {
  if (step.kind === 'member') return (step as MemberStep).member;
  if (['quote', 'fill', 'reject', 'balance'].includes(step.kind)) return 'venue';
  if (step.kind === 'snapshot' || step.kind === 'restore' || step.kind === 'reset') return 'world';
  return step.kind === 'next' ? 'roll' : undefined;
}

/** A platform step in a few words. */
export function platformWords(step: PlatformStep): string {
  switch (step.kind) {
    case 'member':
      return changeWords(step);
    case 'route':
      return step.route;
    case 'owner':
      return `${step.owner} ${step.does === 'leave' ? 'leaves' : 'returns'}`;
    case 'roll': {
      const steps = step.plan.map(
        ({ member, do: what, to }) => `${member} ${what}${to === undefined ? '' : ` to ${to}`}`,
      );
      return `${step.roll}: ${steps.join(', ')}`;
    }
    case 'snapshot':
    case 'restore':
      return `${step.kind} ${step.snapshot}`;
    case 'reset':
      return `reset to seed ${step.seed}`;
    case 'quote':
      return `instrument ${step.instrument}: bid ${step.bid}, ask ${step.ask}`;
    case 'fill':
      return `fill ${step.qty ?? 'the rest'} of order ${step.order}${step.price === undefined ? '' : ` at ${step.price}`}`;
    case 'reject':
      return `reject order ${step.order}: ${step.reason}`;
    case 'balance':
      return `account ${step.account}: ${step.asset} ${step.total}`;
    case 'next':
      return `next step of ${step.roll}`;
  }
}
