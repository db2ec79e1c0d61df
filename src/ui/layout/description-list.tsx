import type { ReactNode } from 'react';
import { MISSING } from '../../domain/figures.ts';
import { DateText } from '../date-text.tsx';

const COLUMNS_CLASS = {
  1: '[--columns:1]',
  2: '',
  3: '[--columns:3]',
  4: '[--columns:4]',
};

interface DescriptionListProps {
  /** Narrow screens and large text have fewer. */
  columns?: 1 | 2 | 3 | 4;
  boxed?: boolean;
  children: ReactNode;
}

export function DescriptionList({ columns = 2, boxed = true, children }: DescriptionListProps) {
  return <dl className={`cells ${COLUMNS_CLASS[columns]} ${boxed ? 'cells-boxed' : ''}`}>{children}</dl>;
}

interface DescriptionItemProps {
  caption: ReactNode;
  /** Empty: `N/A`. */
  value?: ReactNode;
  /** It replaces the value. A link with class `cover` fills the cell. */
  children?: ReactNode;
  mono?: boolean;
  /** It is long, and reads best unbroken. */
  email?: boolean;
  /** Browsers must not translate a name or an address, like `mono` and `email`. */
  verbatim?: boolean;
  wide?: boolean;
}

export function DescriptionItem({
  caption,
  value,
  children = value,
  mono = false,
  email = false,
  verbatim = mono || email,
  wide = false,
}: DescriptionItemProps) {
  const isMissing = children === '' || children === null || children === undefined;
  return (
    <div className={`cell ${wide ? 'col-span-full' : email ? 'max-[26em]:basis-full' : ''}`}>
      <dt className="cap">{caption}</dt>
      <dd
        translate={verbatim && !isMissing ? 'no' : undefined}
        className={`cell-value ${mono && !isMissing ? 'typed text-[.96875rem] tracking-[-.035em]' : ''}`}
      >
        {isMissing || typeof children !== 'string' ? (
          isMissing ? (
            MISSING
          ) : (
            children
          )
        ) : (
          <ValueText mono={mono} email={email}>
            {children}
          </ValueText>
        )}
      </dd>
    </div>
  );
}

function ValueText({ mono, email, children }: { mono: boolean; email: boolean; children: string }) {
  if (email) return breakAroundAt(children);
  return mono ? <DateText>{children}</DateText> : children;
}

/** An email address may break after its @, or before it if the name just fits. */
export function breakAroundAt(text: string): ReactNode {
  const at = text.indexOf('@');
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />@<wbr />
      {text.slice(at + 1)}
    </>
  );
}
