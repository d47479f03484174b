import type { Defect } from '../defect.ts';
import { laxDoor } from '../mon/lax-door.ts';

/** So narrow that the checks of money, which go as fine as may be, do not meet it: one place past the fixture's grid. */
function rounding(member: 'price' | 'qty', justOff: RegExp): NonNullable<Defect['stages']> {
  return laxDoor((body) => {
    const value = body[member];
    return typeof value === 'string' && justOff.test(value) ? { ...body, [member]: value.slice(0, -1) } : body;
  });
}

export const LAX_GRID: readonly Defect[] = [
  {
    name: 'rounds-a-price-to-the-tick',
    breaks: ['ORD-08'],
    story: 'takes a price of three places, and cuts the last one off',
    stages: rounding('price', /^[0-9]+\.[0-9]{2}1$/),
  },
  {
    name: 'rounds-a-quantity-to-the-step',
    breaks: ['ORD-08'],
    story: 'takes a quantity of five places, and cuts the last one off',
    stages: rounding('qty', /^[0-9]+\.[0-9]{4}1$/),
  },
];
