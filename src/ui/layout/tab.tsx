import { Link } from 'react-router-dom';

/** One of several views of a list, in a `nav` with the class `tabs`. */
export function Tab({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link to={to} preventScrollReset aria-current={current ? 'true' : undefined} className="tab">
      {children}
    </Link>
  );
}
