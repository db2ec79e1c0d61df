import { useId } from 'react';
import { PAGE_SIZES, type PageSize } from '../../domain/pagination.ts';
import { Icon } from '../icon.tsx';

export function RowsPerPage({ size, onChoose }: { size: PageSize; onChoose: (size: PageSize) => void }) {
  const id = useId();
  return (
    <div className="row gap-3 justify-center">
      <label htmlFor={id} className="text-small text-ink-soft">
        Rows per page
      </label>
      <div className="pick">
        <select
          id={id}
          value={size}
          className="pick-list min-h-$h-touch"
          onChange={({ target }) => {
            const chosen = PAGE_SIZES.find((one) => String(one) === target.value);
            if (chosen) onChoose(chosen);
          }}
        >
          {PAGE_SIZES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </div>
  );
}
