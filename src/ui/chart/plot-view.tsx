import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { grouped } from '../../domain/figures.ts';
import { Section } from '../layout/section.tsx';
import { TONE_CLASS } from '../tone.ts';
import { Verbatim } from '../verbatim.tsx';
import { NOTHING, type Plot, type Point } from './plot.ts';
import { PlotTable } from './plot-table.tsx';
import { heightOf, type Scale, scaleOf } from './scale.ts';

interface PlotViewProps {
  id: string;
  /** A title may be `First try 91 %, up 2`. */
  title: string;
  /** It is shown until a point is chosen. */
  caption: string;
  plot: Plot;
  /** Lower at the desk. */
  isLow?: boolean;
}

/** Per cent need no measuring, and are as sharp on paper. */
export function PlotView({ id, title, caption, plot, isLow }: PlotViewProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const textures = useId();
  const { points, series } = plot;
  const isRows = plot.kind === 'bars' || plot.kind === 'dots';
  const at = chosen !== null && chosen < points.length ? chosen : null;
  const scale = scaleOf(plot);

  function walk(event: KeyboardEvent) {
    const to = nextPoint(event.key, at, points.length);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(to);
  }
  function touch(event: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const share = isRows ? (event.clientY - top) / height : (event.clientX - left) / width;
    setChosen(Math.min(points.length - 1, Math.max(0, Math.floor(share * points.length))));
  }
  const walked = {
    role: 'application',
    tabIndex: 0,
    'aria-roledescription': 'plot',
    'aria-label': `${title}. Walk its points with the arrow keys.`,
    onKeyDown: walk,
    onPointerDown: touch,
    onPointerMove: touch,
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setChosen(null),
  } as const;
  const drawn = { plot, scale, at, textures };

  return (
    <Section
      id={id}
      title={title}
      head="text-h3"
      className="plot grid gap-3 grid-cols-[minmax(0,1fr)] content-start break-inside-avoid"
    >
      <div className="grid gap-3 p-4 bg-sheet border-1.5 border-rule-strong rounded-ctl">
        <p role="status" className="soft text-small tabular-nums">
          {at === null ? caption : readPoint(plot, at)}
        </p>
        {isRows ? (
          <div {...walked}>
            <Rows {...drawn} />
          </div>
        ) : (
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-small tabular-nums">
            {plot.kind !== 'heat' && (
              <div aria-hidden="true" className="flex flex-col-reverse justify-between soft text-end">
                {scale.ticks.map((tick) => (
                  <span key={tick} className="h-0 flex items-center justify-end">
                    <span>{(plot.say ?? grouped)(tick)}</span>
                  </span>
                ))}
              </div>
            )}
            <div {...walked} className="col-start-2">
              <Columns {...drawn} height={heightClass(plot, isLow)} />
            </div>
            <div aria-hidden="true" className="col-start-2 flex justify-between gap-2 soft">
              {axisPoints(points).map(({ label, short }, at, shown) => {
                const isMiddle = at === 1 && shown.length > 2;
                return (
                  <span key={label} className={isMiddle ? 'h-[1lh] overflow-hidden' : 'shrink-0'}>
                    {/* where it doesn't fit it is on the second line, which is not shown */}
                    {isMiddle && <>&#8203;</>}
                    <span className="inline-block whitespace-nowrap">{short ?? label}</span>
                  </span>
                );
              })}
            </div>
          </div>
        )}
        {series.length > 1 && <Legend {...drawn} />}
      </div>
      <PlotTable plot={plot} />
      <svg aria-hidden="true" className="absolute w-0 h-0">
        {TEXTURES.map((d, index) => (
          <pattern
            key={d}
            id={`${textures}${index}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            className="stroke-sheet"
          >
            <path d={d} strokeLinecap="round" fill="none" />
          </pattern>
        ))}
      </svg>
    </Section>
  );
}

/** Textures cover the tones, so that colour alone tells nothing. */
const TEXTURES = ['M-1 7L7-1', 'M0 3H6', 'M1 1h1M4 4h1', 'M-1-1L7 7', 'M3 0V6', 'M0 3H6M3 0V6'];

const heightClass = ({ kind }: Plot, isLow = false) =>
  kind === 'heat' ? 'h-9' : isLow ? 'h-32 lg:[[data-desk]_&]:h-16' : 'h-40';

const axisPoints = (points: readonly Point[]) =>
  points.filter((_, at) => at === 0 || at === points.length - 1 || (points.length > 4 && at === points.length >> 1));

function nextPoint(key: string, at: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowRight' || key === 'ArrowDown') return at === null ? 0 : Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return at === null ? count - 1 : Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return key === 'Escape' && at !== null ? null : undefined;
}

/** Returns `Monday 17 November: Delivered 40, Failed 3`. */
function readPoint({ points, series }: Plot, at: number): string {
  const said = series.map(
    ({ name, figures }) => `${series.length > 1 ? `${name} ` : ''}${figures[at]?.text ?? NOTHING}`,
  );
  return `${points[at]?.label}: ${points[at]?.end ?? said.join(', ')}`;
}

interface Drawn {
  plot: Plot;
  scale: Scale;
  at: number | null;
  textures: string;
}

function Rows({ plot, scale, at, textures }: Drawn) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)]">
      {plot.points.map(({ label, to, note, end }, row) => (
        <li
          key={to ?? label}
          className={`relative flex flex-wrap items-center gap-x-3 py-1.5 border-b border-rule last:border-0 ${row === at ? 'bg-well' : ''}`}
        >
          <span className="flex-[2_1_8rem] min-w-0 text-small font-600 break-anywhere">
            {to ? (
              <Link to={to} className="cover no-underline">
                {label}
              </Link>
            ) : (
              label
            )}
            {note && (
              <span className="soft font-400 block">
                <Verbatim>{note}</Verbatim>
              </span>
            )}
          </span>
          <span className="flex-[4_1_9rem] flex items-center gap-x-2">
            <svg aria-hidden="true" className="flex-1 min-w-0 h-4 overflow-visible">
              {plot.kind === 'dots' && <line x2="100%" y1="50%" y2="50%" className="stroke-rule" />}
              <Marks plot={plot} scale={scale} textures={textures} point={row} start={0} size={100} isRow />
            </svg>
            <span className="min-w-12 text-small text-end tabular-nums">
              {end ?? plot.series.map(({ figures }) => figures[row]?.text ?? NOTHING).join(', ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Columns({ plot, scale, at, textures, height }: Drawn & { height: string }) {
  const step = 100 / Math.max(1, plot.points.length);
  const gap = plot.kind === 'histogram' ? 0.1 : 0.25;
  return (
    <svg aria-hidden="true" className={`block w-full ${height} overflow-visible`}>
      {at !== null && <rect x={`${at * step}%`} width={`${step}%`} height="100%" className="fill-well print:hidden" />}
      {plot.kind !== 'heat' && scale.ticks.map((tick) => <Line key={tick} at={100 - heightOf(scale, tick)} />)}
      {plot.kind === 'line' &&
        plot.series.map(({ name, tone, figures }, index) => (
          <g key={name} className={`${TONE_CLASS[tone ?? 'plain']} stroke-tone`}>
            {figures.map((figure, point) => {
              const before = figures[point - 1];
              return (
                figure &&
                before && (
                  <line
                    key={plot.points[point]?.label}
                    x1={`${(point - 0.5) * step}%`}
                    y1={`${100 - heightOf(scale, before.value)}%`}
                    x2={`${(point + 0.5) * step}%`}
                    y2={`${100 - heightOf(scale, figure.value)}%`}
                    strokeWidth={index ? 1.5 : 2.5}
                    strokeDasharray={index ? '4 4' : undefined}
                  />
                )
              );
            })}
          </g>
        ))}
      {plot.points.map(({ label }, point) => (
        <Marks
          key={label}
          {...{ plot, scale, textures, point }}
          start={(point + gap / 2) * step}
          size={step * (1 - gap)}
        />
      ))}
      {plot.kind !== 'heat' && <Line at={100} className="stroke-rule-strong" />}
    </svg>
  );
}

const Line = ({ at, className = 'stroke-rule' }: { at: number; className?: string }) => (
  <line x2="100%" y1={`${at}%`} y2={`${at}%`} className={className} />
);

interface MarksProps extends Omit<Drawn, 'at'> {
  point: number;
  /** It is in per cent of its room across the axis. */
  start: number;
  size: number;
  isRow?: boolean;
}

function Marks({ plot: { kind, series, points }, scale, textures, point, start, size, isRow }: MarksProps) {
  let end = 0;
  return series.map(({ name, tone, figures }, index) => {
    const figure = figures[point];
    if (!figure) return null;
    const className = `${TONE_CLASS[tone ?? 'plain']} ${points[point]?.isOpen ? 'opacity-60' : ''}`;
    const to = heightOf(scale, figure.value);
    if (kind === 'line' || kind === 'dots') {
      const [cx, cy] = isRow ? [to, start + size / 2] : [start + size / 2, 100 - to];
      return (
        <circle
          key={name}
          cx={`${cx}%`}
          cy={`${cy}%`}
          r={kind === 'dots' ? 6 : index ? 1.5 : 3.5}
          strokeWidth="2"
          className={`${className} stroke-tone ${figure.isFew ? 'fill-sheet' : 'fill-tone'}`}
        />
      );
    }
    if (kind === 'heat') {
      const side = Math.sqrt(to / 100);
      return (
        <g key={name} className={className}>
          <rect x={`${start}%`} width={`${size}%`} height="100%" className="fill-none stroke-rule" />
          <rect
            {...box(start + (size * (1 - side)) / 2, 50 - 50 * side, size * side, 100 * side)}
            className="fill-tone"
          />
        </g>
      );
    }
    const from = end;
    end += to;
    const place = isRow ? box(from, start, to, size) : box(start, 100 - end, size, to);
    return (
      <g key={name} className={className}>
        <rect
          {...place}
          className={tone ? `fill-tone ${index > 0 ? 'stroke-sheet' : ''}` : 'fill-none stroke-field-rule'}
        />
        {tone && index > 0 && <rect {...place} fill={`url(#${textures}${(index - 1) % TEXTURES.length})`} />}
      </g>
    );
  });
}

const box = (x: number, y: number, width: number, height: number) => ({
  x: `${x}%`,
  y: `${y}%`,
  width: `${width}%`,
  height: `${height}%`,
});

const Legend = ({ plot, textures }: Drawn) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
    {plot.series.map(({ name, tone }, index) => (
      <li key={name} className="flex items-center gap-1.5">
        <svg aria-hidden="true" className={`${TONE_CLASS[tone ?? 'plain']} w-4 h-3 flex-none`}>
          {plot.kind === 'line' ? (
            <line
              x2="100%"
              y1="50%"
              y2="50%"
              className="stroke-tone"
              strokeWidth={index ? 1.5 : 2.5}
              strokeDasharray={index ? '4 4' : undefined}
            />
          ) : (
            <>
              <rect width="100%" height="100%" className={tone ? 'fill-tone' : 'fill-none stroke-field-rule'} />
              {tone && index > 0 && (
                <rect width="100%" height="100%" fill={`url(#${textures}${(index - 1) % TEXTURES.length})`} />
              )}
            </>
          )}
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
