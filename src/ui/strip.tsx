import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface StripProps {
  icon?: IconName;
  children: ReactNode;
  /** The one thing to do about it; on phones only its icon shows. */
  action?: { label: string; icon?: IconName; onClick: () => void; pending?: boolean };
}

/** The reversed band under the header, for what concerns the whole page: how old it is, that a new version is ready. */
export function Strip({ icon = 'wifi-off', children, action }: StripProps) {
  return (
    <div className="strip" role="status">
      <div className="w-full max-w-[calc(var(--measure)+2*var(--gutter))] mx-auto px-gutter py-1 flex items-center gap-3 min-h-13">
        <Icon name={icon} className="text-signal text-body" />
        <p className="flex-1 min-w-0 py-1 leading-snug text-balance">{children}</p>
        {action && (
          <button
            type="button"
            onClick={() => !action.pending && action.onClick()}
            aria-busy={action.pending || undefined}
            className="inline-flex items-center justify-center gap-2 min-h-$h-touch min-w-$h-touch px-3 -mr-3 font-650 focus-visible:outline-on-band focus-visible:outline-offset--4"
          >
            <Icon name={action.icon ?? 'refresh-cw'} className={action.pending ? 'spin' : ''} />
            <span className="max-sm:sr-only">{action.label}</span>
          </button>
        )}
      </div>
    </div>
  );
}
