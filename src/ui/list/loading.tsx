import type { ReactNode } from 'react';
import { useOnline } from '../../browser/online-status.ts';
import { SkeletonRows } from './skeleton.tsx';
import { useIsSlow } from './use-is-slow.ts';

export function Loading({ children = <SkeletonRows /> }: { children?: ReactNode }) {
  const isLate = useIsSlow(true);
  const isOnline = useOnline();
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)]">
      {children}
      {isLate && isOnline && (
        // Over the placeholder: a separate line would shift the content below it.
        <p
          role="status"
          className="absolute top-0 left-0 max-w-full m-0 px-3 py-2 soft bg-sheet border border-rule rounded-ctl"
        >
          The server is slow to respond. Still waiting.
        </p>
      )}
    </div>
  );
}
