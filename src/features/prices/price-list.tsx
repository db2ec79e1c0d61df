import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../ui/list/query-view.tsx';
import { pricesQuery } from './queries.ts';
import { RateTable } from './rates.tsx';

/** What a parcel costs, before anything is typed. */
export function PriceList() {
  const [isOpen, setOpen] = useState(false);
  const prices = useQuery({ ...pricesQuery, enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="go-touch">Your prices</summary>
      {isOpen && (
        <QueryView query={prices}>
          {(rates) => <RateTable rates={rates} empty="There are no prices yet. Ask us for some." />}
        </QueryView>
      )}
    </details>
  );
}
