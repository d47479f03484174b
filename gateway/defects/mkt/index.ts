import type { Defect } from '../defect.ts';
import { LAX_HANDSHAKES_OF_MARKET_DATA } from './lax-handshakes.ts';
import { LAX_TOKENS_OF_MARKET_DATA } from './lax-tokens.ts';
import { SPOILT_ACKNOWLEDGEMENTS } from './spoilt-acknowledgements.ts';

/** Known-bad members of the market data socket: whom it opens to, whom it takes, and how it says so. */
export const MKT_DEFECTS: readonly Defect[] = [
  ...LAX_HANDSHAKES_OF_MARKET_DATA,
  ...SPOILT_ACKNOWLEDGEMENTS,
  ...LAX_TOKENS_OF_MARKET_DATA,
];
