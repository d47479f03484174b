import { type Defect, rewriteBody } from '../defect.ts';

/** A price or quantity that the venue has traded finer: at the working scale, with zeros behind. */
const PADDED = /^([0-9]+)(?:\.([0-9]*?))?0{4,}$/;

export const roundsUpWhatTradedFiner: Defect = {
  name: 'rounds-up-what-traded-finer',
  breaks: ['ORD-20'],
  story: "an order's quantity is restated at the venue's scale, one unit of its last place more",
  spoil: (answer, { path }) =>
    /^\/orders\/[0-9]+$/.test(path)
      ? rewriteBody(answer, (body) => {
          const qty = body['qty'];
          return typeof qty === 'string' && PADDED.test(qty) ? { ...body, qty: qty.replace(/0$/, '1') } : body;
        })
      : answer,
};
