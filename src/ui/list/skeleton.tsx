import type { ReactNode } from 'react';

/** Size it by class (`w-28 h-3.5`). */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block max-w-full ${className}`} />;
}

export function SkeletonRegion({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** Matches a shipment table's rows, so that nothing moves when they load. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label?: string }) {
  return (
    <SkeletonRegion label={label}>
      <div className="cards-room">
        <div className="max-md:hidden h-9 border-b border-rule" />
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <SkeletonRow key={row} />
        ))}
      </div>
    </SkeletonRegion>
  );
}

function SkeletonRow() {
  return (
    <div className="h-33 md:h-16.5 [@container_(width>=56rem)]:!h-10 content-center grid gap-x-6 gap-y-3 grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_6rem] border-b border-rule">
      <Skeleton className="w-28 h-3.5 self-center" />
      <Skeleton className="w-24 h-7 [@container_(width>=56rem)]:!h-5 md:order-last" />
      <Skeleton className="w-72 h-4.5 self-center max-md:col-span-2" />
      <span className="grid gap-2 content-center grid-cols-[minmax(0,1fr)] max-md:col-span-2">
        <Skeleton className="w-44 h-3.5" />
        <Skeleton className="w-32 h-3.5 [@container_(width>=56rem)]:!hidden" />
      </span>
    </div>
  );
}
