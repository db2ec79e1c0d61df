import { useEffect, useRef } from 'react';
import SignaturePad, { type PointGroup, type SignatureEvent } from 'signature_pad';
import type { GivenProof } from '../../../domain/runs/proof-policy.ts';
import { normalizeLine } from '../../../domain/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { type ProofPicture, toProof } from './proof-picture.ts';

/** Pixels of the stored picture, in which strokes are measured too. */
const SIZE = { width: 640, height: 240 };
const INK = '#14171c';
const PEN = { penColor: INK, backgroundColor: '#fff', minWidth: 2.5, maxWidth: 4.5, minDistance: 6 };

export interface Signature {
  strokes: PointGroup[];
  typed: string;
}

export const NO_SIGNATURE: Signature = { strokes: [], typed: '' };
export const isSigned = ({ strokes, typed }: Signature): boolean => strokes.length > 0 || normalizeLine(typed) !== '';

/** What is given before anybody takes a photo. */
export const givenOnForm = (signature: Signature, name: string): GivenProof => ({
  photos: 0,
  signatures: isSigned(signature) ? 1 : 0,
  hasName: normalizeLine(name) !== '',
  cameraFailed: false,
});

/** Dark on white in both themes. */
export function SignatureField({ value, onChange }: { value: Signature; onChange: (signature: Signature) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawn = new SignaturePad(element, PEN);
    pad.current = drawn;
    // The pad gives page pixels; convert them to `SIZE`.
    drawn.addEventListener('beforeUpdateStroke', (event) => {
      const { detail: touch } = event as CustomEvent<SignatureEvent>;
      const { left, top } = element.getBoundingClientRect();
      const { clientLeft, clientTop, clientWidth, clientHeight } = element;
      touch.x = left + (touch.x - left - clientLeft) * (SIZE.width / clientWidth);
      touch.y = top + (touch.y - top - clientTop) * (SIZE.height / clientHeight);
    });
    return () => drawn.off();
  }, []);

  useEffect(() => {
    const drawn = pad.current;
    const onEnd = () => {
      // The pad draws more than it keeps.
      drawn?.redraw();
      onChange({ strokes: [...(drawn?.toData() ?? [])], typed: '' });
    };
    drawn?.addEventListener('endStroke', onEnd);
    return () => drawn?.removeEventListener('endStroke', onEnd);
  }, [onChange]);

  useEffect(() => {
    if (canvas.current && pad.current) draw(canvas.current, pad.current, value);
  }, [value]);

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <b>Signature</b>
        <Button onClick={() => onChange(NO_SIGNATURE)}>Clear</Button>
      </div>
      <canvas ref={canvas} {...SIZE} aria-label="Sign here" className="signature" />
      <Field label="Or type the name">
        {(control) => (
          <input
            {...control}
            className={`${inputClass} min-h-14`}
            value={value.typed}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => onChange({ strokes: [], typed: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, pad: SignaturePad, { strokes, typed }: Signature): void {
  pad.fromData(strokes);
  const context = canvas.getContext('2d');
  if (typed === '' || !context) return;
  context.fillStyle = INK;
  context.font = 'italic 48px serif';
  context.fillText(typed, 24, SIZE.height / 2, SIZE.width - 48);
}

/** @throws if this browser cannot draw it. */
export async function drawSignature(signature: Signature): Promise<ProofPicture> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  draw(canvas, new SignaturePad(canvas, PEN), signature);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new DOMException('There is no picture', 'EncodingError');
  return toProof('signature', blob);
}
