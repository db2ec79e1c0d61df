import { variantsOf } from '../../domain/image.ts';

/** How wide a slide is drawn, for the browser to choose a variant by. */
const SIZES = '(min-width: 64em) min(430px, 31vw), (min-width: 40em) 47vw, calc(100vw - 32px)';

/** What an image element needs to draw an image of a shipment in the size of its carousel. */
export function pictureOf(link: string) {
  const variants = variantsOf(link).map(({ url, width }) => `${url} ${width}w`);
  return { src: link, srcSet: variants.join(', ') || undefined, sizes: SIZES };
}

/**
 * Asks for an image as its carousel will on this screen, so that the service worker keeps just that variant. Answers whether
 * it has come.
 */
export function fetchPicture(link: string): Promise<boolean> {
  const { src, srcSet = '', sizes } = pictureOf(link);
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
