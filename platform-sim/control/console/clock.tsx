import { useEffect, useState } from 'preact/hooks';
import { clock } from './live.ts';
import { dateOf } from './time.ts';

/** The sandbox's time now: that of a running clock is counted on from what the stream sent last. */
export function Clock() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  const known = clock.value;
  if (known === undefined) return null;
  const { mode, rate = 1, nowNs, seenAtMs } = known;
  const passedMs = mode === 'virtual' ? 0 : (performance.now() - seenAtMs) * rate;
  const now = BigInt(nowNs) + BigInt(Math.round(passedMs)) * 1_000_000n;
  return (
    <p>
      <span class="soft">{mode === 'scaled' ? `${mode} x${rate}` : mode} clock</span> <time>{dateOf(now)}</time>
    </p>
  );
}
