import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../domain/figures.ts';
import { recentlyTrackedQuery } from '../../offline/cached-data.ts';
import { shipmentItems } from './cached-labels.ts';
import { CachedTable } from './cached-table.tsx';
import { ClearCacheButton } from './clear-cache-button.tsx';

export function RecentlyTrackedSection() {
  const { data: recent } = useQuery(recentlyTrackedQuery);
  if (!recent) return null;
  const { shipments, images, responses } = recent;
  const size = formatBytes(responses.bytes + images.bytes);
  const withImages = images.count > 0 ? ` with ${images.count} image${images.count > 1 ? 's' : ''}` : '';
  return (
    <section aria-labelledby="seen" className="mt-10">
      <div className="block-head">
        <h2 id="seen">On this device</h2>
        <ClearCacheButton small>
          You won’t be able to see these shipments offline until you track them again or get a notification about them.
        </ClearCacheButton>
      </div>
      {shipments.length > 0 && (
        <p className="my-3">
          Shipments you’ve tracked are available offline: {size}
          {withImages}.
        </p>
      )}
      <CachedTable caption="Tracked shipments on this device" lines={shipmentItems(shipments)} />
    </section>
  );
}
