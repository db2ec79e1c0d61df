import CODE128B from 'jsbarcode/src/barcodes/CODE128/CODE128B.js';
import { barsPath, QUIET_ZONE } from '../../domain/barcode.ts';

/** Only code set B, so that every ID is 167 modules wide, as drawn.css expects. */
export function Barcode({ code, className = '' }: { code: string; className?: string }) {
  const { data } = new CODE128B(code, {}).encode();
  return (
    <svg
      className={`barcode ${className}`}
      viewBox={`${-QUIET_ZONE} 0 ${data.length + 2 * QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={barsPath(data)} />
    </svg>
  );
}
