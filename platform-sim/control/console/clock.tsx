import { useEffect, useState } from 'preact/hooks';
import { clock } from './live.ts';
import { dateOf } from './time.ts';

/** The sandbox's time, twice a second: that of a running clock is counted on from what the stream sent last. */
export function useNowNs(): bigint | undefined {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  const known = clock.value;
  if (known === undefined) return undefined;
  const { mode, rate = 1, nowNs, seenAtMs } = known;
  const passedMs = mode === 'virtual' ? 0 : (performance.now() - seenAtMs) * rate;
  return BigInt(nowNs) + BigInt(Math.round(passedMs)) * 1_000_000n;
}

/** `scaled x60`, `virtual`, `scaled, stopped`. */
export function speedOf({ mode, rate = 1 }: { readonly mode: string; readonly rate?: number | undefined }): string {
  if (mode !== 'scaled') return mode;
  return rate === 0 ? 'scaled, stopped' : `scaled x${rate}`;
}

/** The sandbox's time now. */
export function Clock() {
  const now = useNowNs();
  const known = clock.value;
  if (known === undefined || now === undefined) return null;
  return (
    <p>
      <span class="soft">{speedOf(known)} clock</span> <time>{dateOf(now)}</time>
    </p>
  );
}
