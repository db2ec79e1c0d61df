import { encode } from 'uqr';
import { modulesPath } from '../domain/barcode.ts';

/** Empty modules that cameras need around the code. */
const QUIET_ZONE = 4;

/** Dark on white in both themes. */
export function QrCode({ text, className }: { text: string; className: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={modulesPath(data)} />
    </svg>
  );
}
