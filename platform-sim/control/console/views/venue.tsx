import { Balances } from '../venue/balances.tsx';
import { Instruments } from '../venue/instruments.tsx';
import { Orders } from '../venue/orders.tsx';

/** The venues by hand: quotes, fills, rejections and balances. */
export function Venue() {
  return (
    <>
      <h2>Venue</h2>
      <Orders />
      <Instruments />
      <Balances />
    </>
  );
}
