import { useState } from 'preact/hooks';
import { SOCKET_VERSIONS } from '../../../../gateway/contract/sockets.ts';
import { VERSIONS } from '../../../../gateway/contract/versions.ts';
import { Badge } from '../../../../reports/viewer/parts/badge.tsx';
import { spell } from '../../../duration.ts';
import { MEMBER_STATES, type MemberMove } from '../../../members/member-states.ts';
import { Do, Form, Refusal, useAct } from '../do.tsx';
import type { Member } from '../event-types.ts';
import { Facts } from '../facts.tsx';
import { Choice, Field, Tick } from '../fields.tsx';
import { platform } from '../live.ts';
import { ask } from '../plane.ts';
import { Sure } from '../sure.tsx';
import { hostAndPid } from './processes.tsx';

const TONES = { serving: 'good', 'catching-up': 'unsure', stalled: 'bad', drained: 'unsure' } as const;

const MOVES = [
  ['drain', 'Drain'],
  ['return', 'Return'],
  ['stall', 'Stall'],
  ['resume', 'Resume'],
  ['catch-up', 'Catch up'],
] as const satisfies readonly (readonly [MemberMove, string])[];

/** The moves that change something in this state. */
function movesOf({ state }: Member) {
  const moves: Readonly<Partial<Record<MemberMove, string>>> = MEMBER_STATES[state].moves;
  return MOVES.filter(([move]) => moves[move] !== undefined && moves[move] !== state);
}

function Standing({ member }: { readonly member: Member }) {
  const head = platform.value?.position ?? member.position;
  const behind = head - member.position;
  const { process } = member;
  const rows = [
    ['Contract', `${member.version}, socket ${member.socketVersion}`],
    ['Position', behind <= 0 ? `${member.position}, at the head` : `${member.position}, ${behind} behind the head`],
    ['Receives records', member.lag === 0 ? 'at once' : `${spell(member.lag)} late`],
    [
      'Clock',
      member.skew === 0 ? 'as the sandbox' : `${spell(Math.abs(member.skew))} ${member.skew > 0 ? 'ahead' : 'behind'}`,
    ],
    ['Sessions', `${member.sessions}`],
    ['In flight', `${member.inFlight}`],
    ['Weight', `${member.weight}`],
    ...(process === undefined
      ? []
      : ([
          ['Process', hostAndPid(process)],
          ['Address', process.gatewayUrl ?? 'none yet'],
        ] as const)),
  ] as const;
  return <Facts rows={rows} />;
}

function Deploy({ member, path }: { readonly member: Member; readonly path: string }) {
  const [version, setVersion] = useState(member.version);
  const [socketVersion, setSocketVersion] = useState(member.socketVersion);
  return (
    <Form
      label={`Deploy ${member.name}`}
      submit="Deploy"
      kind=""
      act={() => ask('POST', `${path}/deploy`, { version, socketVersion })}
    >
      <Choice label="Version" value={version} set={setVersion} options={VERSIONS} />
      <Choice label="Socket version" value={socketVersion} set={setSocketVersion} options={SOCKET_VERSIONS} />
    </Form>
  );
}

function Setting({
  member,
  label,
  hint,
  act,
}: {
  readonly member: Member;
  readonly label: string;
  readonly hint: string;
  readonly act: (value: string) => Promise<unknown>;
}) {
  const [value, set] = useState('');
  return (
    <Form label={`${label} of ${member.name}`} submit="Set" kind="" disabled={value === ''} act={() => act(value)}>
      <Field label={label} value={value} set={set} hint={hint} width="7rem" />
    </Form>
  );
}

function Surfaces({ member, path }: { readonly member: Member; readonly path: string }) {
  const { refusal, run } = useAct();
  return (
    <fieldset class="bar" aria-label={`Surfaces of ${member.name}`}>
      {Object.entries(member.surfaces).map(([name, isThere]) => (
        <Tick
          key={name}
          label={name}
          checked={isThere}
          set={(checked) => void run(() => ask('POST', `${path}/deploy`, { surfaces: { [name]: checked } }))}
        />
      ))}
      <Refusal>{refusal}</Refusal>
    </fieldset>
  );
}

/** One member: what it is now, and everything that can be done with it. */
export function MemberCard({ member }: { readonly member: Member }) {
  const { name, state } = member;
  const path = `members/${encodeURIComponent(name)}`;
  return (
    <section class="card" aria-labelledby={`member-${name}`}>
      <h3 id={`member-${name}`}>
        {name} <Badge kind={TONES[state]}>{state}</Badge>
      </h3>
      <Standing member={member} />
      <div class="bar">
        {movesOf(member).map(([move, text]) => (
          <Do key={move} label={`${text} ${name}`} act={() => ask('POST', `${path}/${move}`)}>
            {text}
          </Do>
        ))}
        <Do label={`Restart ${name}`} act={() => ask('POST', `${path}/restart`)}>
          Restart
        </Do>
        <Do label={`Crash ${name}`} act={() => ask('POST', `${path}/crash`)}>
          Crash
        </Do>
        <Sure
          label={`Remove ${name}`}
          question={`Remove ${name}? It closes its sessions.`}
          yes={`Remove ${name}`}
          act={() => ask('DELETE', path)}
        >
          Remove
        </Sure>
      </div>
      <Deploy key={`${member.version} ${member.socketVersion}`} member={member} path={path} />
      <div class="bar">
        <Setting member={member} label="Lag" hint="2s, or 0s" act={(by) => ask('POST', `${path}/lag`, { by })} />
        <Setting member={member} label="Skew" hint="-3s, 5s, 0s" act={(by) => ask('POST', `${path}/skew`, { by })} />
        <Setting
          member={member}
          label="Weight"
          hint="0 to 1000"
          act={(weight) => ask('POST', `${path}/deploy`, { weight: Number(weight) })}
        />
      </div>
      <Surfaces member={member} path={path} />
    </section>
  );
}
