import { useEffect } from 'react';
import type { ShipmentChanges } from '../../domain/shipment.ts';
import { recordVisit } from '../../offline/last-visit.ts';
import { ShipmentTable } from './shipment-table.tsx';

const TITLE = 'Since your last visit';

/** Also records the changes as seen. */
export function ChangesSection({ changes: { data, total, until } }: { changes: ShipmentChanges }) {
  useEffect(() => recordVisit(until), [until]);
  if (total === 0) return null;
  return (
    <section aria-labelledby="changes">
      <div className="block-head">
        <h2 id="changes">{TITLE}</h2>
        {total > data.length && (
          <p className="soft">
            The latest {data.length} of {total}
          </p>
        )}
      </div>
      <ShipmentTable caption={TITLE} shipments={data} />
    </section>
  );
}
