import { useState } from 'preact/hooks';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import { Form } from '../do.tsx';
import type { Balance } from '../event-types.ts';
import { Choice, Field } from '../fields.tsx';
import { balances } from '../live.ts';
import { ask } from '../plane.ts';

const COLUMNS: readonly Column<Balance>[] = [
  { name: 'Account', width: 'minmax(12rem, 1fr)', cell: ({ accountId, account }) => `${accountId} ${account ?? ''}` },
  { name: 'Organisation', width: '7rem', cell: ({ org }) => org },
  { name: 'Asset', width: '4rem', cell: ({ asset }) => asset },
  { name: 'Total', width: '11rem', cell: ({ total }) => <span class="mono">{total}</span> },
  { name: 'Available', width: '11rem', cell: ({ available }) => <span class="mono">{available}</span> },
  { name: 'Held', width: '11rem', cell: ({ held }) => <span class="mono">{held}</span> },
];

function keyOf({ accountId, assetId }: Balance): string {
  return `${accountId}/${assetId}`;
}

function SetBalance() {
  const accounts = new Map(balances.value.map(({ accountId, account }) => [`${accountId}`, account ?? '']));
  const assets = [...new Set(balances.value.map(({ asset }) => asset))].toSorted();
  const [account, setAccount] = useState('');
  const [asset, setAsset] = useState('');
  const [total, setTotal] = useState('');
  const accountId = account === '' ? [...accounts.keys()][0] : account;
  const symbol = asset === '' ? assets[0] : asset;
  return (
    <Form
      label="Set a balance"
      submit="Set"
      disabled={total === ''}
      act={() => ask('POST', 'balances', { accountId: Number(accountId), asset: symbol, total })}
    >
      <Choice
        label="Account"
        value={accountId ?? ''}
        set={setAccount}
        options={[...accounts].map(([value, name]) => ({ value, text: `${value} ${name}` }))}
      />
      <Choice label="Asset" value={symbol ?? ''} set={setAsset} options={assets} />
      <Field label="Total" value={total} set={setTotal} hint="250.00" />
    </Form>
  );
}

/** The balances as the venues show them, and a form that sets one. */
export function Balances() {
  return (
    <section aria-labelledby="balances">
      <h3 id="balances">Balances</h3>
      <SetBalance />
      <Rows
        label="Balances"
        items={balances.value}
        columns={COLUMNS}
        height="16rem"
        follows={false}
        keyOf={keyOf}
        empty="No balance yet. The venues report the balances of an account once a credential of it is approved."
      />
    </section>
  );
}
