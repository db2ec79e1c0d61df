import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { ScanButton } from './scan-button.tsx';

interface TrackFormProps {
  /** What the field starts with. */
  trackingId?: string;
  pending?: boolean;
  /** Shows the field's name above it, where no heading says it. */
  labelled?: boolean;
}

/** Asks for a tracking ID and goes to /track with it. One required field: it needs no form library. */
export function TrackForm({ trackingId = '', pending = false, labelled = false }: TrackFormProps) {
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('trackingId') ?? '').trim();
    if (typed && !pending) navigate(paths.track({ trackingId: typed }));
  }

  return (
    <form className="form gap-3" onSubmit={submit}>
      <Field label="Tracking ID" labelHidden={!labelled}>
        {(control) => (
          <input
            {...control}
            key={trackingId}
            name="trackingId"
            defaultValue={trackingId}
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
        <Button
          type="submit"
          variant="main"
          icon="search"
          className="flex-1 px-3"
          pending={pending}
          pendingLabel="Tracking"
        >
          Track shipment
        </Button>
        <ScanButton onFound={(scanned) => navigate(paths.track({ trackingId: scanned }))} />
      </div>
    </form>
  );
}
