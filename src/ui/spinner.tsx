import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function Spinner({ children }: { children: ReactNode }) {
  return (
    <p className="row" role="status">
      <Icon name="loader-circle" className="spin text-[1.25rem]" />
      <span>{children}</span>
    </p>
  );
}
