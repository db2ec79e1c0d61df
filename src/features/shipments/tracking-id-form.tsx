import { type FormEvent, useRef } from 'react';
import { typedTrackingId } from '../../domain/tracking-id.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { ScanButton } from './scan-button.tsx';

interface TrackingIdFormProps {
  /** What the field starts with. */
  trackingId?: string;
  labelHidden?: boolean;
  /** What is done with the ID, and while it is being done. */
  action: string;
  pendingAction: string;
  /** The one thing that the page is for. */
  isMain?: boolean;
  pending: boolean;
  onTrackingId: (trackingId: string) => void;
}

/** Asks for a tracking ID, typed or scanned. One required field: it needs no form library. */
export function TrackingIdForm(props: TrackingIdFormProps) {
  const { trackingId = '', labelHidden, action, pendingAction, isMain = false, pending, onTrackingId } = props;
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = typedTrackingId(input.current?.value ?? '');
    if (typed && !pending) onTrackingId(typed);
    // Spaces alone are nothing: taken away, they leave it to the browser to say so at the field.
    if (typed || !input.current) return;
    input.current.value = '';
    input.current.reportValidity();
  }

  function found(id: string) {
    if (input.current) input.current.value = id;
    onTrackingId(id);
  }

  return (
    <form className="form gap-3" onSubmit={submit}>
      <Field label="Tracking ID" labelHidden={labelHidden}>
        {(control) => (
          <input
            {...control}
            ref={input}
            key={trackingId}
            name="trackingId"
            defaultValue={trackingId}
            className={`${inputClass} typed min-h-15 text-[1.375rem] font-700`}
            placeholder="Tracking ID"
            required
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
          variant={isMain ? 'main' : 'line'}
          icon="search"
          className="flex-1 px-3"
          pending={pending}
          pendingLabel={pendingAction}
        >
          {action}
        </Button>
        <ScanButton onFound={found} />
      </div>
    </form>
  );
}
