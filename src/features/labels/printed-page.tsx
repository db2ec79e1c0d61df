import type { CSSProperties } from 'react';
import { barsPath, modulesPath } from '../../domain/barcode.ts';
import { type Drawing, LINE_HEIGHT, type Mark, type TextMark } from '../../domain/labels/drawing.ts';

/** A page as it prints. On screen, `--mm` makes it smaller. */
export function PrintedPage({ drawing, className = '' }: { drawing: Drawing; className?: string }) {
  const { width, height, marks } = drawing;
  return (
    <div className={`printed-page ${className}`} style={{ width: mm(width), height: mm(height) }}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {marks.map((mark, at) => (mark.kind === 'text' ? null : <Shape key={keyOf(mark, at)} mark={mark} />))}
      </svg>
      {marks.map((mark, at) =>
        mark.kind === 'text' && mark.text ? (
          <div key={keyOf(mark, at)} dir="auto" style={styleOf(mark)}>
            {mark.text}
          </div>
        ) : null,
      )}
    </div>
  );
}

const mm = (length: number) => `calc(${length} * var(--mm))`;

/** A drawing never changes its order. */
const keyOf = ({ kind, x, y }: Mark, at: number) => `${kind} ${x} ${y} ${at}`;

const styleOf = ({ x, y, width, lines, size, isBold, align, isWhite }: TextMark): CSSProperties => ({
  left: mm(x),
  top: mm(y),
  width: mm(width),
  maxHeight: mm(lines * size * LINE_HEIGHT),
  fontSize: mm(size),
  fontWeight: isBold ? 700 : 400,
  textAlign: align ?? 'left',
  color: isWhite ? '#fff' : '#000',
  WebkitLineClamp: lines,
});

function Shape({ mark }: { mark: Exclude<Mark, TextMark> }) {
  switch (mark.kind) {
    case 'line': {
      const { x, y, width, height, thickness } = mark;
      return <rect x={x} y={y} width={width || thickness} height={height || thickness} />;
    }
    case 'box': {
      const { x, y, width, height, thickness = 0 } = mark;
      if (!thickness) return <rect x={x} y={y} width={width} height={height} />;
      const inner = {
        x: x + thickness / 2,
        y: y + thickness / 2,
        width: width - thickness,
        height: height - thickness,
      };
      return <rect {...inner} fill="none" stroke="#000" strokeWidth={thickness} />;
    }
    case 'bars': {
      const { x, y, width, height, modules } = mark;
      return (
        <path d={barsPath(modules)} transform={`translate(${x} ${y}) scale(${width / modules.length} ${height})`} />
      );
    }
    case 'qr': {
      const { x, y, size, rows } = mark;
      return <path d={modulesPath(rows)} transform={`translate(${x} ${y}) scale(${size / rows.length})`} />;
    }
  }
}
