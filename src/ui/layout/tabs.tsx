import { NavLink } from 'react-router-dom';

export interface Tab {
  to: string;
  label: string;
  short?: string;
  end?: boolean;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={tabs.length > 4 ? 'tabs tabs-many' : 'tabs'}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end} className="tab">
          {tab.short ? (
            <>
              <span className="max-sm:sr-only">{tab.label}</span>
              <span className="sm:hidden" aria-hidden="true">
                {tab.short}
              </span>
            </>
          ) : (
            tab.label
          )}
        </NavLink>
      ))}
    </nav>
  );
}
