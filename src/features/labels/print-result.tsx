import { useEffect, useRef } from 'react';
import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { PrintJob, PrintOutcome, usePrinting } from './use-printing.ts';

/** Says what became of the last job, and what it left out. */
export function PrintResult({ printing: { data, failure, mutate } }: { printing: ReturnType<typeof usePrinting> }) {
  const message = failure?.message;
  const end = useRef<HTMLDivElement>(null);
  // The result is below the choices on a phone.
  useEffect(() => {
    if (message || data) end.current?.scrollIntoView({ block: 'nearest' });
  }, [message, data]);
  return (
    <div ref={end} className="grid gap-4 empty:hidden">
      {failure ? (
        <Notice tone="bad" title={failure.title} live>
          {failure.message}
        </Notice>
      ) : (
        data && <Outcome outcome={data} onRest={mutate} />
      )}
    </div>
  );
}

function Outcome({ outcome, onRest }: { outcome: PrintOutcome; onRest: (job: PrintJob) => void }) {
  const { title, text, isShort, leftOut = [], notes = [], rest } = outcome;
  return (
    <>
      <Notice
        tone={isShort ? 'bad' : 'good'}
        title={title}
        live
        action={
          rest && (
            <Button small icon="printer" onClick={() => onRest(rest.job)}>
              Print the rest, {rest.count}
            </Button>
          )
        }
      >
        {text}
      </Notice>
      {leftOut.length > 0 && (
        <Notice tone="warn" title={`${counted(leftOut.length, 'shipment')} left out`} live>
          The server has no font for{' '}
          {[...new Set(leftOut.flatMap(({ letters }) => [...letters]))].slice(0, 10).join(' ')}. Print{' '}
          {leftOut
            .slice(0, 5)
            .map(({ trackingId }) => trackingId)
            .join(', ')}
          {leftOut.length > 5 && ` and ${leftOut.length - 5} more`} from this device.
        </Notice>
      )}
      {notes.length > 0 && (
        <Notice tone="warn" title={`${counted(notes.length, 'shipment')} printed without something`} live>
          {notes
            .slice(0, 5)
            .map(({ trackingId, note }) => `${trackingId}: ${note}`)
            .join(' ')}
          {notes.length > 5 && ` And ${notes.length - 5} more.`}
        </Notice>
      )}
    </>
  );
}
