import { useEffect } from 'react';
import { site } from '../config/site.ts';

interface PageHeadProps {
  /** What this page is; the site's name is added. */
  title: string;
  description: string;
  /** A page about one parcel or one person: not for search engines. */
  noindex?: boolean;
}

/** Sets the document's title and description. Draws nothing. */
export function PageHead({ title, description, noindex = false }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} – ${site.name}`;
    metaTag('description').content = description;
    if (!noindex) return;
    metaTag('robots').content = 'noindex';
    return () => metaTag('robots').remove();
  }, [title, description, noindex]);
  return null;
}

function metaTag(name: string): HTMLMetaElement {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (found) return found;
  const made = document.createElement('meta');
  made.name = name;
  return document.head.appendChild(made);
}
