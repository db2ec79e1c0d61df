import { Children, type ReactNode } from 'react';
import { useRecordings } from './recording.ts';
import { SavedBar } from './saved-bar.tsx';

/** What to do on this page, at the thumb; above it what was just done, which never covers a button. */
export function Dock({ children }: { children?: ReactNode }) {
  const recordings = useRecordings();
  if (Children.toArray(children).length === 0 && recordings.length === 0) return null;
  return (
    <div className="dock">
      <SavedBar recordings={recordings} />
      {children}
    </div>
  );
}
