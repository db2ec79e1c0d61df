import { Navigate } from 'react-router-dom';
import { counted } from '../../domain/figures.ts';
import type { OpenedLink } from '../../domain/messages.ts';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';

/** Where the link of a text leads: to its parcel, or to a choice of them. */
export function OpenedParcels({ opened: { trackingId, more = [] } }: { opened: OpenedLink }) {
  if (trackingId === null) return null;
  const all = [trackingId, ...more.map((other) => other.trackingId)];
  if (all.length === 1) return <Navigate to={paths.trackedShipment(trackingId, { detailed: true })} replace />;
  return (
    <>
      <p>The text is about {counted(all.length, 'parcel')}. Choose one to open it.</p>
      <ul className="stack mt-4">
        {all.map((one) => (
          <li key={one}>
            <ButtonLink to={paths.trackedShipment(one, { detailed: true })} wide icon="package">
              <GroupedCode code={one} />
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}
