import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { usePrinting } from './use-printing.ts';

/** What became of the last job, and what it left out. */
export function PrintResult({ printing: { data, failure, mutate } }: { printing: ReturnType<typeof usePrinting> }) {
  if (failure) {
    return (
      <Notice tone="bad" title={failure.title} live>
        {failure.message}
      </Notice>
    );
  }
  if (!data) return null;
  const { title, text, isShort, leftOut = [], rest } = data;
  return (
    <>
      <Notice
        tone={isShort ? 'bad' : 'good'}
        title={title}
        live
        action={
          rest && (
            <Button small icon="printer" onClick={() => mutate(rest.job)}>
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
    </>
  );
}
