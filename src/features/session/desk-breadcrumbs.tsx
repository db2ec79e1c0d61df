import type { ComponentProps } from 'react';
import { paths } from '../../domain/paths.ts';
import { deskName } from '../../domain/roles.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { useProfile } from './queries.ts';

/** Below /manager, which is called by what the person is there. */
export function DeskBreadcrumbs({ crumbs }: ComponentProps<typeof Breadcrumbs>) {
  const profile = useProfile();
  return <Breadcrumbs crumbs={[{ label: deskName(profile), to: paths.manager }, ...crumbs]} />;
}
