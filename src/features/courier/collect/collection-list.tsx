import { formatProof, requiresProof } from '../../../domain/runs/proof-policy.ts';
import type { CourierRun, CourierStop } from '../../../domain/runs/views.ts';
import { BigLink } from '../../../ui/big-button.tsx';
import { collectPath, describeCollection } from '../run/collections.ts';

/** What is collected at a stop. Who forgot a parcel, or comes back later, collects the rest. */
export function CollectionList({ run, stop }: { run: CourierRun; stop: CourierStop }) {
  return (
    <ul aria-label="Collections" className="border-t-2 border-rule-strong empty:hidden">
      {stop.collections?.map((one) => (
        <li key={one.id} className="grid gap-2 py-3 border-b border-rule break-anywhere">
          <span>
            <b className="block text-lead">{describeCollection(one)}</b>
            {one.party !== stop.name && (
              <span translate="no" className="block">
                {one.party}
              </span>
            )}
            {one.note}
          </span>
          {one.status === 'open' && requiresProof(one.proof) && (
            <span className="font-650">{formatProof(one.proof)}</span>
          )}
          {run.status === 'active' && (one.status === 'collected' || one.status === 'failed') && (
            <BigLink to={collectPath(stop.id, one.id)} icon="package-plus">
              {one.status === 'collected' ? 'Collect more' : 'Collect after all'}
            </BigLink>
          )}
        </li>
      ))}
    </ul>
  );
}
