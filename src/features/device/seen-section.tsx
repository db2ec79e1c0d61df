import { useQuery } from '@tanstack/react-query';
import { seenOnDeviceQuery } from '../../offline/kept.ts';
import { ClearKept } from './clear-kept.tsx';
import { KeptTable } from './kept-table.tsx';
import { shipmentLines, sizeInWords } from './kept-words.ts';

/** Shipments a visitor has tracked on this device, with a button to clear them. */
export function SeenSection() {
  const { data: seen } = useQuery(seenOnDeviceQuery);
  if (!seen) return null;
  const { shipments, images, answers } = seen;
  const size = sizeInWords(answers.bytes + images.bytes);
  const withImages = images.count > 0 ? ` with ${images.count} image${images.count > 1 ? 's' : ''}` : '';
  return (
    <section aria-labelledby="seen" className="mt-10">
      <div className="block-head">
        <h2 id="seen">On this device</h2>
        <ClearKept small>
          You won’t be able to see these shipments offline until you track them again or get a notification about them.
        </ClearKept>
      </div>
      {shipments.length > 0 && (
        <p className="my-3">
          Shipments you’ve tracked are available offline: {size}
          {withImages}.
        </p>
      )}
      <KeptTable caption="Tracked shipments on this device" lines={shipmentLines(shipments)} />
    </section>
  );
}
