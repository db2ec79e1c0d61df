import type { ComponentProps, ReactNode } from 'react';
import { paths } from '../../domain/paths.ts';
import { deskName } from '../../domain/roles.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Breadcrumbs, type Crumb } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { useProfile } from './queries.ts';

interface PageProps {
  title: string;
  description: string;
  /** What it shows: offline it says how old that is. */
  query?: ComponentProps<typeof ConfirmedAt>['query'] | undefined;
  above?: readonly Crumb[];
  /** Where it is not called by its title. */
  crumb?: ReactNode;
  /** False where what it shows has one. */
  heading?: ReactNode;
  className?: string;
  children: ReactNode;
}

function Page({ title, description, query = [], above = [], crumb = title, heading, className, children }: PageProps) {
  const trail = <Breadcrumbs crumbs={[...above, { label: crumb }]} />;
  return (
    <>
      <ConfirmedAt query={query} />
      <main id="main" className={className ? `page stack ${className}` : 'page stack'}>
        <PageHead title={title} description={description} noindex />
        {heading === false ? (
          trail
        ) : (
          <div className="page-top">
            {trail}
            {heading ?? <h1>{title}</h1>}
          </div>
        )}
        {children}
      </main>
    </>
  );
}

/** Below /manager, which is called by what the person is there. */
export function DeskPage({ above = [], ...page }: PageProps) {
  const profile = useProfile();
  return <Page {...page} above={[{ label: deskName(profile), to: paths.manager }, ...above]} />;
}

export const ShopPage = ({ above = [], ...page }: PageProps) => (
  <Page {...page} above={[{ label: 'Shipping', to: paths.shipping() }, ...above]} />
);
