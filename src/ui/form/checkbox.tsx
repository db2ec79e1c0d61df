import type { ComponentProps, ReactNode } from 'react';

export function Checkbox({ children, className = '', ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label
      className={`grid grid-cols-[auto_minmax(0,auto)] content-center gap-2 w-fit min-h-$h-touch cursor-pointer ${className}`}
    >
      <input type="checkbox" {...input} className="check-box" />
      <span className="self-baseline">{children}</span>
    </label>
  );
}
