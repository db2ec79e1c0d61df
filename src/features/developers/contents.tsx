import { useDesk } from '../../browser/density.ts';
import { Icon } from '../../ui/icon.tsx';

export interface Chapter {
  id: string;
  title: string;
  /** Those of calls and objects are code. */
  parts?: readonly { id: string; title: string }[];
}

/** Where what is on a long page: beside it at the desk, folded above it elsewhere. */
export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  const isAtDesk = useDesk();
  const list = (
    <ul className="grid gap-1 text-small">
      {chapters.map(({ id, title, parts = [] }) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-block py-1 font-650 no-underline hover:underline">
            {title}
          </a>
          {parts.length > 0 && (
            <ul translate="no" className="grid">
              {parts.map((part) => (
                <li key={part.id}>
                  <a
                    href={`#${part.id}`}
                    className="block py-1 pl-3 border-l border-rule break-anywhere no-underline hover:underline"
                  >
                    {part.title}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
  if (isAtDesk) {
    return (
      <nav
        aria-label="On this page"
        className="sticky top-[calc(var(--h-header)+16px)] max-h-[calc(100dvh-var(--h-header)-32px)] overflow-y-auto"
      >
        {list}
      </nav>
    );
  }
  return (
    <details className="group border border-field-rule rounded-ctl">
      <summary className="flex items-center justify-between min-h-$h-touch px-4 font-650 cursor-pointer">
        On this page
        <Icon name="chevron-down" className="group-open:rotate-180" />
      </summary>
      <nav aria-label="On this page" className="px-4 pb-4">
        {list}
      </nav>
    </details>
  );
}
