import { Refusal } from '../../contract/refusals.ts';
import type { Command } from '../../facts.ts';
import type { Stage } from '../../stage.ts';
import { heldBy } from '../another-command.ts';
import type { Defect } from '../defect.ts';

/** The same command without its precondition, where it restates a portfolio under one. */
function unconditional(command: Command): Command | undefined {
  const { body } = command;
  if (body.kind !== 'restate' || body.family !== 'portfolios' || body.ifMatch === null) return undefined;
  return { ...command, body: { ...body, ifMatch: null } };
}

/** The same command without its precondition, where it moves an asset policy by an arm. */
function withoutItsVersion(command: Command): Command {
  const { body } = command;
  if (body.kind !== 'withdraw' || body.family !== 'asset-policies') return command;
  return { ...command, body: { ...body, ifMatch: null } };
}

/** Refuses what restates a portfolio without an If-Match, as a member may that has read of 428 and not of this service. */
function owingAPrecondition(good: Stage): Stage {
  return {
    ...good,
    async run(known, proceed) {
      const isOwed = known.operation === 'restatePortfolio' && known.request.headers['if-match'] === undefined;
      if (isOwed && (heldBy(known, 'portfolios', known.params['id'])?.version ?? 0) > 2)
        throw new Refusal('MALFORMED_REQUEST', 'If-Match: absent');
      return good.run(known, proceed);
    },
  };
}

/** Each is wrong about what a precondition does. */
export const SPOILT_PRECONDITIONS: readonly Defect[] = [
  {
    name: 'writes-over-a-newer-version',
    breaks: ['MATCH-04'],
    story: 'the last writer wins, whatever version it had read',
    port: (good) => ({ ...good, submit: (command) => good.submit(unconditional(command) ?? command) }),
  },
  {
    name: 'moves-a-newer-version',
    breaks: ['MATCH-04'],
    story: 'an arm of an asset policy asks for no version, whatever If-Match says',
    port: (good) => ({ ...good, submit: (command) => good.submit(withoutItsVersion(command)) }),
  },
  {
    name: 'answers-409-to-a-stale-version',
    breaks: ['MATCH-04'],
    story: 'a stale If-Match of a portfolio answers 409',
    spoil: (answer, { path }) =>
      answer.status === 412 && path.startsWith('/portfolios/') ? { ...answer, status: 409 } : answer,
  },
  {
    name: 'refuses-a-stale-write-and-applies-it',
    breaks: ['MATCH-04'],
    story: 'what is refused 412 is written all the same, a moment later',
    stages: { send: writingAllTheSame },
  },
  {
    name: 'asks-for-a-precondition',
    breaks: ['MATCH-02'],
    story: 'refuses to restate a portfolio without an If-Match once it was restated twice',
    stages: { 'read-if-match': owingAPrecondition },
  },
  {
    name: 'ignores-the-id-in-a-body',
    breaks: ['MATCH-05'],
    story: 'restates the portfolio of the path, whichever the body names',
    stages: { 'read-body': believingNothing('portfolioId') },
  },
  {
    name: 'ignores-the-version-in-a-body',
    breaks: ['MATCH-05'],
    story: 'restates the version of the If-Match, whichever the body names',
    stages: { 'read-body': believingNothing('version') },
  },
];

/** Sends what was stale once more, without its precondition and under another key. */
function writingAllTheSame(good: Stage): Stage {
  return {
    ...good,
    async run(known, proceed) {
      try {
        return await good.run(known, proceed);
      } catch (stale) {
        const again = stale instanceof Refusal && stale.row.status === 412 ? unconditional(known.command) : undefined;
        if (again !== undefined) await known.services.port.submit({ ...again, key: `${known.key}.late` });
        throw stale;
      }
    },
  };
}

function believingNothing(member: string): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    run(known, proceed) {
      if (known.operation !== 'restatePortfolio') return good.run(known, proceed);
      const { [member]: _, ...restates } = known.route.restates ?? {};
      return good.run({ ...known, route: { ...known.route, restates } }, proceed);
    },
  });
}
