import type { ComponentProps, ReactNode } from 'react';

/** A checkbox with a touch-sized row. Independent of the form library. */
export function Checkbox({ children, className = '', ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={`flex w-fit items-center gap-3 min-h-$h-touch cursor-pointer ${className}`}>
      <input {...input} type="checkbox" className="check-box" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
