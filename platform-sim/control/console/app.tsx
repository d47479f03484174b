import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { viewInAddress } from './address.ts';
import { Clock } from './clock.tsx';
import { isConnected, lost, platform } from './live.ts';
import { ClockView } from './views/clock.tsx';
import { Faults } from './views/faults.tsx';
import { Members } from './views/members.tsx';
import { Operations } from './views/operations.tsx';
import { Principals } from './views/principals.tsx';
import { Sequence } from './views/sequence.tsx';
import { Sessions } from './views/sessions.tsx';
import { Traffic } from './views/traffic.tsx';
import { Venue } from './views/venue.tsx';
import { Worlds } from './views/worlds.tsx';

interface View {
  readonly title: string;
  readonly view: ComponentType;
}

/** By the part of the address after `#/`, in the order of the menu. */
const VIEWS: Readonly<Record<string, View>> = {
  traffic: { title: 'Traffic', view: Traffic },
  sequence: { title: 'Sequence', view: Sequence },
  faults: { title: 'Faults', view: Faults },
  members: { title: 'Members', view: Members },
  clock: { title: 'Clock', view: ClockView },
  principals: { title: 'Principals', view: Principals },
  venue: { title: 'Venue', view: Venue },
  sessions: { title: 'Sessions', view: Sessions },
  worlds: { title: 'Worlds', view: Worlds },
  operations: { title: 'All operations', view: Operations },
};

function shownView(): string {
  const name = viewInAddress();
  return name in VIEWS ? name : 'traffic';
}

/** The page: which world, its clock, the menu, and one view. */
export function App() {
  const [name, setName] = useState(shownView());
  useEffect(() => {
    const changed = () => setName(shownView());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const View = VIEWS[name]?.view ?? Traffic;
  const world = platform.value;
  return (
    <>
      <header>
        <h1>Touchstone</h1>
        {world === undefined ? null : (
          <p>
            <a href={`${world.baseUrl}/docs`}>{world.baseUrl}</a> <span class="soft">world</span> {world.world}{' '}
            <span class="soft">seed</span> {world.seed} <span class="soft">position</span> {world.position}
          </p>
        )}
        <Clock />
        <p role="status" class={isConnected.value ? 'soft' : 'bad'}>
          {isConnected.value ? 'live' : 'not connected: the sandbox ended or cannot be reached'}
          {lost.value === 0 ? '' : `, ${lost.value} events were lost`}
        </p>
      </header>
      <nav aria-label="Views">
        {Object.entries(VIEWS).map(([path, { title }]) => (
          <a key={path} href={`#/${path}`} aria-current={path === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <main>
        <View />
      </main>
    </>
  );
}
