import { Children, type ReactNode } from 'react';
import { useRecordings } from './recording.ts';
import { SavedBar } from './saved-bar.tsx';

interface DockProps {
  /** False where a photo or many choices need the room: only what was not saved is said there. */
  showsSaved?: boolean;
  /** Too high to cover what is above it: it comes after that, at the thumb if there is room. */
  isLong?: boolean;
  children?: ReactNode;
}

/** What to do on this page, at the thumb; above it what was just done, which never covers a button. */
export function Dock({ showsSaved = true, isLong = false, children }: DockProps) {
  const recordings = useRecordings().filter(({ status }) => showsSaved || status === 'failed');
  if (Children.toArray(children).length === 0 && recordings.length === 0) return null;
  return (
    <div className={isLong ? 'dock static!' : 'dock'}>
      <SavedBar recordings={recordings} />
      {children}
    </div>
  );
}
