import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from '../icon.tsx';

interface BannerProps {
  icon?: IconName;
  children: ReactNode;
  /** One action; phones show only its icon, unless it `showsLabel`. */
  action?: { label: string; icon?: IconName; onClick: () => void; pending?: boolean; showsLabel?: boolean };
  /** Shows only if there is no other banner. */
  isFallback?: boolean;
}

const BannerSlot = createContext<HTMLElement | null>(null);

/** Provides the slot under the header where every `Banner` below it renders. */
export function BannerArea({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <BannerSlot value={slot}>
      <div ref={setSlot} className="strips" />
      {children}
    </BannerSlot>
  );
}

export function Banner(props: BannerProps) {
  const slot = useContext(BannerSlot);
  return slot && createPortal(<BannerBar {...props} />, slot);
}

function BannerBar({ icon = 'wifi-off', children, action, isFallback = false }: BannerProps) {
  return (
    <div className={`strip ${isFallback ? 'strip-spare' : ''}`} role="status">
      <div className="w-full max-w-[calc(var(--measure-wide)+2*var(--gutter))] mx-auto px-gutter py-1 flex flex-wrap items-center gap-x-3 min-h-13">
        <Icon name={icon} className="text-signal text-body" />
        <p className={`flex-1 ${action?.showsLabel ? 'min-w-56' : 'min-w-0'} py-1 leading-snug text-balance`}>
          {children}
        </p>
        {action && (
          <button
            type="button"
            onClick={() => !action.pending && action.onClick()}
            aria-busy={action.pending || undefined}
            className={`inline-flex items-center justify-center gap-2 min-h-$h-touch min-w-$h-touch px-3 font-650 ${action.showsLabel ? 'max-sm:ml-5 sm:-mr-3' : '-mr-3'} focus-visible:outline-on-band focus-visible:outline-offset--4`}
          >
            <Icon name={action.icon ?? 'refresh-cw'} className={action.pending ? 'spin' : ''} />
            <span className={action.showsLabel ? '' : 'max-sm:sr-only'}>{action.label}</span>
          </button>
        )}
      </div>
    </div>
  );
}
