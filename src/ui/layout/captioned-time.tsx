import { formatActivityDate } from '../../domain/dates.ts';
import { DateText } from '../date-text.tsx';

/** A moment, and what happened then: “Last used 16 November …”. */
export function CaptionedTime({ caption, at }: { caption: string; at: string }) {
  return (
    <>
      <span className="card-caption soft">{caption} </span>
      <time dateTime={at} className="typed">
        <DateText>{formatActivityDate(at)}</DateText>
      </time>
    </>
  );
}
