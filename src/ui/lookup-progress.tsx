import type { ReactNode } from 'react';

/** A decorative barcode that encodes nothing. */
const DECORATIVE_BARS =
  'M0 0h2v1h-2zM3 0h1v1h-1zM6 0h1v1h-1zM11 0h3v1h-3zM15 0h1v1h-1zM19 0h2v1h-2zM22 0h1v1h-1zM26 0h1v1h-1zM28 0h2v1h-2zM33 0h1v1h-1zM35 0h3v1h-3zM39 0h4v1h-4zM44 0h3v1h-3zM48 0h3v1h-3zM52 0h2v1h-2zM55 0h2v1h-2zM59 0h1v1h-1zM62 0h3v1h-3zM66 0h4v1h-4zM71 0h3v1h-3zM75 0h1v1h-1zM77 0h1v1h-1zM79 0h3v1h-3zM84 0h2v1h-2zM88 0h1v1h-1zM90 0h1v1h-1zM94 0h4v1h-4zM99 0h1v1h-1zM104 0h1v1h-1zM106 0h2v1h-2zM110 0h2v1h-2zM115 0h3v1h-3zM119 0h1v1h-1zM121 0h2v1h-2z';

export function LookupProgress({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="grid gap-3">
      <div className="scan-bars" aria-hidden="true">
        <svg viewBox="0 0 123 1" preserveAspectRatio="none" aria-hidden="true">
          <path d={DECORATIVE_BARS} />
        </svg>
        <span className="scan-line" />
      </div>
      <p>{children}</p>
    </div>
  );
}
