import { Children, type ReactNode } from 'react';
import { useRecordings } from './recording.ts';
import { SavedBar } from './saved-bar.tsx';

interface DockProps {
  /** False where space is short: then only failures show. */
  showsSaved?: boolean;
  /** Follows the content, too tall to stick. */
  isLong?: boolean;
  children?: ReactNode;
}

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
