import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';

interface RowButtonProps extends ComponentProps<typeof Button> {
  /** Names the row too, for those who hear only the button. */
  name: string;
  isBad?: boolean;
}

/** Does something with a row of a table. */
export const RowButton = ({ name, isBad = false, ...button }: RowButtonProps) => (
  <Button
    {...button}
    small
    variant="quiet"
    aria-label={name}
    className={`last:-mr-[14px] ${isBad ? 'text-bad-text' : ''}`}
  />
);
