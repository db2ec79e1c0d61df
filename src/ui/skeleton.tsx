import type { ReactNode } from 'react';

/** One grey block in the shape of what is coming; give it size by class (`w-28 h-3.5`). */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block max-w-full ${className}`} />;
}

/** Wraps the blocks of one waiting region and says, once, what is being waited for. */
export function SkeletonRegion({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** Mirrors list rows: a date and a sticker, a title, a second line. */
export function SkeletonRows({ rows = 4, label }: { rows?: number; label?: string }) {
  return (
    <SkeletonRegion label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className="grid gap-2.5 pt-3 pb-4 border-b border-rule">
          <div className="flex items-center justify-between gap-4">
            <Skeleton className="w-28 h-3.5" />
            <Skeleton className="w-24 h-7" />
          </div>
          <Skeleton className="w-72 h-4.5" />
          <Skeleton className="w-44 h-3.5" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
