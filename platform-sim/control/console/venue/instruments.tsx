import { useState } from 'preact/hooks';
import { Form } from '../do.tsx';
import type { Instrument } from '../event-types.ts';
import { Field } from '../fields.tsx';
import { instruments } from '../live.ts';
import { ask } from '../plane.ts';
import { WideTable } from '../wide-table.tsx';

function Quote({ one }: { readonly one: Instrument }) {
  const [bid, setBid] = useState(one.quote?.bid ?? '');
  const [offer, setOffer] = useState(one.quote?.ask ?? '');
  const move = () => ask('POST', 'quotes', { instrumentId: one.instrumentId, bid, ask: offer });
  return (
    <Form label={`Quote of ${one.symbol}`} submit="Move" kind="" act={move} disabled={bid === '' || offer === ''}>
      <Field label={`New bid of ${one.symbol}`} value={bid} set={setBid} width="7rem" isNamed={false} />
      <Field label={`New ask of ${one.symbol}`} value={offer} set={setOffer} width="7rem" isNamed={false} />
    </Form>
  );
}

/** What the venues quote, and a form to move each quote. */
export function Instruments() {
  return (
    <section aria-labelledby="instruments">
      <h3 id="instruments">Quotes</h3>
      <WideTable
        labelledBy="instruments"
        columns={['Symbol', 'Status', 'Bid', 'Ask', 'Tick', 'Step', 'New bid and ask']}
        empty={
          <>
            No instrument yet. <code>listInstrument</code> of <a href="#/operations">all operations</a> adds one.
          </>
        }
      >
        {instruments.value.map((one) => (
          <tr key={one.instrumentId}>
            <th scope="row" title={`instrument ${one.instrumentId}`}>
              {one.symbol}
            </th>
            <td>{one.status}</td>
            <td class="mono">{one.quote?.bid ?? ''}</td>
            <td class="mono">{one.quote?.ask ?? ''}</td>
            <td class="mono">{one.tick ?? ''}</td>
            <td class="mono">{one.step ?? ''}</td>
            <td>
              <Quote one={one} />
            </td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}
