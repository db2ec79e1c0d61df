import { useEffect } from 'react';
import { site } from '../../config/site.ts';

interface PageHeadProps {
  title: string;
  /** For printing, where browsers use the title on paper and as file name. */
  withoutSiteName?: boolean;
  description: string;
  /** Keeps pages about a parcel or person out of search engines. */
  noindex?: boolean;
}

export function PageHead({ title, description, withoutSiteName = false, noindex = false }: PageHeadProps) {
  useEffect(() => {
    document.title = withoutSiteName ? title : `${title} – ${site.name}`;
    metaTag('description').content = description;
    if (!noindex) return;
    metaTag('robots').content = 'noindex';
    return () => metaTag('robots').remove();
  }, [title, description, withoutSiteName, noindex]);
  return null;
}

function metaTag(name: string): HTMLMetaElement {
  const existing = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (existing) return existing;
  const created = document.createElement('meta');
  created.name = name;
  return document.head.appendChild(created);
}
