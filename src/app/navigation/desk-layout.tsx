import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { Work } from '../../domain/work.ts';
import { WORK_PATHS } from '../../domain/work-paths.ts';
import { useKnownProfile } from '../../features/session/queries.ts';
import { workQuery } from '../../features/worklist/queries.ts';
import { placeAt, roomsOf } from './places.ts';

/** The desk’s pages are as wide as the screen. */
export const Component = () => (
  <div className="contents wide-pages">
    <Rooms />
    <Outlet />
  </div>
);

/** A row of links to the rooms that someone’s roles open, each with how much there is to do in it. */
function Rooms() {
  const profile = useKnownProfile();
  const { pathname } = useLocation();
  const { data } = useQuery(workQuery);
  const row = useRef<HTMLElement>(null);
  // On a tablet the row is wider than the page.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link && pathname !== paths.manager) {
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
    }
  }, [pathname]);
  if (!profile) return null;
  const groups = roomsOf(profile);
  const rooms = groups.flat();
  const current = placeAt(pathname, rooms);
  const workIn = (to: string) =>
    (data?.work ?? [])
      .filter(({ kind }) => placeAt(pathOf(kind), rooms)?.to === to)
      .reduce((sum, { count }) => sum + count, 0);
  return (
    <nav ref={row} aria-label="Rooms" className="rooms">
      {groups.map((group) => (
        <ul key={group[0]?.to} className="rooms-group">
          {group.map(({ to, label }) => {
            const count = to === paths.manager ? 0 : workIn(to);
            const isHere = to === current?.to && (to !== paths.manager || pathname === to);
            return (
              <li key={to}>
                <Link to={to} aria-current={isHere ? (pathname === to ? 'page' : 'true') : undefined} className="room">
                  {label}
                  {count > 0 && (
                    <>
                      {' '}
                      <span className="room-count" aria-hidden="true">
                        {grouped(count)}
                      </span>
                      <span className="sr-only">{counted(count, 'thing')} to do</span>
                    </>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      ))}
    </nav>
  );
}

const pathOf = (kind: Work): string => WORK_PATHS[kind].split(/[?#]/, 1)[0] ?? '';
