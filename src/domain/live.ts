import * as v from 'valibot';
import { strictInput, TrackingIdSchema } from './field-schemas.ts';
import { type LiveNews, MAX_FOLLOWED } from './live-news.ts';

export const FollowSchema = strictInput({
  trackingIds: v.pipe(
    v.array(TrackingIdSchema, 'This is not a list.'),
    v.maxLength(MAX_FOLLOWED, `At most ${MAX_FOLLOWED} shipments can be followed.`),
  ),
  own: v.optional(v.boolean('Own must be true or false.'), false),
  managed: v.optional(v.boolean('Managed must be true or false.'), false),
  runs: v.optional(v.boolean('Runs must be true or false.'), false),
  drafts: v.optional(v.boolean('Drafts must be true or false.'), false),
});
export type Follow = v.InferOutput<typeof FollowSchema>;

export const LiveStreamSchema = v.custom<AsyncIterable<LiveNews, void>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);
