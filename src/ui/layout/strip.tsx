import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from '../icon.tsx';

interface StripProps {
  icon?: IconName;
  children: ReactNode;
  /** The one thing to do about it; on phones only its icon shows. */
  action?: { label: string; icon?: IconName; onClick: () => void; pending?: boolean };
  /** Shows only as long as no other strip does. */
  isSpare?: boolean;
}

const StripPlace = createContext<HTMLElement | null>(null);

/** The place under the header where every `Strip` inside it shows, however deep it is, and stays while the page scrolls. */
export function Strips({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <StripPlace value={place}>
      <div ref={setPlace} className="strips" />
      {children}
    </StripPlace>
  );
}

/** The reversed band under the header, for what concerns the whole page: how old it is, that a new version is ready. */
export function Strip(props: StripProps) {
  const place = useContext(StripPlace);
  return place && createPortal(<Band {...props} />, place);
}

function Band({ icon = 'wifi-off', children, action, isSpare = false }: StripProps) {
  return (
    <div className={`strip ${isSpare ? 'strip-spare' : ''}`} role="status">
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
