import { variantsOf } from '../../../domain/image.ts';

/** The width of a slide. */
const SIZES = '(min-width: 64em) min(430px, 31vw), (min-width: 40em) 47vw, calc(100vw - 32px)';

/** `img` attributes at carousel size. */
export function imageProps(link: string) {
  const variants = variantsOf(link).map(({ url, width }) => `${url} ${width}w`);
  return { src: link, srcSet: variants.join(', ') || undefined, sizes: SIZES };
}

/** So that the service worker caches the carousel's variant. Resolves to whether it loaded. */
export function preloadImage(link: string): Promise<boolean> {
  const { src, srcSet = '', sizes } = imageProps(link);
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.crossOrigin = 'anonymous';
    image.sizes = sizes;
    image.srcset = srcSet;
    image.src = src;
  });
}
