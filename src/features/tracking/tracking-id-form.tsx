import { type FormEvent, useRef, useState } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { typedTrackingId } from '../../domain/tracking-id.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { ScanButton } from '../scan/scan-button.tsx';

interface TrackingIdFormProps {
  trackingId?: string;
  labelHidden?: boolean;
  action: string;
  pendingAction: string;
  isPrimary?: boolean;
  pending: boolean;
  /** Empties the field for the next ID, such as from a hand scanner. */
  isRepeated?: boolean;
  onTrackingId: (trackingId: string) => void;
}

/** A single required field needs no form library. */
export function TrackingIdForm(props: TrackingIdFormProps) {
  const { trackingId = '', labelHidden, action, pendingAction, isPrimary = false, pending } = props;
  const { isRepeated = false, onTrackingId } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  // Before hydration the browser validates.
  const isStarted = useHydrated();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = typedTrackingId(input.current?.value ?? '');
    setMissing(!typed);
    if (!typed) return input.current?.focus();
    if (pending) return;
    if (isRepeated && input.current) input.current.value = '';
    onTrackingId(typed);
  }

  function found(id: string) {
    if (input.current) input.current.value = isRepeated ? '' : id;
    setMissing(false);
    onTrackingId(id);
  }

  return (
    <form className="form gap-3" noValidate={isStarted} onSubmit={submit}>
      <Field label="Tracking ID" labelHidden={labelHidden} error={isMissing ? 'Tracking ID is required.' : undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            key={trackingId}
            name="trackingId"
            defaultValue={trackingId}
            className={`${inputClass} typed min-h-15 text-[clamp(1rem,7vw,1.375rem)] font-700`}
            placeholder="Tracking ID"
            required
            onInput={() => setMissing(false)}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={isPrimary ? 'primary' : 'outline'}
          icon="search"
          className="flex-[99_1_auto] px-3"
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
