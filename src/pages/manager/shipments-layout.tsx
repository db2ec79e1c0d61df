import { useState } from 'react';
import { Outlet, useLocation, useParams } from 'react-router-dom';
import { ListBeside } from '../../features/manage-shipments/list/list-beside.tsx';
import { useMedia } from '../../ui/layout/use-media.ts';

/** Keeps a list on wide screens beside the shipment that was opened from it, until a reload. */
export function Component() {
  const { id } = useParams();
  const { search } = useLocation();
  const isWide = useMedia('(min-width: 80em)');
  const [list, setList] = useState<string>();
  if (id === undefined && list !== search) setList(search);
  const isBeside = isWide && id !== undefined && list !== undefined;
  return (
    <div className={isBeside ? 'side-by-side' : 'contents'}>
      {isBeside && <ListBeside search={list} openId={id} onSearch={setList} />}
      <Outlet />
    </div>
  );
}
