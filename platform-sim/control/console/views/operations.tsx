import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../do.tsx';
import { Choice } from '../fields.tsx';
import { OperationForm } from '../operations/operation-form.tsx';
import { type Operation, operationsIn, readDocument } from '../operations/operations.ts';

/** Every operation of the control plane, with a form made from its document. */
export function Operations() {
  const [operations, setOperations] = useState<readonly Operation[]>([]);
  const [failure, setFailure] = useState('');
  const [chosen, choose] = useState('');
  useEffect(() => {
    readDocument().then(
      (document) => setOperations(operationsIn(document)),
      (error: unknown) => setFailure(String(error)),
    );
  }, []);
  const operation = operations.find(({ id }) => id === chosen);
  const options = operations
    .map(({ id, tag }) => ({ value: id, text: `${tag}: ${id}` }))
    .toSorted((a, b) => a.text.localeCompare(b.text));
  return (
    <>
      <h2>All operations</h2>
      <p>
        Calls any operation of the control plane. A scenario calls the same operation with a <code>do</code> step.
      </p>
      <div class="bar">
        <Choice label="Operation" value={chosen} set={choose} options={options} any="choose one" />
      </div>
      <Refusal>{failure}</Refusal>
      {operation === undefined ? null : <OperationForm key={chosen} operation={operation} />}
    </>
  );
}
