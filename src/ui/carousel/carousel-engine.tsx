import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

/** What moves a carousel, at once or sliding there. */
export interface Mover {
  scrollNext(atOnce: boolean): void;
  scrollPrev(atOnce: boolean): void;
  scrollTo(index: number, atOnce: boolean): void;
}

interface CarouselEngineProps {
  viewport: HTMLElement;
  onReady: (mover: Mover | null) => void;
  /** The slide that now stands first. */
  onSelect: (index: number) => void;
}

/** Makes a row of slides go round, by swipe, mouse and call. Draws nothing; loaded only where there are slides. */
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
