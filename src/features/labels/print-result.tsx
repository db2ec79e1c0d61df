import { counted } from '../../domain/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import type { usePrinting } from './use-printing.ts';

/** What became of the last job, and what it left out. */
export function PrintResult({ printing: { data, failure } }: { printing: ReturnType<typeof usePrinting> }) {
  if (failure) {
    return (
      <Notice tone="bad" title={failure.title} live>
        {failure.message}
      </Notice>
    );
  }
  if (!data) return null;
  const { title, text, leftOut = [] } = data;
  return (
    <>
      <Notice tone="good" title={title} live>
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
