import { blames } from '../../testing/judges.ts';
import { asked, authorised, opened, refusedHandshake, refusedOp, session } from '../../testing/sample-conversation.ts';
import { noted } from '../../testing/sample-history.ts';

const OPENED = session([opened(900)]);
const RENEWED = session([opened(900), asked('auth', 'auth'), authorised('auth', 900)]);
const refusedWith = (code: string) => session([opened(900), asked('auth', 'auth'), refusedOp('auth', 'auth', code)]);
const REFUSED = refusedWith('INVALID_TOKEN');

interface Offered {
  readonly alive?: typeof OPENED;
  readonly opens?: typeof OPENED;
  readonly renews?: typeof OPENED;
  readonly pastMs?: number;
}

const past = ({ alive = OPENED, opens = refusedHandshake(), renews = REFUSED, pastMs = 2_000 }: Offered) => ({
  life: noted(75_000),
  'while it lives': alive,
  'while it lives: op auth': RENEWED,
  expired: opens,
  'expired: op auth': renews,
  'past its end': noted(pastMs),
});

blames('wss/expired-token', past, [
  ['refused by both', {}, 'pass'],
  ['it opens', { opens: OPENED, pastMs: 125_000 }, ['WSS-01']],
  ['it opens within the leeway', { opens: OPENED }, 'not-exercised'],
  ['it does not open while it lives', { alive: refusedHandshake() }, 'inconclusive'],
]);

const other = ({ alive = OPENED, opens = refusedHandshake(), renews = REFUSED }: Offered) => ({
  'while it lives': alive,
  'while it lives: op auth': RENEWED,
  'another audience': opens,
  'another audience: op auth': renews,
});

blames('wss/token-of-another-audience', other, [
  ['refused by both', {}, 'pass'],
  ['it opens', { opens: OPENED }, ['WSS-01']],
  ['its own does not open', { alive: refusedHandshake() }, 'inconclusive'],
]);
