/** What an open page hears of while it is open. The news never say what has changed: whoever hears asks again. */
import * as v from 'valibot';
import { LookedUpTrackingIdSchema, strictInput } from './field-schemas.ts';

/** As many shipments one stream follows. */
export const MOST_FOLLOWED = 20;

/** live.follow: shipments by their tracking IDs, and the caller's own or all that managers see. */
export const FollowSchema = strictInput({
  trackingIds: v.pipe(
    v.array(LookedUpTrackingIdSchema, 'This is not a list.'),
    v.maxLength(MOST_FOLLOWED, `At most ${MOST_FOLLOWED} shipments can be followed.`),
  ),
  own: v.optional(v.boolean('Own is yes or no.'), false),
  managed: v.optional(v.boolean('Managed is yes or no.'), false),
});
export type Follow = v.InferOutput<typeof FollowSchema>;

/** What has changed since the news before: the first ones say only that somebody listens. */
export interface LiveNews {
  /** Of those that are followed, normalized. */
  trackingIds: string[];
  /** Something of the caller's own: their shipments, bills or money. */
  own: boolean;
  /** Something that managers see. */
  managed: boolean;
}

export const LiveStreamSchema = v.custom<AsyncIterable<LiveNews, void>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);
