import { encode } from 'uqr';
import { modulesPath } from '../domain/barcode.ts';

/** Empty modules that cameras need around the code. */
const QUIET_ZONE = 4;

/** Dark on white in both themes. */
export function QrCode({ text, className, hasCross = false }: { text: string; className: string; hasCross?: boolean }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={modulesPath(data)} />
      {hasCross && <SwissCross at={size / 2} side={(size - 2 * QUIET_ZONE) * CROSS} />}
    </svg>
  );
}

/** The cross of a Swiss QR bill takes 7 of 46 millimetres. */
const CROSS = 7 / 46;

function SwissCross({ at, side }: { at: number; side: number }) {
  const [long, thin] = [side * 0.56, side * 0.17];
  return (
    <>
      <rect x={at - side / 2} y={at - side / 2} width={side} height={side} className="stroke-code-paper" />
      <path
        className="fill-code-paper"
        d={`M${at - thin / 2} ${at - long / 2}h${thin}v${long}h${-thin}zM${at - long / 2} ${at - thin / 2}h${long}v${thin}h${-long}z`}
      />
    </>
  );
}
