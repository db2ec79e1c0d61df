import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverErrorOf } from '../../api/server-error.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScanButton } from '../shipments/scan-button.tsx';
import { findManagedShipment } from './queries.ts';

/** A tracking ID leads to the shipment's page. One required field: it needs no form library. */
export function FindShipmentForm() {
  const navigate = useNavigate();
  const [isFinding, setFinding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [scanned, setScanned] = useState('');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('trackingId') ?? '').trim();
    if (typed && !isFinding) void find(typed);
  }

  async function find(trackingId: string) {
    setFinding(true);
    setFailure(null);
    try {
      const { id } = await findManagedShipment(trackingId);
      navigate(paths.manageShipment(id));
    } catch (error) {
      setFailure(serverErrorOf(error).message);
    } finally {
      setFinding(false);
    }
  }

  return (
    <form className="form gap-3" onSubmit={submit}>
      {failure && (
        <Notice tone="bad" title={texts.findFailed} live>
          {failure}
        </Notice>
      )}
      <Field label="Tracking ID">
        {(control) => (
          <input
            {...control}
            key={scanned}
            name="trackingId"
            defaultValue={scanned}
            className={`${inputClass} typed min-h-15 text-[1.375rem] font-700`}
            placeholder="Tracking ID"
            required
            maxLength={100}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" icon="search" className="flex-1 px-3" pending={isFinding} pendingLabel="Finding">
          Find shipment
        </Button>
        <ScanButton
          onFound={(trackingId) => {
            setScanned(trackingId);
            void find(trackingId);
          }}
        />
      </div>
    </form>
  );
}
