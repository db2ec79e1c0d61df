import { encode } from 'uqr';

/** Empty modules that cameras need around the code. */
const QUIET_ZONE = 4;

/** Dark on white in both themes. */
export function QrCode({ link }: { link: string }) {
  const { data, size } = encode(link, { ecc: 'M', border: QUIET_ZONE });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      const length = x + 1 - start;
      path += `M${start} ${y}h${length}v1h-${length}z`;
    }
  }
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
