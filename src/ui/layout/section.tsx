import type { ComponentProps, ReactNode } from 'react';

interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  id: string;
  title: ReactNode;
  /** Classes of its heading. */
  head?: string;
}

/** A part of a page, named by its heading. */
export function Section({ id, title, head, children, ...section }: SectionProps) {
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} className={head}>
        {title}
      </h2>
      {children}
    </section>
  );
}
