import { useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { useDesk } from '../../browser/density.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { TrackingIdForm } from '../tracking/tracking-id-form.tsx';
import { findInPool } from './queries.ts';

const NOT_IN_POOL = 'It’s already in a run, it’s delivered, failed or cancelled, or it doesn’t exist.';

const AS_HIGH = '[&_input]:!min-h-$h-field [&_input]:!text-body sm:[&_button]:min-h-$h-field';
const IN_ONE_ROW =
  'sm:[&>form]:flex sm:[&>form]:flex-wrap sm:[&>form]:items-end sm:[&>form>:first-child]:flex-[1_1_12rem] sm:[&>form>:last-child]:flex-[0_1_auto]';

export function ScanToSelect({ selection }: { selection: Selection }) {
  const isAtDesk = useDesk();
  const [result, setResult] = useState<{ failure?: string; trackingId: string } | null>(null);

  async function find(trackingId: string) {
    try {
      const found = await findInPool(trackingId);
      if (found) selection.set([found], true);
      setResult(found ? { trackingId } : { trackingId, failure: NOT_IN_POOL });
    } catch (error) {
      setResult({ trackingId, failure: serverErrorOf(error).message });
    }
  }

  return (
    <div className={`stack gap-3 ${AS_HIGH} ${IN_ONE_ROW}`}>
      <TrackingIdForm
        action="Select"
        // The search beside it does the same.
        labelHidden={isAtDesk}
        pendingAction="Selecting"
        // The next one may be scanned while this one is looked up.
        pending={false}
        isRepeated
        onTrackingId={find}
      />
      {result && (
        <Notice
          tone={result.failure ? 'bad' : 'good'}
          title={
            <>
              <span translate="no" className="typed">
                {result.trackingId}
              </span>{' '}
              {result.failure ? 'was not selected' : 'is selected'}
            </>
          }
          live
        >
          {result.failure}
        </Notice>
      )}
    </div>
  );
}
