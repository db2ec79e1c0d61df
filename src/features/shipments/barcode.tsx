import CODE128B from 'jsbarcode/src/barcodes/CODE128/CODE128B.js';
import { barsPath, QUIET_ZONE } from '../../domain/barcode.ts';

/**
 * The Code 128 of a tracking ID, dark on white in both themes, with its quiet zones. Code set B alone: the barcodes of
 * all tracking IDs are 167 modules wide, which drawn.css counts on. The ID itself stands beside it.
 */
export function Barcode({ code }: { code: string }) {
  const { data } = new CODE128B(code, {}).encode();
  return (
    <svg
      className="barcode"
      viewBox={`${-QUIET_ZONE} 0 ${data.length + 2 * QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={barsPath(data)} />
    </svg>
  );
}
