import { useCallback, useEffect, useState } from 'react';
import { texts } from '../../../domain/errors.ts';
import { Carousel } from '../../../ui/carousel/carousel.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { cacheImages } from './cache-images.ts';
import { imageProps } from './image-source.ts';

export function ShipmentImages({ images, description }: { images: readonly string[]; description: string }) {
  useEffect(() => void cacheImages(images), [images]);
  if (images.length === 0) {
    return (
      <Section id="images" title="Images" head="mb-3">
        <Empty icon="image-off">{texts.noImages}</Empty>
      </Section>
    );
  }
  return (
    <Carousel
      title="Images"
      noun="Image"
      count={images.length}
      renderSlide={(index, isCopy) => (
        <ShipmentImage
          key={images[index]}
          link={images[index] ?? ''}
          alt={isCopy ? '' : `Image ${index + 1} of ${images.length} of ${description}`}
          isFirst={index === 0 && !isCopy}
        />
      )}
    />
  );
}

function ShipmentImage({ link, alt, isFirst }: { link: string; alt: string; isFirst: boolean }) {
  const [isBroken, setBroken] = useState(false);
  // It may have failed before hydration. Once: an image has no width while the browser switches
  // sizes.
  const checkOnce = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBroken(true);
  }, []);
  if (isBroken) return <Empty icon="image-off">This image can’t be shown.</Empty>;
  return (
    <img
      ref={checkOnce}
      {...imageProps(link)}
      alt={alt}
      width={640}
      height={480}
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
      draggable={false}
      // The service worker only caches CORS responses.
      crossOrigin="anonymous"
      className="picture"
      onError={() => setBroken(true)}
    />
  );
}
