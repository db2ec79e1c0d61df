import { useEffect } from 'react';
import { site } from '../../config/site.ts';

interface PageHeadProps {
  /** What this page is; the site's name is added. */
  title: string;
  /** Without the site's name: a browser prints the title on the paper, and names a saved page by it. */
  unsigned?: boolean;
  description: string;
  /** A page about one parcel or one person: not for search engines. */
  noindex?: boolean;
}

/** Sets the document's title and description. Draws nothing. */
export function PageHead({ title, description, unsigned = false, noindex = false }: PageHeadProps) {
  useEffect(() => {
    document.title = unsigned ? title : `${title} – ${site.name}`;
    metaTag('description').content = description;
    if (!noindex) return;
    metaTag('robots').content = 'noindex';
    return () => metaTag('robots').remove();
  }, [title, description, unsigned, noindex]);
  return null;
}

function metaTag(name: string): HTMLMetaElement {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (found) return found;
  const made = document.createElement('meta');
  made.name = name;
  return document.head.appendChild(made);
}
