import type { ReactNode } from 'react';

const COLUMNS_CLASS = {
  1: '[--columns:1]',
  2: '',
  4: '[--columns:4]',
};

interface CellsProps {
  /** At most; narrow screens and large text have fewer. */
  columns?: 1 | 2 | 4;
  /** With its own outline. False inside a `TicketCard`. */
  boxed?: boolean;
  children: ReactNode;
}

/** A grid of captions and values, as a `dl`. */
export function Cells({ columns = 2, boxed = true, children }: CellsProps) {
  return <dl className={`cells ${COLUMNS_CLASS[columns]} ${boxed ? 'cells-boxed' : ''}`}>{children}</dl>;
}

interface CellProps {
  caption: ReactNode;
  /** The value. A link with class `cover` fills the whole cell. */
  children: ReactNode;
  /** Monospaced, for codes, phone numbers, amounts, weights and dates. */
  typed?: boolean;
  /** Spans the whole row. */
  wide?: boolean;
}

/** One caption and its value. */
export function Cell({ caption, children, typed = false, wide = false }: CellProps) {
  return (
    <div className={`cell ${wide ? 'col-span-full' : ''}`}>
      <dt className="cap">{caption}</dt>
      <dd className={`cell-value ${typed ? 'typed text-[.96875rem] tracking-[-.035em]' : ''}`}>
        {typeof children === 'string' ? breakable(children) : children}
      </dd>
    </div>
  );
}

/** Lets an email address break after its @. */
export function breakable(text: string): ReactNode {
  const at = text.indexOf('@') + 1;
  if (at === 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
