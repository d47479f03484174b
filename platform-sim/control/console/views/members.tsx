import { useState } from 'preact/hooks';
import { NEWEST_SOCKET, SOCKET_VERSIONS } from '../../../../gateway/contract/sockets.ts';
import { NEWEST, VERSIONS } from '../../../../gateway/contract/versions.ts';
import { ROUTINGS } from '../../../front/routing.ts';
import { Form, Refusal, useAct } from '../do.tsx';
import { Choice, Tick } from '../fields.tsx';
import { members, routing } from '../live.ts';
import { MemberCard } from '../members/member-card.tsx';
import { Processes } from '../members/processes.tsx';
import { RollsPart } from '../members/rolls.tsx';
import { ask } from '../plane.ts';

function Add() {
  const [version, setVersion] = useState<string>(NEWEST);
  const [socketVersion, setSocketVersion] = useState<string>(NEWEST_SOCKET);
  return (
    <Form label="Add a member" submit="Add" act={() => ask('POST', 'members', { version, socketVersion })}>
      <Choice label="Version of a new member" value={version} set={setVersion} options={VERSIONS} />
      <Choice label="Its socket version" value={socketVersion} set={setSocketVersion} options={SOCKET_VERSIONS} />
    </Form>
  );
}

function Routing() {
  const { refusal, run } = useAct();
  const now = routing.value;
  if (now === undefined) return null;
  return (
    <div class="bar">
      <Choice
        label="Requests go to members"
        value={now.route}
        options={ROUTINGS}
        set={(route) => void run(() => ask('POST', 'routing', { route }))}
      />
      <Tick
        label="answers name their member (X-Service-Member)"
        checked={now.namesMember}
        set={(namesMember) => void run(() => ask('POST', 'routing', { namesMember }))}
      />
      <Refusal>{refusal}</Refusal>
    </div>
  );
}

/** The members behind the address, their processes and routing, and rolls over them. */
export function Members() {
  return (
    <>
      <h2>Members</h2>
      <Routing />
      <Add />
      <div class="cards">
        {members.value.map((member) => (
          <MemberCard key={member.name} member={member} />
        ))}
      </div>
      <Processes />
      <RollsPart />
    </>
  );
}
