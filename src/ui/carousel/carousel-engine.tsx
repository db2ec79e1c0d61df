import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

/** Moves a carousel, instantly or animated. */
export interface CarouselControl {
  scrollNext(atOnce: boolean): void;
  scrollPrev(atOnce: boolean): void;
  scrollTo(index: number, atOnce: boolean): void;
}

interface CarouselEngineProps {
  viewport: HTMLElement;
  onReady: (mover: CarouselControl | null) => void;
  /** Called with the index of the first visible slide. */
  onSelect: (index: number) => void;
}

/** Makes the slides loop, by swipe, mouse and code. Loaded only when needed. */
export function CarouselEngine({ viewport, onReady, onSelect }: CarouselEngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start' });

  useEffect(() => attach(viewport), [attach, viewport]);

  useEffect(() => {
    if (!embla) return;
    const select = () => onSelect(embla.selectedScrollSnap());
    embla.on('select', select).on('reInit', select);
    onReady(embla);
    return () => {
      embla.off('select', select).off('reInit', select);
      onReady(null);
    };
  }, [embla, onReady, onSelect]);

  return null;
}
